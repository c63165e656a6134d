// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/job.h"

#include <gtest/gtest.h>

namespace muster::container::fetch {
namespace {

TEST(Jobs, AreReadAsTheyWereWritten) {
    const DownloadJob job{"http://h/x", "alice:s\"e\ncret", "/ca.pem", {"127.0.0.1:80"},
        {"0.0.0.0:5050"}, {"10.0.0.5"}, 1'000'000'000'000, std::chrono::hours(1),
        std::chrono::seconds(60), std::chrono::milliseconds(5)};
    const auto read = parseJob(jobText(job));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->url, job.url);
    EXPECT_EQ(read->credentials, job.credentials);
    EXPECT_EQ(read->caFile, job.caFile);
    EXPECT_EQ(read->allow, job.allow);
    EXPECT_EQ(read->own, job.own);
    EXPECT_EQ(read->local, job.local);
    EXPECT_EQ(read->maxBytes, job.maxBytes);
    EXPECT_EQ(read->maxTime, job.maxTime);
    EXPECT_EQ(read->stallLimit, job.stallLimit);
    EXPECT_EQ(read->retryPause, job.retryPause);
}

TEST(Jobs, WithoutALimitAreRefused) {
    for (const char* text : {"", "[]", "{", "{\"url\":\"http://h/\"}",
             "{\"url\":\"http://h/\",\"max_bytes\":-1,\"max_ms\":1,\"stall_ms\":1}",
             "{\"url\":\"http://h/\",\"max_bytes\":1,\"max_ms\":\"1\",\"stall_ms\":1}"})
        EXPECT_FALSE(parseJob(text)) << text;
}

TEST(Jobs, LinesAreReadAsTheyWereWritten) {
    const auto progress = parseLine(lineText(DownloadProgress{5, 12}));
    ASSERT_TRUE(progress);
    EXPECT_EQ(std::get<DownloadProgress>(*progress).bytes, 5U);
    EXPECT_EQ(std::get<DownloadProgress>(*progress).total, 12U);
    const auto end = parseLine(lineText(DownloadEnd{12}));
    ASSERT_TRUE(end);
    EXPECT_EQ(std::get<DownloadEnd>(*end).bytes, 12U);
    for (const auto kind :
        {Error::Kind::Invalid, Error::Kind::NotFound, Error::Kind::Denied, Error::Kind::Conflict,
            Error::Kind::Unavailable, Error::Kind::Timeout, Error::Kind::Internal}) {
        const auto error = parseLine(lineText(Error{"why", kind}));
        ASSERT_TRUE(error);
        EXPECT_EQ(std::get<Error>(*error), (Error{"why", kind}));
    }
    const Error tooLarge{"why", Error::Kind::Invalid, Error::Cause::TooLarge};
    EXPECT_EQ(std::get<Error>(*parseLine(lineText(tooLarge))), tooLarge);
}

TEST(Jobs, ALineCannotPutControlCharactersIntoAMessage) {
    const auto error = parseLine(lineText(Error{"a\n\x1b[31mb", Error::Kind::Invalid}));
    ASSERT_TRUE(error);
    EXPECT_EQ(std::get<Error>(*error).message, "a??[31mb");
    const auto none = parseLine("==1==ERROR\x1b");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message, "no JSON object: ==1==ERROR?");
    const auto huge = parseLine("{\"error\":\"" + std::string(10'000, 'x') + "\"}");
    ASSERT_TRUE(huge);
    EXPECT_EQ(std::get<Error>(*huge).message.size(), 2048U);
}

} // namespace
} // namespace muster::container::fetch
