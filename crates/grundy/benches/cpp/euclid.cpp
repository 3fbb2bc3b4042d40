// Euclid's game, all (a, b) with both below `size`: a move takes a multiple of the
// smaller number from the larger, to 0 or above. The order of the two means nothing,
// so the larger is put first; by recursion and a std::map over such pairs.
//
// The values are hashed row after row, one byte each.
#include "search.hpp"

static std::map<Pair, int> memo;

static int grundy(int a, int b) {
    if (a < b) std::swap(a, b);
    if (b == 0) return 0;
    const auto known = memo.find({a, b});
    if (known != memo.end()) return known->second;
    std::vector<char> seen(static_cast<std::size_t>(a / b) + 1);
    for (int left = a - b; left >= 0; left -= b) {
        const std::size_t value = static_cast<std::size_t>(grundy(left, b));
        if (value < seen.size()) seen[value] = 1;
    }
    int value = 0;
    while (seen[static_cast<std::size_t>(value)]) ++value;
    return memo[{a, b}] = value;
}

int main(int argc, char **argv) {
    const int size = static_cast<int>(size_argument(argc, argv));
    std::vector<unsigned char> values;
    const double start = now();
    for (int a = 0; a < size; ++a) {
        for (int b = 0; b < size; ++b) values.push_back(static_cast<unsigned char>(grundy(a, b)));
    }
    answer(values, now() - start);
}
