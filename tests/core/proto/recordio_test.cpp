// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/recordio.h"

#include <random>

#include <gtest/gtest.h>

namespace muster::proto {
namespace {

std::string decodingError(RecordDecoder& decoder, std::string_view bytes) {
    const auto records = decoder.decode(bytes);
    return records ? "" : records.error().message;
}

TEST(RecordIo, PutsTheLengthBeforeTheRecord) {
    EXPECT_EQ(encodeRecord(R"({"type":"HEARTBEAT"})"), "20\n{\"type\":\"HEARTBEAT\"}");
    EXPECT_EQ(encodeRecord(""), "0\n");
}

TEST(RecordIo, ComesBackHoweverItIsCut) {
    const std::vector<std::string> in
        = {"a", "", std::string(300, 'x'), "1\n2", std::string(1, '\0')};
    std::string stream;
    for (const auto& record : in) {
        stream += encodeRecord(record);
    }
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937_64 random(seed);
        RecordDecoder decoder(1000);
        std::vector<std::string> out;
        for (std::string_view rest = stream; !rest.empty();) {
            const auto piece = rest.substr(0, random() % 40);
            rest.remove_prefix(piece.size());
            const auto records = decoder.decode(piece);
            ASSERT_TRUE(records);
            out.insert(out.end(), records->begin(), records->end());
        }
        ASSERT_EQ(out, in);
        EXPECT_TRUE(decoder.atBoundary());
    }
}

TEST(RecordDecoder, KnowsThatARecordIsUnfinished) {
    RecordDecoder decoder(10);
    ASSERT_TRUE(decoder.decode("3"));
    EXPECT_FALSE(decoder.atBoundary());
    ASSERT_TRUE(decoder.decode("\nab"));
    EXPECT_FALSE(decoder.atBoundary());
    EXPECT_EQ(decoder.decode("c")->front(), "abc");
    EXPECT_TRUE(decoder.atBoundary());
}

TEST(RecordDecoder, RefusesWhatIsNoLengthForGood) {
    for (const auto* wrong : {"x\n", "-1\nx", "\n", "1 \nx", "0x1\nx", "999999999999999999999\n"}) {
        RecordDecoder decoder(10);
        EXPECT_NE(decodingError(decoder, wrong), "") << wrong;
        EXPECT_EQ(decodingError(decoder, "1\na"), "Decoder is in a FAILED state");
        EXPECT_FALSE(decoder.atBoundary());
    }
}

TEST(RecordDecoder, RefusesALargeRecordAtItsLength) {
    RecordDecoder decoder(10);
    EXPECT_EQ(decoder.decode("10\n0123456789")->size(), 1u);
    EXPECT_EQ(decodingError(decoder, "11\n"), "The record has 11 bytes, at most 10 are allowed");
}

TEST(RecordDecoder, RefusesALengthWithoutEnd) {
    RecordDecoder decoder(10);
    EXPECT_NE(decodingError(decoder, std::string(100, '0')), "");
    RecordDecoder other(10);
    std::string error;
    for (int i = 0; i < 100 && error.empty(); ++i) {
        error = decodingError(other, "0");
    }
    EXPECT_EQ(error, "Failed to decode length '000000000000000000000'");
}

} // namespace
} // namespace muster::proto
