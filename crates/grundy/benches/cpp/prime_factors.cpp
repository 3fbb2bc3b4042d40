// Take a prime factor, g(0) to g(size - 1), the factors found by trial division.
#include "peer.hpp"

#include <cstring>

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    const double start = now();
    unsigned char *g = static_cast<unsigned char *>(fresh(size));
    bool used[256];
    for (unsigned n = 0; n < size; ++n) {
        std::memset(used, 0, sizeof used);
        unsigned rest = n;
        for (unsigned p = 2; p * p <= rest; ++p) {
            if (rest % p != 0) continue;
            used[g[n - p]] = true;
            while (rest % p == 0) rest /= p;
        }
        if (rest > 1) used[g[n - rest]] = true;
        unsigned char mex = 0;
        while (used[mex]) ++mex;
        g[n] = mex;
    }
    const double seconds = now() - start;
    answer(fnv1a(g, size), seconds);
}
