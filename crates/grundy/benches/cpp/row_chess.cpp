// Row chess, all rows of `size` cells, at most 24: a piece jumps over the run to its
// right into the empty cell behind it. The program that one writes in a contest:
// a table over all masks, filled depth first.
//
// Cell 0 is the highest bit of a mask, a piece is a 1; the values are hashed in
// the order of the masks, one byte each.
//
// With the word `judge` in place of the size it reads the input of HDU 5724
// instead: T, then for each case the number of rows and the rows, each m and m
// columns 1..20; it answers YES or NO for each case.
#include "peer.hpp"

#include <cstring>
#include <vector>

static int cells;
static int sg[1 << 24];
static bool known[1 << 24];

static int dfs(int mask) {
    if (known[mask]) return sg[mask];
    bool seen[32] = {};
    for (int i = cells - 1; i > 0; --i) {
        if (!(mask >> i & 1)) continue;
        int j = i - 1;
        while (j >= 0 && (mask >> j & 1)) --j;
        if (j < 0) continue;
        seen[dfs(mask ^ (1 << i) ^ (1 << j))] = true;
    }
    int value = 0;
    while (seen[value]) ++value;
    known[mask] = true;
    return sg[mask] = value;
}

static void fill() {
    for (int mask = 0; mask < 1 << cells; ++mask) dfs(mask);
}

static int judge() {
    cells = 20;
    fill();
    int cases;
    if (std::scanf("%d", &cases) != 1) return 2;
    while (cases-- > 0) {
        int rows, sum = 0;
        if (std::scanf("%d", &rows) != 1) return 2;
        while (rows-- > 0) {
            int pieces, mask = 0;
            if (std::scanf("%d", &pieces) != 1) return 2;
            while (pieces-- > 0) {
                int column;
                if (std::scanf("%d", &column) != 1 || column < 1 || column > 20) return 2;
                mask |= 1 << (20 - column);
            }
            sum ^= sg[mask];
        }
        std::puts(sum != 0 ? "YES" : "NO");
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 2 && std::strcmp(argv[1], "judge") == 0) return judge();
    const std::size_t size = size_argument(argc, argv);
    if (size > 24) {
        std::fprintf(stderr, "at most 24 cells\n");
        return 2;
    }
    cells = static_cast<int>(size);
    const double start = now();
    fill();
    const double seconds = now() - start;
    std::vector<unsigned char> bytes;
    for (int mask = 0; mask < 1 << cells; ++mask) bytes.push_back(static_cast<unsigned char>(sg[mask]));
    answer(fnv1a(bytes.data(), bytes.size()), seconds);
}
