// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/linker_cache.h"

#include <cstring>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/container/files.h"
#include "core/container/process.h"
#include "tests/core/container/driver/fake_root.h"

namespace muster::container::driver {
namespace {

const std::vector<CacheRow> twoKinds{
    {x86_64, "libcuda.so.1", "/usr/lib/x86_64-linux-gnu/libcuda.so.1"},
    {i386, "libcuda.so.1", "/usr/lib/i386-linux-gnu/libcuda.so.1", 0x020363},
    {x32, "libcuda.so.1", "/usr/libx32/libcuda.so.1"}, {0x0301, "libold.so.1", "/lib/libold.so.1"}};

const std::vector<CachedLibrary> twoKindsRead{
    {"libcuda.so.1", "/usr/lib/x86_64-linux-gnu/libcuda.so.1", true, 0},
    {"libcuda.so.1", "/usr/lib/i386-linux-gnu/libcuda.so.1", false, 0x020363}};

TEST(LinkerCache, GivesTheLibrariesOfBothWidths) {
    const auto libraries = parseLinkerCache(cacheOf(twoKinds));
    ASSERT_TRUE(libraries) << libraries.error().message;
    EXPECT_EQ(*libraries, twoKindsRead);
}

TEST(LinkerCache, IsFoundBehindTheOldFormat) {
    for (const std::uint32_t count : {0U, 1U, 2U, 3U}) {
        std::string bytes = "ld.so-1.7.0";
        bytes.resize(12);
        put(bytes, count);
        bytes.resize(16 + 12 * count);
        bytes.resize((bytes.size() + 7) / 8 * 8);
        const auto libraries = parseLinkerCache(bytes + cacheOf(twoKinds));
        ASSERT_TRUE(libraries) << count << ": " << libraries.error().message;
        EXPECT_EQ(*libraries, twoKindsRead);
    }
}

TEST(LinkerCache, LeavesOutWhatIsNoPath) {
    const auto libraries = parseLinkerCache(cacheOf({{x86_64, "liba.so.1", "lib/liba.so.1"},
        {x86_64, "libb.so.1", "/lib/../etc/passwd"}, {x86_64, "../libc.so.1", "/lib/libc.so.1"},
        {x86_64, "", "/lib/libd.so"}, {x86_64, "libe.so.1", ""}, {x86_64, "..", "/lib/libf.so"},
        {x86_64, "libg.so.1", "/" + std::string(5000, 'g')}}));
    ASSERT_TRUE(libraries);
    EXPECT_TRUE(libraries->empty());
}

TEST(LinkerCache, ThatIsNoneIsRefused) {
    for (const std::string& bytes :
        {std::string(), std::string("hello"), std::string("glibc-ld.so.cache1.1"),
            std::string("glibc-ld.so.cache1.0") + std::string(100, '\0'),
            std::string("ld.so-1.7.0\0\xff\xff\xff\xff", 16)})
        EXPECT_FALSE(parseLinkerCache(bytes));
    auto bigEndian = cacheOf(twoKinds);
    bigEndian[28] = 3;
    EXPECT_FALSE(parseLinkerCache(bigEndian));
}

TEST(LinkerCache, CutAnywhereNeitherCrashesNorInvents) {
    const auto whole = cacheOf(twoKinds);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto libraries = parseLinkerCache(std::string_view(whole).substr(0, size));
        EXPECT_LT(libraries ? libraries->size() : 0, 3U);
    }
}

TEST(LinkerCache, WithOneWrongByteNeitherCrashesNorLeavesThePlainPath) {
    const auto whole = cacheOf(twoKinds);
    for (std::size_t at = 0; at < whole.size(); ++at) {
        auto bytes = whole;
        bytes[at] = static_cast<char>(~bytes[at]);
        const auto libraries = parseLinkerCache(bytes);
        for (const auto& library : libraries ? *libraries : std::vector<CachedLibrary>())
            EXPECT_TRUE(library.path.starts_with('/')) << library.path;
    }
}

TEST(LinkerCache, WithAHugeCountIsRefused) {
    auto bytes = cacheOf(twoKinds);
    std::memset(bytes.data() + 20, 0xff, 4);
    const auto libraries = parseLinkerCache(bytes);
    ASSERT_FALSE(libraries);
    EXPECT_NE(libraries.error().message.find("counts 4294967295 libraries"), std::string::npos);
}

// The host's own, against what ldconfig prints of it.
TEST(LinkerCache, OfThisHostIsWhatLdconfigPrints) {
    const auto bytes = readFile("/etc/ld.so.cache");
    const auto printed = runProgram({"/sbin/ldconfig", "-p"}, std::chrono::seconds(30));
    if (!bytes || !printed || printed->exitCode != 0)
        GTEST_SKIP() << "this host has no linker cache";
    const auto libraries = parseLinkerCache(*bytes);
    ASSERT_TRUE(libraries) << libraries.error().message;
    EXPECT_FALSE(libraries->empty());
    std::size_t seen = 0; // the output is cut at 16 KiB
    for (const auto& library : *libraries)
        seen += printed->output.find(" => " + library.path + '\n') != std::string::npos ? 1 : 0;
    EXPECT_GE(seen, std::min<std::size_t>(libraries->size(), 50));
}

} // namespace
} // namespace muster::container::driver
