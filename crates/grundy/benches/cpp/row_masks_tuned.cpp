// The same table as row_masks.cpp, by somebody who counts cycles: the options' values
// are bits of a word, only the pieces that can move are met, and the empty cell
// that each jumps into is found by one instruction. At most 28 cells, as there are
// then at most 28 values.
#include "peer.hpp"

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    if (size > 28) {
        std::fprintf(stderr, "at most 28 cells\n");
        return 2;
    }
    const unsigned count = 1u << size;
    const double start = now();
    unsigned char *const sg = static_cast<unsigned char *>(fresh(count));
    for (unsigned mask = 0; mask < count; ++mask) {
        unsigned used = 0;
        // The lowest run of pieces has no empty cell below it if it begins at cell 0.
        for (unsigned rest = mask & (mask + 1); rest != 0; rest &= rest - 1) {
            const unsigned piece = rest & -rest;
            const unsigned below = ~mask & (piece - 1);
            const unsigned empty = 1u << (31 - __builtin_clz(below));
            used |= 1u << sg[mask ^ piece ^ empty];
        }
        sg[mask] = static_cast<unsigned char>(__builtin_ctz(~used));
    }
    const double seconds = now() - start;
    answer(fnv1a(sg, count), seconds);
    return 0;
}
