// Row chess as plain masks, all rows of `size` cells, at most 28: a piece jumps over the
// run to its right into the empty cell behind it. The program that one writes in a
// contest when no law is in sight: a move lowers the mask, so the masks are taken in
// ascending order; a byte for each value, a `used` array stamped with the mask, one
// pass over the cells that remembers the last empty one.
//
// Cell 0 is the highest bit of a mask, a piece is a 1; the values are hashed in
// the order of the masks, one byte each.
#include "peer.hpp"

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    if (size > 28) {
        std::fprintf(stderr, "at most 28 cells\n");
        return 2;
    }
    const int cells = static_cast<int>(size);
    const unsigned count = 1u << cells;
    const double start = now();
    unsigned char *const sg = static_cast<unsigned char *>(fresh(count));
    static unsigned used[64];
    sg[0] = 0;
    for (unsigned mask = 1; mask < count; ++mask) {
        int empty = -1;
        for (int i = 0; i < cells; ++i) {
            if (!(mask >> i & 1)) {
                empty = i;
            } else if (empty >= 0) {
                used[sg[mask ^ 1u << i ^ 1u << empty]] = mask;
            }
        }
        int value = 0;
        while (used[value] == mask) ++value;
        sg[mask] = static_cast<unsigned char>(value);
    }
    const double seconds = now() - start;
    answer(fnv1a(sg, count), seconds);
    return 0;
}
