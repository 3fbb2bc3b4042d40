// HDU 4111 as it is solved in contests: (a, b), where a heaps hold one stone and
// the others allow b moves among themselves. All a to 50 and b to `size` - 1, by
// recursion and a std::map over pairs.
//
// The values are hashed row after row, one byte each.
#include "search.hpp"

static std::map<Pair, int> memo;

static int grundy(int a, int b) {
    const auto known = memo.find({a, b});
    if (known != memo.end()) return known->second;
    bool seen[8] = {};
    if (a > 0) seen[grundy(a - 1, b)] = true;
    if (b > 2) seen[grundy(a, b - 1)] = true;
    if (b == 2) seen[grundy(a + 1, 0)] = true;
    if (a > 1) seen[grundy(a - 2, b > 0 ? b + 3 : 2)] = true;
    if (a > 0 && b > 0) seen[grundy(a - 1, b + 1)] = true;
    int value = 0;
    while (seen[value]) ++value;
    return memo[{a, b}] = value;
}

int main(int argc, char **argv) {
    const int size = static_cast<int>(size_argument(argc, argv));
    std::vector<unsigned char> values;
    const double start = now();
    for (int a = 0; a <= 50; ++a) {
        for (int b = 0; b < size; ++b) values.push_back(static_cast<unsigned char>(grundy(a, b)));
    }
    answer(values, now() - start);
}
