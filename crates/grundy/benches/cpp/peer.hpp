// What every peer program shares: reading the size, the checksum, the answer.
#pragma once

#include <cinttypes>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

// The size given as the only argument; leaves the program if there is none.
inline std::size_t size_argument(int argc, char **argv) {
    char *end = nullptr;
    const unsigned long long size = argc == 2 ? std::strtoull(argv[1], &end, 10) : 0;
    if (size == 0 || *end != '\0') {
        std::fprintf(stderr, "usage: %s SIZE, a number of values, at least 1\n", argv[0]);
        std::exit(2);
    }
    return static_cast<std::size_t>(size);
}

// Memory for `bytes` bytes, not touched yet; leaves the program if there is none.
inline void *fresh(std::size_t bytes) {
    void *memory = std::malloc(bytes);
    if (memory == nullptr) {
        std::fprintf(stderr, "no memory for %zu bytes\n", bytes);
        std::exit(1);
    }
    return memory;
}

// FNV-1a with 64 bits (Fowler, Noll and Vo).
inline std::uint64_t fnv1a(const unsigned char *bytes, std::size_t length) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (std::size_t i = 0; i < length; ++i) {
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    }
    return hash;
}

inline double now() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

inline void answer(std::uint64_t checksum, double seconds) {
    std::printf("checksum=%016" PRIx64 " seconds=%.6f\n", checksum, seconds);
}
