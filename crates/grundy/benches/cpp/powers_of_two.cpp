// Take a power of two, g(0) to g(size - 1), one value after the other: mark the
// value behind every power, take the mex.
#include "peer.hpp"

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    const double start = now();
    unsigned char *g = static_cast<unsigned char *>(fresh(size));
    for (std::size_t n = 0; n < size; ++n) {
        // There are at most 64 powers, so no value exceeds 64.
        bool seen[66] = {};
        for (int k = 0; k < 64 && (std::size_t{1} << k) <= n; ++k) {
            seen[g[n - (std::size_t{1} << k)]] = true;
        }
        unsigned char mex = 0;
        while (seen[mex]) ++mex;
        g[n] = mex;
    }
    const double seconds = now() - start;
    answer(fnv1a(g, size), seconds);
}
