// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/cli/fake_master.h"
#include "tests/app/cli/world.h"

namespace muster::cli {
namespace {

using namespace std::chrono_literals;
using Message = FakeMaster::Message;
using Request = FakeMaster::Request;

constexpr Instant kNow = Instant(1'800'000'000s); // 2027-01-15T08:00:00Z
constexpr std::int64_t kHourMs = 3'600'000;

void add(muster::v1::Usage& usage, const char* user, std::int64_t gpuMs, std::int64_t cpuMs,
    std::uint32_t failed, std::int64_t waitMs, std::uint32_t started) {
    auto& row = *usage.add_rows();
    row.set_user(user);
    row.set_gpu_ms(gpuMs);
    row.set_cpu_ms(cpuMs);
    row.set_tasks(started + 1);
    row.set_failed(failed);
    row.set_wait_ms(waitMs);
    row.set_started(started);
}

Message used(const Request& request) {
    auto message = FakeMaster::answerTo(request);
    auto& usage = *message.mutable_reply()->mutable_usage();
    add(usage, "alice", 12 * kHourMs + kHourMs / 2, 50 * kHourMs, 1, 180'000, 2);
    add(usage, "bob, the \"builder\"", 2 * kHourMs, kHourMs / 4, 0, 0, 0);
    return message;
}

struct AskedReport {
    FakeMaster master;
    World world;
    std::int64_t fromMs = 0;
    std::int64_t toMs = -1;

    int run(std::vector<std::string> arguments) {
        master.onRequest = [this](const Request& request) {
            fromMs = request.query_usage().from_ms();
            toMs = request.query_usage().to_ms();
            return std::vector{used(request)};
        };
        arguments.insert(arguments.begin(), "report");
        arguments.push_back("--master=" + master.start());
        const int code = world.run(arguments);
        master.stop();
        return code;
    }
};

TEST(MusterReport, ListsUsersAndWhatTheyComeTo) {
    AskedReport asked;
    EXPECT_EQ(asked.run({}), 0) << asked.world.err.str();
    EXPECT_EQ(asked.world.out.str(),
        "USER                GPU-HOURS  CPU-HOURS  TASKS  FAILED   MEAN-WAIT\n"
        "alice                    12.5       50.0      3       1  1 min 30 s\n"
        "bob, the \"builder\"        2.0        0.2      1       0           -\n"
        "TOTAL                    14.5       50.2      4       1  1 min 30 s\n");
    EXPECT_EQ(asked.toMs, 0) << "until now";
}

TEST(MusterReport, GivesScriptsTheSameAsJson) {
    AskedReport asked;
    EXPECT_EQ(asked.run({"-o", "json"}), 0);
    const auto json = nlohmann::json::parse(asked.world.out.str());
    EXPECT_EQ(json["schema_version"], 1);
    EXPECT_EQ(json["users"][0]["user"], "alice");
    EXPECT_EQ(json["users"][0]["gpu_hours"], 12.5);
    EXPECT_EQ(json["users"][0]["mean_wait_seconds"], 90);
    EXPECT_TRUE(json["users"][1]["mean_wait_seconds"].is_null());
    EXPECT_EQ(json["total"]["failed"], 1);
    EXPECT_EQ(json["cut"], false);
}

TEST(MusterReport, GivesSpreadsheetsTheSameAsCsv) {
    AskedReport asked;
    EXPECT_EQ(asked.run({"-o", "csv"}), 0);
    EXPECT_EQ(asked.world.out.str(),
        "user,gpu_hours,cpu_hours,tasks,failed,mean_wait_seconds\r\n"
        "alice,12.5,50,3,1,90\r\n"
        "\"bob, the \"\"builder\"\"\",2,0.25,1,0,\r\n");
}

TEST(MusterReport, AsksForTheSpan) {
    AskedReport asked;
    EXPECT_EQ(asked.run({"--since=2026-10-01", "--until=2026-11-01T09:30"}), 0);
    EXPECT_EQ(asked.fromMs, 1'790'812'800'000);
    EXPECT_EQ(asked.toMs, 1'793'525'400'000);
}

TEST(MusterReport, RefusesASpanThatIsNone) {
    World world;
    EXPECT_EQ(world.run({"report", "--since=2026-11-01", "--until=2026-10-01"}), 2);
    EXPECT_NE(world.err.str().find("'--since' (2026-11-01T00:00:00"), std::string::npos)
        << world.err.str();
    EXPECT_EQ(world.run({"report", "--since=yesterday"}), 2);
    EXPECT_NE(world.err.str().find("'--since': 'yesterday' is not a time"), std::string::npos)
        << world.err.str();
}

TEST(ParseMoment, ReadsDurationsAndTimes) {
    EXPECT_EQ(parseMoment("7d", kNow).value(), kNow - 168h);
    EXPECT_EQ(parseMoment("90m", kNow).value(), kNow - 90min);
    EXPECT_EQ(parseMoment("2027-01-15", kNow).value(), kNow - 8h);
    EXPECT_EQ(parseMoment("2027-01-15T08:00Z", kNow).value(), kNow);
    EXPECT_EQ(parseMoment("2027-01-15T08:00:05Z", kNow).value(), kNow + 5s);
    for (const auto* wrong : {"", "2027", "2027-13-01", "2027-02-30", "2027-01-15T25:00",
             "2027-01-15T08", "2027-01-15 08:00", "2027-01-15T08:00:05x", "-1"}) {
        EXPECT_FALSE(parseMoment(wrong, kNow)) << wrong;
    }
}

} // namespace
} // namespace muster::cli
