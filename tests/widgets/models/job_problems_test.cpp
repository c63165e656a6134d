// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/job_problems.h"

#include <gtest/gtest.h>

using namespace muster;
using namespace muster::models;
using spec::JobText;
using spec::Part;

namespace {

JobText good() {
    return {
        .name = "train", .command = "python3 train.py", .gpus = "1", .cpus = "1", .memory = "1024"};
}

} // namespace

TEST(JobProblems, AreNoneOfACompleteJob) {
    EXPECT_TRUE(problems(good()).empty());
    auto job = good();
    job.command.reset();
    job.image = "busybox:1.36";
    EXPECT_TRUE(problems(job).empty()) << "the image has a command";
}

TEST(JobProblems, NameWhatIsMissing) {
    const auto found = problems({});
    EXPECT_EQ(found.at(Part::Name), QStringLiteral("Enter a name for the job"));
    EXPECT_EQ(found.at(Part::Command),
        QStringLiteral("Enter a command, or choose an image with a default command"));
    EXPECT_EQ(found.size(), 2u);
    auto blank = good();
    blank.name = "  ";
    EXPECT_TRUE(problems(blank).contains(Part::Name));
    blank.name = std::string(200, 'x');
    EXPECT_EQ(
        problems(blank).at(Part::Name), QStringLiteral("200 characters, at most 128 are allowed"));
}

TEST(JobProblems, SayTheNumbersOfWhatIsWrong) {
    auto job = good();
    job.linked = true;
    EXPECT_EQ(problems(job).at(Part::Linked),
        QStringLiteral("Linked GPUs need at least 2 GPUs, 1 requested"));
    job = good();
    job.gpus.reset();
    job.constraints = {"gpu:K80"};
    EXPECT_EQ(problems(job).at(Part::Gpus), QStringLiteral("A GPU type needs at least 1 GPU"));
    job = good();
    job.cpus = "0";
    job.memory = "1";
    EXPECT_EQ(problems(job).size(), 2u);
    job = {.name = "train", .command = "true", .resources = "cpus:1;mem:64"};
    EXPECT_TRUE(problems(job).empty());
}

TEST(JobProblems, AreThoseOfTheCommandLineToo) {
    auto job = good();
    job.env = {"A"};
    job.volumes = {"/a:/b"};
    EXPECT_EQ(problems(job).at(Part::Env), QStringLiteral("'A' must be NAME=VALUE"));
    EXPECT_EQ(problems(job).at(Part::Volumes),
        QStringLiteral("This needs an image: without one a task uses the host's file system"));
}

TEST(JobProblems, FindTheGpuTypeAmongTheConstraints) {
    auto job = good();
    job.constraints = {"rack:a", "gpu:Tesla M60"};
    EXPECT_EQ(gpuTypeOf(job), QStringLiteral("Tesla M60"));
    EXPECT_EQ(gpuTypeConstraint(QStringLiteral("Tesla M60")), "gpu:Tesla M60");
    EXPECT_TRUE(gpuTypeOf(good()).isEmpty());
    EXPECT_FALSE(isGpuTypeConstraint("gpu:"));
}
