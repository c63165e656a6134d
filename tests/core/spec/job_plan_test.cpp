// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/job_plan.h"

#include <gtest/gtest.h>

#include "tests/support/bundle.h"

namespace muster::spec {
namespace {

JobText training() {
    JobText flags;
    flags.argv = {"/usr/bin/python3", "train.py", "--lr", "3"};
    return flags;
}

TEST(JobPlan, RunsWordsWithoutAShell) {
    auto flags = training();
    flags.gpus = "2";
    flags.constraints = {"gpu:K40", "rack:a:b"};
    flags.env = {"A=b=c"};
    flags.uris = {"https://example.com/data.tar.gz#sha256=0"};
    const auto job = plan(flags, "alice");
    ASSERT_TRUE(job) << job.error().message;
    EXPECT_EQ(job->name(), "python3");
    EXPECT_EQ(job->user(), "alice");
    EXPECT_EQ(test::wordsOf(job->resources()), "cpus:1; mem:128; gpus:2");
    EXPECT_FALSE(job->command().shell());
    EXPECT_EQ(job->command().value(), "/usr/bin/python3");
    EXPECT_EQ(job->command().arguments_size(), 4);
    EXPECT_EQ(job->constraints(0).value(), "K40");
    EXPECT_EQ(job->constraints(1).value(), "a:b");
    EXPECT_EQ(job->command().environment().variables(0).value(), "b=c");
    EXPECT_EQ(job->command().uris(0).value(), flags.uris[0]);
}

TEST(JobPlan, AsksForATerminalOfTheCallersSize) {
    auto flags = training();
    EXPECT_FALSE(plan(flags, "alice", {40, 120})->has_container());
    flags.terminal = true;
    flags.image = "busybox";
    const auto job = plan(flags, "alice", {40, 120});
    ASSERT_TRUE(job) << job.error().message;
    EXPECT_EQ(job->container().type(), mesos::v1::ContainerInfo::MESOS);
    EXPECT_FALSE(job->container().has_mesos()) << "the image has a field of its own";
    EXPECT_EQ(job->container().tty_info().window_size().rows(), 40u);
    EXPECT_EQ(job->container().tty_info().window_size().columns(), 120u);
    const auto unknown = plan(flags, "alice");
    EXPECT_EQ(unknown->container().tty_info().window_size().rows(), 24u);
    EXPECT_EQ(unknown->container().tty_info().window_size().columns(), 80u);
}

TEST(JobPlan, NeedsNoCommandWhenTheImageHasOne) {
    JobText flags;
    flags.image = "registry:5000/team/train:v2@sha256:0";
    const auto job = plan(flags, "alice");
    ASSERT_TRUE(job) << job.error().message;
    EXPECT_EQ(job->name(), "train");
    EXPECT_EQ(job->image(), *flags.image);
    EXPECT_FALSE(job->command().shell());
    EXPECT_FALSE(job->command().has_value());
}

TEST(JobPlan, RefusesWhatCannotRun) {
    const auto refusal = [](const JobText& flags) {
        const auto job = plan(flags, "alice");
        return job ? "accepted" : job.error().message;
    };
    EXPECT_TRUE(refusal({}).starts_with("Specify the command either as arguments after '--'"));
    auto flags = training();
    flags.command = "true";
    EXPECT_TRUE(refusal(flags).starts_with("Specify the command either as arguments after '--'"));
    flags = training();
    flags.gpus = "0.5";
    EXPECT_EQ(refusal(flags), "The 'gpus' resource must be an unsigned integer");
    flags = training();
    flags.gpus = "two";
    EXPECT_TRUE(refusal(flags).starts_with("Invalid resources: ")) << refusal(flags);
    flags = training();
    flags.cpus = "0";
    EXPECT_EQ(refusal(flags), "'--cpus=0' must be more than 0");
    flags = training();
    flags.memory = "1K";
    EXPECT_TRUE(refusal(flags).starts_with("'--mem=1K' must be a number of MiB")) << refusal(flags);
    flags = training();
    flags.resources = "cpus:1;gpu:2";
    EXPECT_EQ(refusal(flags), "Invalid resources: 'gpu' is not known: did you mean 'gpus'?");
    flags = training();
    flags.resources = "cpus:1";
    flags.cpus = "2";
    EXPECT_EQ(refusal(flags), "Use either --resources or --gpus, --cpus and --mem");
    flags = training();
    flags.constraints = {"gpu"};
    EXPECT_EQ(refusal(flags), "'--constraint=gpu' needs an attribute and a value, such as gpu:K40");
    flags = training();
    flags.env = {"=b"};
    EXPECT_EQ(refusal(flags), "'--env==b' must be NAME=VALUE");
}

TEST(JobPlan, FindsTheFirstDefectOfEachPart) {
    const auto found = defects({.gpus = "0.5",
        .memory = "much",
        .retries = "-1",
        .killGrace = "30",
        .env = {"A=1", "B", "=c"},
        .ulimits = {"nofile"}});
    std::map<Part, std::string> texts;
    for (const auto& defect : found)
        EXPECT_TRUE(texts.emplace(defect.part, defect.text).second) << defect.text;
    EXPECT_EQ(texts.size(), 7u);
    EXPECT_EQ(texts[Part::Command], "Enter a command, or choose an image with a default command");
    EXPECT_EQ(texts[Part::Gpus], "The 'gpus' resource must be an unsigned integer");
    EXPECT_EQ(texts[Part::Memory],
        "'much' must be a number of MiB, or whole MiB with a unit, such as 512M or 16G");
    EXPECT_EQ(texts[Part::Env], "'B' must be NAME=VALUE");
    EXPECT_TRUE(texts[Part::Retries].starts_with("'-1' must be a whole number"));
    EXPECT_EQ(texts[Part::KillGrace],
        "'30' must be a time with a unit, such as 30s or 5m: more than 0, at most 24h");
    EXPECT_TRUE(texts[Part::Ulimits].starts_with("'nofile' must be NAME=SOFT"));
}

TEST(JobPlan, TakesSizesWithUnits) {
    auto flags = training();
    flags.memory = "4Gi";
    EXPECT_EQ(test::wordsOf(plan(flags, "alice")->resources()), "cpus:1; mem:4096");
    flags.memory.reset();
    flags.resources = "cpus:1;mem:512M;disk:10G";
    EXPECT_EQ(test::wordsOf(plan(flags, "alice")->resources()), "cpus:1; mem:512; disk:10240");
}

TEST(JobPlan, GivesAJobTimeBetweenSigtermAndSigkill) {
    auto flags = training();
    EXPECT_FALSE(plan(flags, "alice")->has_kill_policy());
    flags.killGrace = "1m30s";
    EXPECT_EQ(plan(flags, "alice")->kill_policy().grace_period().nanoseconds(), 90'000'000'000);
    for (const auto* wrong : {"", "0s", "-1s", "1ns", "25h", "soon"}) {
        flags.killGrace = wrong;
        const auto job = plan(flags, "alice");
        ASSERT_FALSE(job) << wrong;
        EXPECT_EQ(job.error().message,
            fmt::format("'--kill-grace={}' must be a time with a unit, such as 30s or 5m: more "
                        "than 0, at most 24h",
                wrong));
    }
}

TEST(JobPlan, IsWrittenAgainAsItWasSaid) {
    const JobText text{.name = "train",
        .image = "busybox:1.36",
        .command = "echo $A | tee out",
        .gpus = "2",
        .cpus = "0.5",
        .memory = "512",
        .constraints = {"gpu:K40", "rack:a:b"},
        .linked = true,
        .priority = "-3",
        .retries = "2",
        .killGrace = "90secs",
        .user = "bob",
        .env = {"A=1", "A=2", "EMPTY="},
        .uris = {"https://example.com/data.tar.gz"}};
    const auto written = textOf(*plan(text, "alice"));
    EXPECT_TRUE(written.whole);
    EXPECT_EQ(written.job, text);
}

TEST(JobPlan, WritesOtherResourcesInOne) {
    const JobText text{.name = "x", .argv = {"true"}, .resources = "cpus:2; mem:64; disk:10"};
    const auto written = textOf(*plan(text, "alice")).job;
    EXPECT_EQ(written.resources, text.resources);
    EXPECT_FALSE(written.cpus);
    EXPECT_EQ(
        textOf(*plan({.argv = {"true"}, .resources = "gpus:1"}, "a")).job.resources, "gpus:1");
}

TEST(JobText, TakesWhatFlagsSayBeforeWhatAFileSays) {
    const JobText file{.name = "train",
        .command = "true",
        .gpus = "1",
        .env = {"A=1", "B=2"},
        .volumes = {"/a:/a"}};
    const auto out = overridden(file,
        {.argv = {"env"}, .gpus = "4", .env = {"A=9"}, .readOnly = true, .volumes = {"/b:/b"}});
    EXPECT_EQ(out,
        (JobText{.name = "train",
            .argv = {"env"},
            .gpus = "4",
            .env = {"B=2", "A=9"},
            .readOnly = true,
            .volumes = {"/a:/a", "/b:/b"}}));
    EXPECT_FALSE(overridden(file, {.resources = "cpus:2"}).gpus);
    EXPECT_EQ(overridden(file, {}), file);
}

TEST(JobText, KeepsEditsWhenWhatIsBelowThemChanges) {
    const JobText before{.name = "train", .command = "run 1", .gpus = "1"};
    auto edited = before;
    edited.gpus = "8";
    const JobText now{.name = "train", .command = "run 2", .gpus = "2"};
    EXPECT_EQ(
        merged(before, edited, now), (JobText{.name = "train", .command = "run 2", .gpus = "8"}));
}

} // namespace
} // namespace muster::spec
