// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <random>

#include <gtest/gtest.h>

#include "core/kernel/resources/resources.h"

namespace muster {
namespace {

constexpr std::size_t kMega = 1 << 20;

std::string repeated(std::string_view piece, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        out += piece;
    }
    return out;
}

std::string attributeRefusal(const std::string& text) {
    const auto parsed = parseAttributes(text);
    return parsed ? "" : parsed.error().message;
}

// Generous, also for a sanitizer build on a busy machine; something quadratic needs minutes.
class HostileResources : public testing::Test {
protected:
    void TearDown() override {
        EXPECT_LT(std::chrono::steady_clock::now() - m_start, std::chrono::seconds(20));
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

TEST_F(HostileResources, AreRefusedWithAShortMessage) {
    for (const auto* piece :
        {"a", "(", ")", ":", "a:", "[", "{", "a:[", "a:{,", "-", "9", "\"", "\\", "\xff"}) {
        const auto parsed = Resources::parse(repeated(piece, kMega));
        ASSERT_FALSE(parsed) << piece;
        EXPECT_LT(parsed.error().message.size(), 400U) << piece;
        EXPECT_LT(attributeRefusal(repeated(piece, kMega)).size(), 400U) << piece;
    }
}

TEST_F(HostileResources, MayHaveAHundredThousandNames) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) {
        text += fmt::format("r{}:1;", 99'999 - i);
    }
    const auto parsed = Resources::parse(text);
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(parsed->items().size(), 100'000U);
    EXPECT_EQ(*parsed + *parsed - *parsed, *parsed);
}

TEST_F(HostileResources, MayNameOneRangeAHundredThousandTimes) {
    std::string parts;
    std::string list;
    for (int i = 0; i < 100'000; ++i) {
        parts += fmt::format("ports:[{0}-{0}];", 2 * i);
        list += fmt::format("{0}{1}-{1}", i == 0 ? "" : ",", 2 * i);
    }
    const auto apart = Resources::parse(parts);
    const auto together = Resources::parse("ports:[" + list + "]");
    ASSERT_TRUE(apart && together);
    EXPECT_EQ(*apart, *together);
    EXPECT_TRUE((*apart - *together).empty());
}

TEST_F(HostileResources, MayBeDeepJsonOnlyToALimit) {
    for (const auto* piece : {"[", "[{\"a\":", "{\"a\":"}) {
        const auto parsed = Resources::parse("[" + repeated(piece, kMega / 8));
        ASSERT_FALSE(parsed);
        EXPECT_EQ(parsed.error().message,
            "Some JSON resources were not formatted properly: nested more than 16 deep");
    }
    EXPECT_FALSE(
        Resources::parse(R"([{"name":")" + repeated("[", kMega) + R"(\"[","type":"SCALAR"}])"));
}

TEST_F(HostileResources, MayBeWideJson) {
    std::string members = "[{";
    for (int i = 0; i < 100'000; ++i) {
        members += fmt::format("{}\"m{}\":1", i == 0 ? "" : ",", i);
    }
    EXPECT_FALSE(Resources::parse(members + "}]"));
    const auto items = repeated(R"({"name":"x","type":"SCALAR","scalar":{"value":1}},)", 20'000);
    const auto parsed = Resources::parse("[" + items.substr(0, items.size() - 1) + "]");
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(parsed->text(), "x:20000");
}

TEST_F(HostileResources, PrintBytesThatAreNotUtf8) {
    const auto parsed = Resources::parse("\xff\xfe:1");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->text(), "\xff\xfe:1");
    EXPECT_NE(parsed->json().find("\xef\xbf\xbd"), std::string::npos);
}

TEST_F(HostileResources, OfRandomBytesNeverCrashAndRoundTripWhenAccepted) {
    constexpr std::string_view kAlphabet = "ac:;:;()[]{},-0159. \"\\e\n";
    for (unsigned seed = 0; seed < 20'000; ++seed) {
        std::mt19937 random(seed);
        std::string text;
        for (auto left = random() % 24; left > 0; --left) {
            text += kAlphabet[random() % kAlphabet.size()];
        }
        if (const auto parsed = Resources::parse(text)) {
            EXPECT_EQ(Resources::parse(parsed->text()), parsed) << "seed " << seed << ": " << text;
        }
    }
}

} // namespace
} // namespace muster
