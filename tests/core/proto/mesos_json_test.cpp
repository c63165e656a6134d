// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/mesos_json.h"

#include <fstream>

#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include "core/proto/encoding.h"
#include "core/proto/mesos/v1/agent/agent.pb.h"
#include "core/proto/mesos/v1/executor/executor.pb.h"
#include "core/proto/mesos/v1/master/master.pb.h"
#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"
#include "tests/core/proto/random_message.h"
#include "tests/support/paths.h"

namespace muster::proto {
namespace {

// What reading the text says: nothing, or the error.
template <typename Message = mesos::v1::scheduler::Call>
std::string errorOf(std::string_view json) {
    Message message;
    const auto status = readMesosJson(json, message);
    return status ? "" : status.error().message;
}

template <typename Message = mesos::v1::scheduler::Call>
Message read(std::string_view json) {
    Message message;
    const auto status = readMesosJson(json, message);
    EXPECT_TRUE(status) << json << ": " << status.error().message;
    return message;
}

template <typename Message = mesos::v1::scheduler::Call>
std::string rewritten(std::string_view json) {
    return toMesosJson(read<Message>(json));
}

mesos::v1::Value::Scalar scalar(double value) {
    mesos::v1::Value::Scalar out;
    out.set_value(value);
    return out;
}

// Every line of a recording, read and written, is the same line.
template <typename Message>
void expectIdentity(const std::string& file, int lines) {
    std::ifstream in(MUSTER_SOURCE_DIR "/tests/data/mesos/" + file);
    std::string line;
    int seen = 0;
    for (; std::getline(in, line); ++seen) {
        EXPECT_EQ(rewritten<Message>(line), line) << file << ":" << seen + 1;
    }
    EXPECT_EQ(seen, lines);
}

TEST(MesosJson, OfARecordedMesosIsWrittenByteForByte) {
    expectIdentity<mesos::v1::scheduler::Event>("scheduler_events.jsonl", 56);
    expectIdentity<mesos::v1::master::Event>("operator_events.jsonl", 34);
    expectIdentity<mesos::v1::master::Response>("master_responses.jsonl", 15);
    expectIdentity<mesos::v1::agent::Response>("agent_responses.jsonl", 8);
}

template <typename Message>
void expectRoundTrips(std::uint64_t seeds) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        SCOPED_TRACE(seed);
        Message in;
        RandomMessage(seed, RandomMessage::Nulls::None).fill(in);
        in.ParseFromString(in.SerializeAsString()); // a key of a map only once
        const auto json = toMesosJson(in);
        if (json.size() > kMaximumMessage) {
            continue;
        }
        const auto out = read<Message>(json);
        // What is unset and what has its default are the same text.
        google::protobuf::util::MessageDifferencer differencer;
        differencer.set_message_field_comparison(
            google::protobuf::util::MessageDifferencer::EQUIVALENT);
        ASSERT_TRUE(differencer.Compare(in, out)) << json;
        ASSERT_EQ(toMesosJson(out), json);
    }
}

TEST(MesosJson, GivesEveryCallAndEventBack) {
    expectRoundTrips<mesos::v1::scheduler::Call>(300);
    expectRoundTrips<mesos::v1::scheduler::Event>(300);
    expectRoundTrips<mesos::v1::executor::Call>(300);
    expectRoundTrips<mesos::v1::executor::Event>(300);
    expectRoundTrips<mesos::v1::master::Call>(300);
    expectRoundTrips<mesos::v1::master::Response>(300);
    expectRoundTrips<mesos::v1::agent::Call>(300);
    expectRoundTrips<mesos::v1::agent::Response>(300);
    expectRoundTrips<mesos::v1::agent::ProcessIO>(300);
}

TEST(MesosJson, GivesDoublesBackBitForBit) {
    RandomMessage random(7);
    for (int i = 0; i < 20'000; ++i) {
        const double value = random.number();
        const auto out = read<mesos::v1::Value::Scalar>(toMesosJson(scalar(value)));
        ASSERT_EQ(std::bit_cast<std::uint64_t>(out.value()), std::bit_cast<std::uint64_t>(value));
    }
}

TEST(MesosJsonWriter, WritesDoublesAsRapidJsonDoes) {
    const std::pair<double, std::string_view> cases[] = {{15, "15.0"}, {0, "0.0"}, {-0.0, "-0.0"},
        {0.1, "0.1"}, {1795169372.872296, "1795169372.872296"}, {1e20, "100000000000000000000.0"},
        {1e21, "1e21"}, {-1.5e300, "-1.5e300"}, {0.000001, "0.000001"}, {1e-7, "1e-7"},
        {1.25e-9, "1.25e-9"}, {std::numeric_limits<double>::infinity(), "\"Infinity\""},
        {std::numeric_limits<double>::quiet_NaN(), "null"}};
    for (const auto& [value, text] : cases) {
        EXPECT_EQ(toMesosJson(scalar(value)), fmt::format(R"({{"value":{}}})", text));
    }
}

TEST(MesosJsonWriter, EscapesWhatJsonCannotHold) {
    mesos::v1::TaskID id;
    id.set_value("a\"\\/\n\x01\x7f é\xff\xc0\xaf\xed\xa0\x80");
    EXPECT_EQ(toMesosJson(id),
        "{\"value\":\"a\\\"\\\\/\\n\\u0001\x7f é\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
        "\xef\xbf\xbd\xef\xbf\xbd\"}");
}

TEST(MesosJsonWriter, WritesBytesAsBase64AndBigNumbersAsNumbers) {
    mesos::v1::master::Response::ReadFile file;
    file.set_size(std::numeric_limits<std::uint64_t>::max());
    for (const auto& [data, base64] : {std::pair{"", ""}, {"M", "TQ=="}, {"Ma", "TWE="},
             {"Man", "TWFu"}, {"\xff\xfe\xfd\xfc", "//79/A=="}}) {
        file.set_data(data);
        EXPECT_EQ(toMesosJson(file),
            fmt::format(R"({{"size":18446744073709551615,"data":"{}"}})", base64));
    }
}

TEST(MesosJsonWriter, WritesMapsAsObjectsSortedByKey) {
    mesos::v1::agent::Call::LaunchContainer launch;
    launch.mutable_container_id()->set_value("c");
    (*launch.mutable_limits())["mem"] = scalar(std::numeric_limits<double>::infinity());
    (*launch.mutable_limits())["cpus"] = scalar(2);
    EXPECT_EQ(toMesosJson(launch),
        R"({"container_id":{"value":"c"},"limits":{"cpus":{"value":2.0},"mem":{"value":"Infinity"}}})");
    EXPECT_EQ(
        read<mesos::v1::agent::Call::LaunchContainer>(toMesosJson(launch)).limits().size(), 2u);
}

TEST(MesosJsonWriter, WritesDeclaredDefaultsButNotOfRole) {
    EXPECT_EQ(rewritten<mesos::v1::CommandInfo>(R"({"value":"true"})"),
        R"({"shell":true,"value":"true"})");
    EXPECT_EQ(rewritten<mesos::v1::FrameworkInfo>(R"({"user":"u","name":"n"})"),
        R"({"user":"u","name":"n","failover_timeout":0.0,"checkpoint":false})");
}

TEST(MesosJsonWriter, WritesTheEmptyListsThatMesosDoes) {
    EXPECT_EQ(toMesosJson(mesos::v1::master::Response::GetTasks()),
        R"({"tasks":[],"unreachable_tasks":[],"completed_tasks":[]})");
    EXPECT_EQ(toMesosJson(mesos::v1::master::Response::GetRoles()), "{}");
    EXPECT_EQ(toMesosJson(mesos::v1::agent::Response::GetExecutors()),
        R"({"executors":[],"completed_executors":[]})");
}

TEST(MesosJsonReader, IsAsLenientAsMesos) {
    const auto call = read(R"( {
        "framework_id": null, "brand_new": {"a": [1, {"b": null}]}, "type": "ACCEPT",
        "subscribe": null,
        "accept": {"offer_ids": {"value": "O1"}, "operations": [null, {"type": "BRAND_NEW"},
            {"type": "LAUNCH", "launch": {"task_infos": [[{"name": "n", "task_id": {"value": "t"},
             "agent_id": {"value": "a"}, "data": "TW\nFu", "limits": {"mem": {"value": "Infinity"}},
             "command": {"shell": "false", "value": "caf\u00e9 \ud83d\ude00"},
             "resources": {"name": "cpus", "type": "SCALAR", "scalar": {"value": "0.5"}},
             "health_check": {"http": {"port": 80, "statuses": "200"}}}]]}}],
          "filters": {"refuse_seconds": 5}}} )");
    EXPECT_FALSE(call.has_framework_id());
    ASSERT_EQ(call.accept().offer_ids_size(), 1);
    ASSERT_EQ(call.accept().operations_size(), 2);
    EXPECT_FALSE(call.accept().operations(0).has_type());
    const auto& task = call.accept().operations(1).launch().task_infos(0);
    EXPECT_EQ(task.data(), "Man");
    EXPECT_TRUE(std::isinf(task.limits().at("mem").value()));
    EXPECT_FALSE(task.command().shell());
    EXPECT_EQ(task.command().value(), "café 😀");
    EXPECT_EQ(task.resources(0).scalar().value(), 0.5);
    EXPECT_EQ(task.health_check().http().statuses(0), 200u);
    EXPECT_EQ(call.accept().filters().refuse_seconds(), 5);
}

TEST(MesosJsonReader, TakesTheLastOfAKeyThatComesTwice) {
    const auto call = read(R"({"kill":{"task_id":{"value":"a"}},"kill":{"task_id":{"value":"b"}},)"
                           R"("revive":{"roles":["x"],"roles":["y"]},"type":"KILL","type":null})");
    EXPECT_EQ(call.kill().task_id().value(), "b");
    EXPECT_EQ(call.revive().roles_size(), 1);
    EXPECT_FALSE(call.has_type());
}

TEST(MesosJsonReader, SaysWhereTheSyntaxIsWrong) {
    const std::string prefix = "Failed to parse body into JSON: ";
    const std::pair<std::string_view, std::string_view> cases[] = {
        {R"({"type")", "syntax error at line 1 near: "}, // recorded
        {"", "syntax error at line 1 near: "},
        {"nonsense", "syntax error at line 1 near: onsense"},
        {"{\n\"type\": SUBSCRIBE,\n}", "syntax error at line 2 near: SUBSCRIBE,"},
        {"{\"a\":1,}", "syntax error at line 1 near: }"},
        {"{\"a\":tru}", "syntax error at line 1 near: }"},
        {"{\"a\":\"x\ny\"}", "syntax error at line 1 near: "},
        {"{\"a\":\"\\ud800\"}", "syntax error at line 1 near: \"}"},
        {"{\"a\":\"\\q\"}", "syntax error at line 1 near: \"}"},
        {"{\"a\":\"\xff\"}", "syntax error at line 1 near: \xff\"}"},
        {"{\"a\":1.2.3}", "syntax error at line 1 near: }"},
        {"{\"a\":1e999}", "Value out of range"},
        {"{} x", "Parsed JSON included non-whitespace trailing characters: x"},
    };
    for (const auto& [json, error] : cases) {
        EXPECT_EQ(errorOf(json), prefix + std::string(error)) << json;
    }
}

TEST(MesosJsonReader, SaysWhatDoesNotFitTheCall) {
    const std::string prefix = "Failed to convert JSON into Call protobuf: ";
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"[]", "Expecting a JSON object"},
        {R"({"type":1})", "Not expecting a JSON number for field 'type'"},
        {R"({"type":["KILL"]})", "Not expecting a JSON array for field 'type'"},
        {R"({"type":{}})", "Not expecting a JSON object for field 'type'"},
        {R"({"accept":true})", "Not expecting a JSON boolean for field 'accept'"},
        {R"({"accept":"x"})", "Not expecting a JSON string for field 'accept'"},
        {R"({"acknowledge":{"uuid":"!"}})",
            "Failed to base64 decode bytes field 'uuid': Invalid character '!'"},
        {R"({"decline":{"filters":{"refuse_seconds":"NaN"}}})",
            "Failed to parse 'NaN' as a JSON number for field 'refuse_seconds': "
            "syntax error at line 1 near: NaN"},
        {R"({"accept":{"operations":[{"create_disk":{"target_type":"X"}}]}})",
            "Failed to find enum for 'X'"},
        {R"({"kill":{"kill_policy":{"grace_period":{"nanoseconds":1e300}}}})",
            "Value out of range for field 'nanoseconds'"},
        {R"({"subscribe":{"framework_info":{"name":"n"}}})",
            "Missing required fields: subscribe.framework_info.user"},
    };
    for (const auto& [json, error] : cases) {
        EXPECT_EQ(errorOf(json), prefix + std::string(error)) << json;
    }
}

TEST(MesosJsonReader, LooksAtTheWholeSyntaxFirst) {
    EXPECT_EQ(errorOf(R"({"type":1,"a")"),
        "Failed to parse body into JSON: syntax error at line 1 near: ");
}

TEST(MesosJsonReader, LeavesWhatItReadOfAnUnfinishedCall) {
    mesos::v1::scheduler::Call call;
    ASSERT_FALSE(readMesosJson(R"({"type":"KILL","kill":{"agent_id":{"value":"S"}}})", call));
    EXPECT_EQ(call.type(), mesos::v1::scheduler::Call::KILL);
    EXPECT_EQ(call.kill().agent_id().value(), "S");
}

TEST(MesosJsonReader, HoldsIntegersWithinTheirType) {
    using Range = mesos::v1::Value::Range;
    EXPECT_EQ(read<Range>(R"({"begin":18446744073709551615,"end":2.9})").end(), 2u);
    EXPECT_EQ(read<Range>(R"({"begin":"007","end":1e3})").end(), 1000u);
    for (const auto* wrong : {"-1", "18446744073709551616", "1e20", "-0.9e1"}) {
        EXPECT_NE(errorOf<Range>(fmt::format(R"({{"begin":{},"end":0}})", wrong)), "") << wrong;
    }
    EXPECT_EQ(
        read<mesos::v1::DurationInfo>(R"({"nanoseconds":-9223372036854775808})").nanoseconds(),
        std::numeric_limits<std::int64_t>::min());
    EXPECT_NE(errorOf<mesos::v1::DurationInfo>(R"({"nanoseconds":9223372036854775808})"), "");
}

TEST(MesosJsonReader, RefusesDepthAndSizeBeforeItWorks) {
    const auto nested = [](std::size_t depth) {
        return R"({"x":)" + std::string(depth, '[') + std::string(depth, ']') + "}";
    };
    EXPECT_EQ(errorOf(nested(63)), "");
    EXPECT_EQ(errorOf(nested(64)), "Failed to parse body into JSON: nested deeper than 64 levels");
    EXPECT_EQ(errorOf(std::string(1'000'000, '[')),
        "Failed to parse body into JSON: nested deeper than 64 levels");
    EXPECT_EQ(errorOf(std::string(5 << 20, ' ')),
        "The message has 5242880 bytes, at most 4194304 are allowed");
}

} // namespace
} // namespace muster::proto
