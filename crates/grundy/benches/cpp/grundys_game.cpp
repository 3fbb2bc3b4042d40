// Grundy's game: part a heap into two unequal ones; g(0) to g(size - 1), every
// option marked with the number of the heap, then the first gap searched.
#include "peer.hpp"

#include <vector>

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    const double start = now();
    unsigned char *g = static_cast<unsigned char *>(fresh(size));
    std::vector<int> seen(256, -1);
    for (std::size_t n = 0; n < size; ++n) {
        const int mark = static_cast<int>(n);
        for (std::size_t a = 1; 2 * a < n; ++a) seen[g[a] ^ g[n - a]] = mark;
        unsigned char mex = 0;
        while (seen[mex] == mark) ++mex;
        g[n] = mex;
    }
    const double seconds = now() - start;
    answer(fnv1a(g, size), seconds);
}
