// Take a Fibonacci number, g(0) to g(size - 1): every one up to n is marked, then
// the first gap is searched.
#include "peer.hpp"

#include <cstring>
#include <vector>

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    const double start = now();
    unsigned char *g = static_cast<unsigned char *>(fresh(size));
    std::vector<std::size_t> takes;
    for (std::size_t a = 1, b = 2; a < size; b += a, a = b - a) takes.push_back(a);
    bool used[256];
    for (std::size_t n = 0; n < size; ++n) {
        std::memset(used, 0, sizeof used);
        for (const std::size_t take : takes) {
            if (take > n) break;
            used[g[n - take]] = true;
        }
        unsigned char mex = 0;
        while (used[mex]) ++mex;
        g[n] = mex;
    }
    const double seconds = now() - start;
    answer(fnv1a(g, size), seconds);
}
