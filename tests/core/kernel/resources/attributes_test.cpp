// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/kernel/resources/resources.h"

namespace muster {
namespace {

TEST(Attributes, AreTextScalarsAndRanges) {
    const auto parsed = parseAttributes("rack:abc;zone:west;level:10;keys:[1000-1500]");
    ASSERT_TRUE(parsed) << parsed.error().message;
    const Attributes wanted = {{"rack", "abc"}, {"zone", "west"}, {"level", Milli::whole(10)},
        {"keys", Ranges({{1000, 1500}})}};
    EXPECT_EQ(*parsed, wanted);
    EXPECT_EQ(attributesText(*parsed), "rack:abc;zone:west;level:10;keys:[1000-1500]");
}

TEST(Attributes, KeepTheirOrderAndRepeatedNames) {
    const auto parsed = parseAttributes("b:2;a:1;b:1");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(attributesText(*parsed), "b:2;a:1;b:1");
}

TEST(Attributes, MayHoldColonsAndInnerSpaces) {
    const auto parsed = parseAttributes(" gpu : Tesla M60 ;; image: nvidia/cuda:8.0 ;level:-0.5");
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(attributesText(*parsed), "gpu:Tesla M60;image:nvidia/cuda:8.0;level:-0.5");
    EXPECT_EQ(parseAttributes(attributesText(*parsed)), parsed);
}

TEST(Attributes, KeepAsTextWhatIsTooLargeForANumber) {
    const auto parsed = parseAttributes("serial:12345678901234567890;x:nan");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(attributesText(*parsed), "serial:12345678901234567890;x:nan");
}

TEST(Attributes, NameTheOffendingPartAndTheRemedy) {
    const auto refusal = [](std::string_view text) {
        const auto parsed = parseAttributes(text);
        return parsed ? "accepted" : parsed.error().message;
    };
    EXPECT_EQ(
        refusal("rack"), "Invalid attribute key:value pair 'rack': write for example rack:abc");
    EXPECT_EQ(
        refusal("a:1;:x"), "Invalid attribute key:value pair ':x': write for example rack:abc");
    EXPECT_EQ(
        refusal("rack:"), "Invalid attribute key:value pair 'rack:': write for example rack:abc");
    EXPECT_EQ(
        refusal("a:{x}"), "Bad type for attribute a value {x}: write a word, a number or [1-5]");
    EXPECT_EQ(refusal("a:[1"),
        "Failed to parse attribute a: Mismatched brackets: write ranges as [1-5, 9-9]");
}

} // namespace
} // namespace muster
