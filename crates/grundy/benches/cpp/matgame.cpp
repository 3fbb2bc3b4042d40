// SPOJ MATGAME, `size` random rows of 50 numbers from 1 to 50: a move makes the
// first number that is left smaller, and what becomes 0 goes. The program that one
// writes without looking for a pattern: recursion and a std::map over lists.
//
// The values of the rows are hashed in their order, one byte each.
#include "search.hpp"

static std::map<List, int> memo;

static int grundy(const List &list) {
    if (list.empty()) return 0;
    const auto known = memo.find(list);
    if (known != memo.end()) return known->second;
    bool seen[64] = {};
    List next = list;
    for (int left = 1; left < list[0]; ++left) {
        next[0] = left;
        seen[grundy(next)] = true;
    }
    next.erase(next.begin());
    seen[grundy(next)] = true;
    int value = 0;
    while (seen[value]) ++value;
    return memo[list] = value;
}

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    std::vector<List> rows(size, List(50));
    std::uint64_t state = 1;
    for (List &row : rows) {
        for (int &number : row) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            number = static_cast<int>((state >> 33) % 50) + 1;
        }
    }
    std::vector<unsigned char> values;
    const double start = now();
    for (const List &row : rows) values.push_back(static_cast<unsigned char>(grundy(row)));
    answer(values, now() - start);
}
