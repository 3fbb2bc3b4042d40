// Take 1, 3 or 4, g(0) to g(size - 1), one value after the other: look up to
// three values up, take the mex.
#include "peer.hpp"

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    const std::size_t takes[] = {1, 3, 4};
    const double start = now();
    unsigned char *g = static_cast<unsigned char *>(fresh(size));
    for (std::size_t n = 0; n < size; ++n) {
        bool seen[5] = {};
        for (const std::size_t take : takes) {
            if (take <= n) seen[g[n - take]] = true;
        }
        unsigned char mex = 0;
        while (seen[mex]) ++mex;
        g[n] = mex;
    }
    const double seconds = now() - start;
    answer(fnv1a(g, size), seconds);
}
