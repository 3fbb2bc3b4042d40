// Fills a fresh buffer of `size` bytes with one byte: the speed that no table
// of as many bytes can beat. Page faults count, as they do for a table.
#include "peer.hpp"

#include <cstring>

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    // The compiler must not know the byte, or it may ask for zeroed memory and
    // never fill it.
    volatile int byte = 1;
    const double start = now();
    unsigned char *buffer = static_cast<unsigned char *>(fresh(size));
    std::memset(buffer, byte, size);
    const double seconds = now() - start;
    answer(fnv1a(buffer, size), seconds);
}
