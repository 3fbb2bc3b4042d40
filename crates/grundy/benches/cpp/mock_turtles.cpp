// Mock turtles, g(0) to g(size - 1), each coin by brute force over all moves:
// turn the coin alone, with one smaller coin, or with two. Cubic in the size.
#include "peer.hpp"

#include <vector>

int main(int argc, char **argv) {
    const std::size_t size = size_argument(argc, argv);
    const double start = now();
    std::vector<unsigned> g(size);
    std::vector<std::size_t> seen_at;
    for (std::size_t x = 0; x < size; ++x) {
        const std::size_t stamp = x + 1;
        const auto see = [&](unsigned value) {
            if (value >= seen_at.size()) seen_at.resize(value + 1);
            seen_at[value] = stamp;
        };
        see(0);
        for (std::size_t a = 0; a < x; ++a) {
            see(g[a]);
            for (std::size_t b = a + 1; b < x; ++b) see(g[a] ^ g[b]);
        }
        unsigned mex = 0;
        while (mex < seen_at.size() && seen_at[mex] == stamp) ++mex;
        g[x] = mex;
    }
    const double seconds = now() - start;
    // Two bytes for each value, low byte first.
    std::vector<unsigned char> bytes;
    for (const unsigned value : g) {
        if (value > 0xffff) {
            std::fprintf(stderr, "the value %u does not fit two bytes: give a smaller size\n", value);
            return 1;
        }
        bytes.push_back(static_cast<unsigned char>(value & 0xff));
        bytes.push_back(static_cast<unsigned char>(value >> 8));
    }
    answer(fnv1a(bytes.data(), bytes.size()), seconds);
}
