// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/unpack/options.h"

#include <gtest/gtest.h>

namespace muster::unpack {
namespace {

Result<Options> parse(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "muster-unpack");
    std::vector<char*> argv;
    for (auto& argument : arguments)
        argv.push_back(argument.data());
    return parseOptions(static_cast<int>(argv.size()), argv.data());
}

std::string errorOf(std::vector<std::string> arguments) {
    const auto options = parse(std::move(arguments));
    return options ? "" : options.error().message;
}

TEST(UnpackOptions, OfALayerAreItsLimits) {
    const auto options
        = parse({"layer", "--max-bytes=21474836480", "--max-entries=1000000", "--max-seconds=600"});
    ASSERT_TRUE(options) << options.error().message;
    EXPECT_EQ(options->mode, Options::Mode::Layer);
    EXPECT_EQ(options->maxBytes, std::uint64_t{20} << 30);
    EXPECT_EQ(options->maxEntries, 1000000);
    EXPECT_EQ(options->maxSeconds, 600);
}

TEST(UnpackOptions, OfAnArchiveHaveAnOwner) {
    const auto options = parse(
        {"archive", "--max-bytes=1", "--max-entries=1", "--max-seconds=1", "--owner=1000:1001"});
    ASSERT_TRUE(options) << options.error().message;
    EXPECT_EQ(options->owner.user, 1000);
    EXPECT_EQ(options->owner.group, 1001);
}

TEST(UnpackOptions, AreAllRequired) {
    EXPECT_EQ(errorOf({"layer", "--max-entries=1", "--max-seconds=1"}), "--max-bytes is missing");
    EXPECT_EQ(errorOf({"archive", "--max-bytes=1", "--max-entries=1", "--max-seconds=1"}),
        "--owner is missing");
    EXPECT_EQ(errorOf({}), "muster-unpack is called with 'layer' or 'archive' and its limits");
}

TEST(UnpackOptions, AreNumbersWithinTheirRange) {
    EXPECT_EQ(errorOf({"layer", "--max-seconds=1h"}),
        "--max-seconds=1h is no number between 0 and 604800");
    EXPECT_EQ(errorOf({"layer", "--max-bytes=-1"}),
        "--max-bytes=-1 is no number between 0 and 9223372036854775807");
    EXPECT_EQ(errorOf({"archive", "--owner=4294967296:0"}),
        "--owner=4294967296 is no number between 0 and 2147483647");
    EXPECT_EQ(errorOf({"archive", "--owner=0"}), "--owner=0 is not UID:GID");
}

TEST(UnpackOptions, OfTheOtherModeAreUnknown) {
    EXPECT_EQ(errorOf({"layer", "--owner=0:0"}), "--owner=0:0 is no flag of 'layer'");
    EXPECT_EQ(errorOf({"layer", "max-bytes=1"}), "max-bytes=1 is no flag of 'layer'");
    EXPECT_EQ(errorOf({"layer", "--"}), "-- is no flag of 'layer'");
}

} // namespace
} // namespace muster::unpack
