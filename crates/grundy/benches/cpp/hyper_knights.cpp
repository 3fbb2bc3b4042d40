// LightOJ 1315, all (x, y) with both below `size`: six knight's moves towards the
// corner. By recursion and a std::map over pairs.
//
// The values are hashed row after row, one byte each.
#include "search.hpp"

static std::map<Pair, int> memo;

static int grundy(int x, int y) {
    static const int moves[6][2] = {{1, -2}, {-1, -3}, {-1, -2}, {-2, -1}, {-3, -1}, {-2, 1}};
    const auto known = memo.find({x, y});
    if (known != memo.end()) return known->second;
    bool seen[8] = {};
    for (const auto &move : moves) {
        const int to_x = x + move[0], to_y = y + move[1];
        if (to_x >= 0 && to_y >= 0) seen[grundy(to_x, to_y)] = true;
    }
    int value = 0;
    while (seen[value]) ++value;
    return memo[{x, y}] = value;
}

int main(int argc, char **argv) {
    const int size = static_cast<int>(size_argument(argc, argv));
    std::vector<unsigned char> values;
    const double start = now();
    for (int x = 0; x < size; ++x) {
        for (int y = 0; y < size; ++y) values.push_back(static_cast<unsigned char>(grundy(x, y)));
    }
    answer(values, now() - start);
}
