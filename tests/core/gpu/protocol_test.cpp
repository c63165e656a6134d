// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/protocol.h"

#include <random>

#include <gtest/gtest.h>

namespace muster::gpu {
namespace {

constexpr unsigned kSeed = 20260120;

Discovery machine() {
    Discovery found;
    found.gpus.push_back({.uuid = {"GPU-1"},
        .index = 0,
        .minor = 3,
        .model = "Tesla M60",
        .busId = "00000000:04:00.0",
        .memory = Bytes::mebi(7613),
        .powerLimit = 150000,
        .computeMode = "Default",
        .persistence = true,
        .displayActive = false,
        .mig = std::nullopt,
        .ecc = false,
        .links = {{{"GPU-2"}, 4}},
        .paths = {{{"GPU-2"}, PathLevel::HostBridge}},
        .numaNode = 1});
    found.gpus.push_back({.uuid = {"GPU-2"}, .index = 1, .minor = 0});
    found.classes = {{{"GPU-1"}, "5.2", "tesla"}, {{"GPU-2"}, "", ""}};
    found.unreachable.push_back({2, "GPU is lost"});
    found.driverVersion = "390.30";
    found.cudaVersion = "9.1";
    return found;
}

Sample sample() {
    Sample taken{true,
        {{.uuid = {"GPU-1"},
            .health = GpuHealth::Lost,
            .trouble = "GPU is lost",
            .values = {},
            .processes = {{42, "python3", true, Bytes{4096}}, {43, "", false, std::nullopt}}}}};
    for (std::size_t i = 0; i < kMetricCount; ++i) {
        taken.gpus[0].values[i] = static_cast<MetricValue>(i * 1000) - 1;
    }
    return taken;
}

std::string payloadOf(const std::string& frame) {
    FrameReader reader;
    reader.append(frame);
    return reader.next().value().value();
}

TEST(Protocol, EveryReplyComesBackAsItWasSent) {
    for (const Reply& reply : {Reply(machine()), Reply(sample()), Reply(Answer(Discovery{})),
             Reply(tl::unexpected(Error{"no driver", Error::Kind::NotFound}))}) {
        const auto back = decodeReply(payloadOf(encode(reply)));
        ASSERT_TRUE(back) << back.error().message;
        EXPECT_EQ(*back, reply);
    }
}

TEST(Protocol, EveryRequestComesBackAsItWasSent) {
    for (const auto request :
        {Request::Discover, Request::SampleFast, Request::SampleSlow, Request::Shutdown}) {
        EXPECT_EQ(decodeRequest(payloadOf(encode(request))), request);
    }
    EXPECT_FALSE(decodeRequest(""));
    EXPECT_FALSE(decodeRequest(std::string(1, '\0')));
    EXPECT_FALSE(decodeRequest("\x05"));
    EXPECT_FALSE(decodeRequest("\x01\x01"));
}

TEST(Protocol, FramesArriveWholeFromAnyCutOfTheStream) {
    const auto stream = encode(Reply(machine())) + encode(Reply(sample()));
    FrameReader reader;
    std::vector<std::string> payloads;
    for (const char byte : stream) {
        reader.append({&byte, 1});
        if (auto payload = reader.next().value()) {
            payloads.push_back(*payload);
        }
    }
    ASSERT_EQ(payloads.size(), 2U);
    EXPECT_EQ(decodeReply(payloads[1]).value(), Reply(sample()));
}

TEST(Protocol, RefusesAFrameOverTheLimitBeforeItArrives) {
    FrameReader reader;
    reader.append("\xff\xff\xff\x7f");
    EXPECT_FALSE(reader.next());
}

TEST(Protocol, RefusesEveryTruncationAndEveryAddition) {
    const auto payload = payloadOf(encode(Reply(machine())));
    for (std::size_t size = 0; size < payload.size(); ++size) {
        EXPECT_FALSE(decodeReply(payload.substr(0, size))) << size;
    }
    EXPECT_FALSE(decodeReply(payload + '\0'));
}

TEST(Protocol, SurvivesRandomBytes) {
    SCOPED_TRACE(kSeed);
    std::mt19937 random(kSeed);
    for (int round = 0; round < 20000; ++round) {
        std::string bytes(random() % 200, '\0');
        for (auto& byte : bytes) {
            byte = static_cast<char>(random());
        }
        if (!bytes.empty()) {
            bytes[0] = static_cast<char>(1 + random() % 3);
        }
        if (const auto reply
            = decodeReply(bytes)) { // what is accepted is what its own encoding says
            EXPECT_EQ(payloadOf(encode(*reply)), bytes);
        }
    }
}

TEST(Protocol, SurvivesEveryFlippedBit) {
    const auto payload = payloadOf(encode(Reply(sample())));
    for (std::size_t bit = 0; bit < payload.size() * 8; ++bit) {
        auto bytes = payload;
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
        if (const auto reply = decodeReply(bytes)) {
            EXPECT_EQ(payloadOf(encode(*reply)), bytes) << bit;
        }
    }
}

} // namespace
} // namespace muster::gpu
