// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/stubs/logging.h>
#include <gtest/gtest.h>

#include "core/proto/agent.h"
#include "core/proto/checkpoint.h"
#include "core/proto/encoding.h"
#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"
#include "core/proto/mesos_json.h"
#include "core/proto/muster/v1/console.pb.h"
#include "tests/core/proto/samples.h"
#include "tests/support/bundle.h"

namespace muster::proto {
namespace {

constexpr std::array kEncodings = {Encoding::Binary, Encoding::Json};

std::string nestedJson(int depth, std::string_view open, std::string_view close) {
    std::string out;
    for (int i = 0; i < depth; ++i) {
        out += open;
    }
    out += "1";
    for (int i = 0; i < depth; ++i) {
        out += close;
    }
    return out;
}

// Groups need no length, so they nest as deep as there are bytes.
std::string nestedGroups(int depth) {
    return std::string(depth, '\x0b') + std::string(depth, '\x0c');
}

TEST(Encoding, GivesTheMessageBackInBoth) {
    for (const auto encoding : kEncodings) {
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            SCOPED_TRACE(seed);
            Samples samples(seed);
            const auto in = toProto(
                cluster::AgentCommand(cluster::RunTask{samples.framework(), samples.task()}));
            muster::v1::AgentCommand out;
            const auto status = decode(encode(in, encoding), encoding, out);
            ASSERT_TRUE(status) << status.error().message;
            EXPECT_EQ(out.SerializeAsString(), in.SerializeAsString());
        }
    }
}

TEST(Encoding, GoesByTheSubprotocol) {
    EXPECT_EQ(encodingOf(kJsonSubprotocol), Encoding::Json);
    EXPECT_EQ(encodingOf(kBinarySubprotocol), Encoding::Binary);
    EXPECT_EQ(encodingOf(""), Encoding::Binary);
}

TEST(Json, HasTheFieldNamesOfTheSchema) {
    muster::v1::Request request;
    request.mutable_kill_job()->set_job_id("job-1");
    EXPECT_EQ(encode(request, Encoding::Json), R"({"kill_job":{"job_id":"job-1"}})");
}

TEST(Json, OfANewerClientIsReadWithoutItsNewFields) {
    muster::v1::Request request;
    ASSERT_TRUE(decode(R"({"id":"7","brand_new":{"a":[1]}})", Encoding::Json, request));
    EXPECT_EQ(request.id(), 7u);
}

TEST(Decode, RefusesFiveMegabytes) {
    for (const auto encoding : kEncodings) {
        muster::v1::Request request;
        const auto status = decode(std::string(5 << 20, ' '), encoding, request);
        ASSERT_FALSE(status);
        EXPECT_EQ(
            status.error().message, "The message has 5242880 bytes, at most 4194304 are allowed");
    }
}

TEST(Decode, RefusesHundredLevelsOfJson) {
    for (const auto& [open, close] : {std::pair{"[", "]"}, std::pair{R"({"a":)", "}"}}) {
        muster::v1::Request request;
        const auto status = decode(
            R"({"brand_new":)" + nestedJson(100, open, close) + "}", Encoding::Json, request);
        ASSERT_FALSE(status);
        EXPECT_EQ(
            status.error().message, "Failed to parse body into JSON: nested deeper than 64 levels");
        EXPECT_TRUE(decode(
            R"({"brand_new":)" + nestedJson(60, open, close) + "}", Encoding::Json, request));
    }
}

TEST(Decode, BracketsInAStringAreNoDepth) {
    muster::v1::Request request;
    EXPECT_TRUE(decode(R"({"kill_job":{"job_id":"\")" + std::string(200, '[') + R"("}})",
        Encoding::Json, request));
}

TEST(Decode, RefusesHundredLevelsOfBinary) {
    muster::v1::Request request;
    EXPECT_FALSE(decode(nestedGroups(100), Encoding::Binary, request));
    EXPECT_FALSE(decode(nestedGroups(1'000'000), Encoding::Binary, request));
    EXPECT_TRUE(decode(nestedGroups(30), Encoding::Binary, request));
}

// Found by fuzzing: a chain of parents that binary allowed was written as JSON that nobody could
// read.
TEST(Decode, WhatIsReadAsBinaryCanBeReadAgainAsJson) {
    for (int depth = 1; depth < 100; ++depth) {
        mesos::v1::ContainerID chain;
        auto* innermost = &chain;
        for (int level = 0; level < depth; ++level) {
            innermost->set_value("c");
            innermost = innermost->mutable_parent();
        }
        innermost->set_value("root");
        mesos::v1::ContainerID read;
        const bool allowed = decode(chain.SerializeAsString(), Encoding::Binary, read).has_value();
        EXPECT_EQ(allowed, depth <= kMaximumNesting) << depth;
        if (allowed) {
            EXPECT_TRUE(readMesosJson(toMesosJson(chain), read)) << depth;
        }
    }
}

TEST(Decode, RefusesEveryTruncation) {
    Samples samples(5);
    const auto message
        = toProto(cluster::AgentCommand(cluster::RunTask{samples.framework(), samples.task()}));
    for (const auto encoding : kEncodings) {
        const auto bytes = encode(message, encoding);
        for (std::size_t length = 1; length < bytes.size(); ++length) {
            muster::v1::AgentCommand out;
            EXPECT_FALSE(decode(bytes.substr(0, length), encoding, out)) << length;
        }
    }
}

TEST(Decode, RefusesTextThatIsNoUtf8InCallsOfFrameworks) {
    mesos::v1::scheduler::Call call, read;
    call.set_type(mesos::v1::scheduler::Call::MESSAGE);
    call.mutable_message()->mutable_agent_id()->set_value("a");
    call.mutable_message()->mutable_executor_id()->set_value("\xe6\xbc\xa2");
    call.mutable_message()->set_data("\xff"); // bytes may be anything
    EXPECT_TRUE(decode(call.SerializeAsString(), Encoding::Binary, read));
    call.mutable_message()->mutable_executor_id()->set_value("e\xff");
    const auto status = decode(call.SerializeAsString(), Encoding::Binary, read);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "Failed to parse body into Call protobuf");
    call.clear_message();
    call.mutable_revive()->add_roles("a");
    call.mutable_revive()->add_roles("\xc0\x80");
    EXPECT_FALSE(decode(call.SerializeAsString(), Encoding::Binary, read));
}

TEST(Decode, FindsABrokenCharacterWhereverInATextItIs) {
    for (std::size_t at = 0; at < 20; ++at) {
        mesos::v1::scheduler::Call call, read;
        call.set_type(mesos::v1::scheduler::Call::REVIVE);
        auto& role = *call.mutable_revive()->add_roles();
        role = std::string(20, 'a').replace(at, 1, "\xc3\xa9");
        EXPECT_TRUE(decode(call.SerializeAsString(), Encoding::Binary, read)) << at;
        role[at + 1] = 'a';
        EXPECT_FALSE(decode(call.SerializeAsString(), Encoding::Binary, read)) << at;
    }
}

TEST(Decode, NamesWhatIsMissing) {
    mesos::v1::TaskInfo info;
    const auto binary = decode("\x0a\x01t", Encoding::Binary, info);
    ASSERT_FALSE(binary);
    EXPECT_EQ(binary.error().message, "Not initialized: task_id, agent_id");
    // One: of several protobuf's JSON names any, by a hash that the clock seeds.
    const auto json = decode(R"({"name":"t","agent_id":{"value":"a"}})", Encoding::Json, info);
    ASSERT_FALSE(json);
    EXPECT_NE(json.error().message.find("task_id"), std::string::npos) << json.error().message;
}

TEST(Decode, AMissingTaskIsNoCrash) {
    muster::v1::AgentCommand run;
    run.mutable_run();
    EXPECT_FALSE(fromProto(run)) << "it has no id to run under";
    muster::v1::AgentMessage registration;
    registration.mutable_register_()->add_tasks();
    *registration.mutable_register_()->mutable_facts()->mutable_resources()
        = test::bundle("cpus:1");
    EXPECT_FALSE(fromProto(registration)) << "it has no id to be known under";
}

// Whatever parses is also carried on into the kernel's values.
template <typename Message>
void feed(const std::string& bytes, Encoding encoding) {
    Message message;
    if (decode(bytes, encoding, message)) {
        if constexpr (requires { fromProto(message); }) {
            (void)fromProto(message);
        }
        muster::v1::Request other;
        (void)decode(encode(message, encoding), encoding, other);
    }
}

TEST(Decode, NeverCrashesOnRandomBytes) {
    const google::protobuf::LogSilencer silencer; // it tells of every wrong byte
    int changed = 0;
    for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
        SCOPED_TRACE(seed);
        Samples samples(seed);
        const auto encoding = kEncodings[seed % 2];
        auto bytes = samples.bytes(200);
        if (seed % 4 < 2) {
            // A true message with a few wrong bytes comes further than noise does.
            cluster::Register in{.id = {"S"}, .info = samples.agent()};
            in.tasks.push_back({{"F"}, samples.task(), samples.status(), {}});
            bytes = encode(toProto(cluster::AgentMessage(std::move(in))), encoding);
            for (auto count = 1 + samples.upTo(3); count > 0; --count) {
                bytes[samples.upTo(bytes.size() - 1)] = static_cast<char>(samples.upTo(255));
            }
            ++changed;
        }
        feed<muster::v1::AgentMessage>(bytes, encoding);
        feed<muster::v1::AgentCommand>(bytes, encoding);
        feed<mesos::v1::scheduler::Call>(bytes, encoding);
        feed<muster::v1::TaskCheckpoint>(bytes, encoding);
        feed<muster::v1::AgentCheckpoint>(bytes, encoding);
        feed<muster::v1::Request>(bytes, encoding);
    }
    EXPECT_EQ(changed, 10'000);
}

} // namespace
} // namespace muster::proto
