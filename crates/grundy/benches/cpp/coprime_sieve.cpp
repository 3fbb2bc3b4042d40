// Take a number without a common factor with the heap, by the law that one finds in
// a table: an even heap above 0 has the value 0, and else the value belongs to the
// least prime factor, the i-th prime to i. A sieve, g(0) to g(size - 1); four bytes a value.
#include "peer.hpp"

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    const double start = now();
    std::uint32_t *g = static_cast<std::uint32_t *>(fresh(4 * size));
    for (std::size_t n = 0; n < size; ++n) g[n] = 0;
    if (size > 1) g[1] = 1;
    std::uint32_t index = 1;
    for (std::size_t p = 3; p < size; p += 2) {
        if (g[p] != 0) continue;
        ++index;
        for (std::size_t m = p; m < size; m += 2 * p) {
            if (g[m] == 0) g[m] = index;
        }
    }
    const double seconds = now() - start;
    answer(fnv1a(reinterpret_cast<unsigned char *>(g), 4 * size), seconds);
}
