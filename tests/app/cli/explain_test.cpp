// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/cli/fake_master.h"
#include "tests/app/cli/world.h"
#include "tests/support/bundle.h"
#include "tests/support/words.h"

namespace muster::cli {
namespace {

using Message = FakeMaster::Message;
using Request = FakeMaster::Request;

void addMachine(muster::v1::Explanation& explanation, const std::string& name,
    const std::string& gpus, bool met) {
    auto& machine = *explanation.add_machines();
    machine.set_hostname(name);
    machine.set_could_serve(true);
    machine.add_findings()->set_found("active");
    machine.mutable_findings(0)->set_met(true);
    machine.add_findings()->set_found(gpus);
    machine.mutable_findings(1)->set_met(met);
}

Message waiting(const Request& request) {
    auto message = FakeMaster::answerTo(request);
    auto& explanation = *message.mutable_reply()->mutable_explanation();
    explanation.set_state(test::worded("queued"));
    explanation.set_reason(test::worded("Gpus"));
    explanation.set_sentence("Needs 3 GPUs: 2 nodes qualify, but at most 2 are free, on b");
    for (const auto* requirement : {"state", "GPUs"}) {
        explanation.add_requirements()->set_name(requirement);
    }
    explanation.mutable_requirements(0)->set_needed("active");
    explanation.mutable_requirements(1)->set_needed("3");
    addMachine(explanation, "b", "2 of 4 free", false);
    addMachine(explanation, "a", "0 of 4 free", false);
    explanation.set_left_out(7);
    explanation.add_would_start("on b, with 2 GPUs");
    explanation.set_ahead(2);
    return message;
}

Message placed(const Request& request) {
    auto message = FakeMaster::answerTo(request);
    auto& explanation = *message.mutable_reply()->mutable_explanation();
    explanation.set_reason(test::worded("None"));
    explanation.set_serves("a");
    explanation.set_sentence("1 GPU is free on a; no jobs are ahead of it in the queue");
    return message;
}

TEST(MusterJobsExplain, SaysWhyAJobWaitsMachineByMachine) {
    FakeMaster master;
    std::string asked;
    std::uint32_t machines = 0;
    master.onRequest = [&](const Request& request) {
        asked = request.explain().job_id();
        machines = request.explain().machines();
        return std::vector{waiting(request)};
    };
    World world;
    EXPECT_EQ(
        world.run({"jobs", "explain", "job-7", "--machines=2", "--master=" + master.start()}), 0)
        << world.err.str();
    EXPECT_EQ(asked, "job-7");
    EXPECT_EQ(machines, 2u);
    EXPECT_EQ(world.out.str(),
        "Needs 3 GPUs: 2 nodes qualify, but at most 2 are free, on b\n"
        "\n"
        "NODE  state: active  GPUs: 3\n"
        "b       active       ! 2 of 4 free\n"
        "a       active       ! 0 of 4 free\n"
        "and 7 more: use --machines=N to list more\n"
        "\n"
        "It would start\n"
        "  on b, with 2 GPUs\n"
        "\n"
        "2 jobs are ahead of it in the queue\n");
}

TEST(MusterJobsExplain, GivesScriptsTheSame) {
    FakeMaster master;
    master.onRequest = [](const Request& request) { return std::vector{waiting(request)}; };
    World world;
    EXPECT_EQ(
        world.run({"jobs", "explain", "job-7", "-o", "json", "--master=" + master.start()}), 0);
    const auto json = nlohmann::json::parse(world.out.str());
    EXPECT_EQ(json["schema_version"], 1);
    EXPECT_EQ(json["reason"], "Gpus");
    EXPECT_EQ(json["serves"], nullptr);
    EXPECT_EQ(json["requirements"][1]["needed"], "3");
    EXPECT_EQ(json["machines"][0]["findings"][1],
        (nlohmann::json{{"found", "2 of 4 free"}, {"met", false}}));
    EXPECT_EQ(json["left_out"], 7);
    EXPECT_EQ(json["would_start"][0], "on b, with 2 GPUs");
}

TEST(MusterJobsExplain, RefusesToListNoMachine) {
    World world;
    EXPECT_EQ(world.run({"jobs", "explain", "job-7", "--machines=0"}), 2);
    EXPECT_EQ(world.err.str(), "muster: '--machines' must be at least 1\n");
}

TEST(MusterSubmit, ChecksForScriptsInTheSameWords) {
    FakeMaster master;
    master.onRequest = [](const Request& request) { return std::vector{waiting(request)}; };
    const auto address = "--master=" + master.start();
    World check, explain;
    EXPECT_EQ(check.run({"submit", "--check", "-o", "json", address, "--", "true"}), 6);
    EXPECT_EQ(explain.run({"jobs", "explain", "job-7", "-o", "json", address}), 0);
    EXPECT_EQ(check.out.str(), explain.out.str());
    EXPECT_EQ(nlohmann::json::parse(check.out.str())["schema_version"], 1);
}

TEST(MusterSubmit, HasNothingToPrintForScriptsUnlessItChecks) {
    FakeMaster master;
    master.onRequest = [](const Request&) {
        ADD_FAILURE() << "nothing is to be submitted";
        return std::vector<muster::v1::Message>();
    };
    World world;
    EXPECT_EQ(world.run({"submit", "-o", "json", "--master=" + master.start(), "--", "true"}), 2);
    EXPECT_EQ(world.err.str(), "muster: '--output' can only be used with '--check'\n");
}

TEST(MusterSubmit, ChecksWithoutSubmitting) {
    FakeMaster master;
    muster::v1::SubmitJob job;
    bool fits = true;
    master.onRequest = [&](const Request& request) {
        EXPECT_EQ(request.request_case(), Request::kExplain);
        job = request.explain().job();
        return std::vector{fits ? placed(request) : waiting(request)};
    };
    const auto address = "--master=" + master.start();
    World world;
    EXPECT_EQ(world.run({"submit", "--check", "--gpus=1", address, "--", "true"}), 0);
    EXPECT_EQ(world.out.str(), "1 GPU is free on a; no jobs are ahead of it in the queue\n");
    EXPECT_EQ(test::wordsOf(job.resources()), "cpus:1; mem:128; gpus:1");
    fits = false;
    World busy;
    EXPECT_EQ(busy.run({"submit", "--check", "--gpus=3", address, "--", "true"}), 6);
}

} // namespace
} // namespace muster::cli
