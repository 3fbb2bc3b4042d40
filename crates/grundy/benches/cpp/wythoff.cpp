// Wythoff's game: take any number from one of two heaps, or the same number from
// both. The program that one writes in a contest: a table over both heaps, each
// value the mex over all options, marked in an array with the time of the mark.
//
// All pairs of heaps from 0 to size - 1; the values are hashed row after row, two
// bytes each, low byte first.
#include "peer.hpp"

#include <algorithm>
#include <vector>

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    if (size > 20000) {
        std::fprintf(stderr, "at most 20000 counters\n");
        return 2;
    }
    const int n = static_cast<int>(size);
    const double start = now();
    auto *sg = static_cast<unsigned short *>(fresh(size * size * sizeof(unsigned short)));
    std::vector<int> seen(3 * size + 1, -1);
    for (int a = 0; a < n; ++a) {
        for (int b = 0; b < n; ++b) {
            const int mark = a * n + b;
            const std::size_t here = static_cast<std::size_t>(a) * size + static_cast<std::size_t>(b);
            for (int k = 1; k <= a; ++k) seen[sg[here - k * size]] = mark;
            for (int k = 1; k <= b; ++k) seen[sg[here - k]] = mark;
            for (int k = 1; k <= std::min(a, b); ++k) seen[sg[here - k * size - k]] = mark;
            int value = 0;
            while (seen[value] == mark) ++value;
            sg[here] = static_cast<unsigned short>(value);
        }
    }
    const double seconds = now() - start;
    std::vector<unsigned char> bytes;
    for (std::size_t i = 0; i < size * size; ++i) {
        bytes.push_back(static_cast<unsigned char>(sg[i] & 255));
        bytes.push_back(static_cast<unsigned char>(sg[i] >> 8));
    }
    answer(fnv1a(bytes.data(), bytes.size()), seconds);
}
