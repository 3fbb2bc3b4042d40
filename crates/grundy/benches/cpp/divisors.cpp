// Take a divisor smaller than the heap, g(0) to g(size - 1), divisors found by trial
// up to the root.
#include "peer.hpp"

#include <cstring>

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    const double start = now();
    unsigned char *g = static_cast<unsigned char *>(fresh(size));
    bool used[256];
    for (unsigned n = 0; n < size; ++n) {
        std::memset(used, 0, sizeof used);
        for (unsigned d = 1; d * d <= n; ++d) {
            if (n % d != 0) continue;
            if (d < n) used[g[n - d]] = true;
            if (n / d < n) used[g[n - n / d]] = true;
        }
        unsigned char mex = 0;
        while (used[mex]) ++mex;
        g[n] = mex;
    }
    const double seconds = now() - start;
    answer(fnv1a(g, size), seconds);
}
