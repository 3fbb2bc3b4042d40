// HDU 4111, `size` random positions of 7 heaps of 1 to 6 stones: a move takes a
// stone from a heap, or merges two heaps. Whole positions are searched, as sorted
// lists in a std::map.
//
// The values are hashed in their order, one byte each.
#include "search.hpp"

#include <algorithm>

static std::map<List, int> memo;

static int grundy(const List &list) {
    const auto known = memo.find(list);
    if (known != memo.end()) return known->second;
    std::vector<char> seen(list.size() * list.size() + 2);
    const auto offer = [&](List next) {
        std::sort(next.begin(), next.end());
        const std::size_t value = static_cast<std::size_t>(grundy(next));
        if (value < seen.size()) seen[value] = 1;
    };
    for (std::size_t i = 0; i < list.size(); ++i) {
        List next = list;
        if (--next[i] == 0) next.erase(next.begin() + static_cast<std::ptrdiff_t>(i));
        offer(next);
        for (std::size_t j = i + 1; j < list.size(); ++j) {
            next = list;
            next[i] += next[j];
            next.erase(next.begin() + static_cast<std::ptrdiff_t>(j));
            offer(next);
        }
    }
    int value = 0;
    while (seen[static_cast<std::size_t>(value)]) ++value;
    return memo[list] = value;
}

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    std::vector<List> starts(size, List(7));
    std::uint64_t state = 1;
    for (List &heaps : starts) {
        for (int &heap : heaps) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            heap = static_cast<int>((state >> 33) % 6) + 1;
        }
        std::sort(heaps.begin(), heaps.end());
    }
    std::vector<unsigned char> values;
    const double start = now();
    for (const List &heaps : starts) values.push_back(static_cast<unsigned char>(grundy(heaps)));
    answer(values, now() - start);
}
