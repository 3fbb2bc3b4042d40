// Take one of 100 amounts below 10^4, g(0) to g(size - 1): the usual array of
// bools, marked by every option and searched for the first gap. The amounts come
// from a generator that the other side knows too.
#include "peer.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    std::vector<std::size_t> takes;
    std::uint64_t seed = 1;
    for (int i = 0; i < 100; ++i) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        takes.push_back(1 + (seed >> 33) % 9999);
    }
    std::sort(takes.begin(), takes.end());
    const double start = now();
    unsigned char *g = static_cast<unsigned char *>(fresh(size));
    bool used[128];
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
