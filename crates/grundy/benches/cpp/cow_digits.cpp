// Cow digits, g(0) to g(size - 1), one value after the other: split the number
// into digits, look two values up, take the mex.
#include "peer.hpp"

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    const double start = now();
    unsigned char *g = static_cast<unsigned char *>(fresh(size));
    g[0] = 0;
    for (std::size_t n = 1; n < size; ++n) {
        unsigned largest = 0, smallest = 9;
        for (std::size_t rest = n; rest > 0; rest /= 10) {
            const unsigned digit = static_cast<unsigned>(rest % 10);
            if (digit > largest) largest = digit;
            if (digit != 0 && digit < smallest) smallest = digit;
        }
        const unsigned char a = g[n - largest], b = g[n - smallest];
        unsigned char mex = 0;
        while (mex == a || mex == b) ++mex;
        g[n] = mex;
    }
    const double seconds = now() - start;
    answer(fnv1a(g, size), seconds);
}
