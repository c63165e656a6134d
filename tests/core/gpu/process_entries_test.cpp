// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/process_entries.h"

#include <cstring>

#include <gtest/gtest.h>

#include "core/gpu/nvml_abi.h"

namespace muster::gpu {
namespace {

// Three processes as a driver with entries of `stride` bytes writes them into a larger buffer.
std::vector<std::byte> written(std::size_t stride, std::uint32_t instance) {
    std::vector<std::byte> buffer(40 * 8);
    for (std::uint32_t i = 0; i < 3; ++i) {
        const abi::ProcessInfo entry{1000 + i, (i + 1) * 1048576ULL, instance, instance};
        std::memcpy(buffer.data() + i * stride, &entry, std::min(stride, sizeof(entry)));
    }
    return buffer;
}

const std::vector<ProcessEntry> kThree
    = {{1000, Bytes{1 << 20}}, {1001, Bytes{2 << 20}}, {1002, Bytes{3 << 20}}};

TEST(ProcessEntries, AreReadAtEveryLengthThatDriversWrite) {
    for (const std::size_t stride : {16, 24, 32}) {
        EXPECT_EQ(parseProcessEntries(written(stride, abi::kNoInstance), 3, false), kThree)
            << stride;
    }
    EXPECT_EQ(parseProcessEntries(written(24, 1), 3, false), kThree); // in a MIG instance
    EXPECT_EQ(parseProcessEntries(written(16, 0), 3, true), kThree);
}

TEST(ProcessEntries, MemoryThatIsNotAvailableIsUnknown) {
    std::vector<std::byte> buffer(40);
    const abi::ProcessInfo entry{7, abi::kNotAvailable, abi::kNoInstance, abi::kNoInstance};
    std::memcpy(buffer.data(), &entry, sizeof(entry));
    EXPECT_EQ(
        parseProcessEntries(buffer, 1, false), (std::vector<ProcessEntry>{{7, std::nullopt}}));
}

TEST(ProcessEntries, NeverReadsPastTheBuffer) {
    const std::vector<std::byte> small(24);
    EXPECT_TRUE(parseProcessEntries(small, 1, false).empty()); // pid 0
    const auto buffer = written(24, abi::kNoInstance);
    EXPECT_LE(parseProcessEntries(std::span(buffer).first(48), 2, true).size(), 3U);
}

} // namespace
} // namespace muster::gpu
