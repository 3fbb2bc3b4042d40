// Fibonacci nim, all (n, q) with both below `size`: a move takes 1 to q of the n
// counters, and the next one at most twice as many. By recursion and a std::map over
// pairs.
//
// The values are hashed row after row, one byte each.
#include "search.hpp"

#include <algorithm>

static std::map<Pair, int> memo;

static int grundy(int n, int q) {
    const auto known = memo.find({n, q});
    if (known != memo.end()) return known->second;
    const int most = std::min(n, q);
    std::vector<char> seen(static_cast<std::size_t>(most) + 1);
    for (int taken = 1; taken <= most; ++taken) {
        const std::size_t value = static_cast<std::size_t>(grundy(n - taken, 2 * taken));
        if (value < seen.size()) seen[value] = 1;
    }
    int value = 0;
    while (seen[static_cast<std::size_t>(value)]) ++value;
    return memo[{n, q}] = value;
}

int main(int argc, char **argv) {
    const int size = static_cast<int>(size_argument(argc, argv));
    std::vector<unsigned char> values;
    const double start = now();
    for (int n = 0; n < size; ++n) {
        for (int q = 0; q < size; ++q) values.push_back(static_cast<unsigned char>(grundy(n, q)));
    }
    answer(values, now() - start);
}
