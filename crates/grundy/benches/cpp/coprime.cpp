// Take a number without a common factor with the heap, g(0) to g(size - 1): Euclid's
// algorithm for every smaller number. Four bytes a value.
#include "peer.hpp"

#include <numeric>
#include <vector>

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    const double start = now();
    std::uint32_t *g = static_cast<std::uint32_t *>(fresh(4 * size));
    std::vector<unsigned> seen(size + 1, 0);
    g[0] = 0;
    for (unsigned n = 1; n < size; ++n) {
        for (unsigned y = 1; y <= n; ++y) {
            if (std::gcd(n, y) == 1) seen[g[n - y]] = n;
        }
        std::uint32_t mex = 0;
        while (seen[mex] == n) ++mex;
        g[n] = mex;
    }
    const double seconds = now() - start;
    answer(fnv1a(reinterpret_cast<unsigned char *>(g), 4 * size), seconds);
}
