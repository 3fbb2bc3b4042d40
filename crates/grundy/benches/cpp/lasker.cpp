// Lasker's nim: take any number, or part a heap in two; g(0) to g(size - 1), every
// option marked with the number of the heap, then the first gap searched.
#include "peer.hpp"

#include <vector>

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    const double start = now();
    std::uint16_t *g = static_cast<std::uint16_t *>(fresh(2 * size));
    std::vector<int> seen(65536, -1);
    for (std::size_t n = 0; n < size; ++n) {
        const int mark = static_cast<int>(n);
        for (std::size_t m = 0; m < n; ++m) seen[g[m]] = mark;
        for (std::size_t a = 1; a <= n / 2; ++a) seen[g[a] ^ g[n - a]] = mark;
        std::uint16_t mex = 0;
        while (seen[mex] == mark) ++mex;
        g[n] = mex;
    }
    const double seconds = now() - start;
    answer(fnv1a(reinterpret_cast<unsigned char *>(g), 2 * size), seconds);
}
