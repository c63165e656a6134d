// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/job_spec.h"

#include <gtest/gtest.h>

#include "tests/support/bundle.h"

namespace muster::agentd {
namespace {

using muster::v1::SubmitJob;

// What a console is told of a job can be submitted as the same job.
void expectSame(const SubmitJob& job) {
    const auto spec = specOf(job);
    ASSERT_TRUE(spec) << spec.error().message;
    const auto told = submitOf(*spec);
    const auto again = specOf(told);
    ASSERT_TRUE(again) << again.error().message << told.DebugString();
    EXPECT_EQ(*again, *spec) << told.DebugString();
    EXPECT_EQ(told.image(), job.image());
    EXPECT_FALSE(told.container().has_mesos()) << "the image has a field of its own";
    EXPECT_FALSE(told.command().has_user()) << "the user has a field of its own";
}

SubmitJob simple() {
    SubmitJob job;
    job.set_name("train");
    job.set_user("alice");
    job.mutable_command()->set_value("echo $A");
    return job;
}

TEST(JobSpec, IsToldAsItWasSubmitted) {
    expectSame(simple());
    auto job = simple();
    *job.mutable_resources() = test::bundle("cpus:2;mem:512;gpus:4");
    job.set_linked(true);
    job.set_priority(-3);
    job.set_retries(2);
    job.mutable_kill_policy()->mutable_grace_period()->set_nanoseconds(30'000'000'000);
    auto& constraint = *job.add_constraints();
    constraint.set_attribute("gpu");
    constraint.set_value("K40");
    auto& variable = *job.mutable_command()->mutable_environment()->add_variables();
    variable.set_name("A");
    variable.set_value("1");
    expectSame(job);
    EXPECT_EQ(specOf(job)->killGrace, std::chrono::seconds(30));
    EXPECT_EQ(submitOf(*specOf(job)).command().DebugString(), job.command().DebugString());
}

TEST(JobSpec, KeepsOfAGracePeriodWhatCanBeTold) {
    auto job = simple();
    job.mutable_kill_policy();
    expectSame(job);
    EXPECT_EQ(specOf(job)->killGrace, std::nullopt);
    job.mutable_kill_policy()->mutable_grace_period()->set_nanoseconds(1'500);
    expectSame(job);
    job.mutable_kill_policy()->mutable_grace_period()->set_nanoseconds(-1'000);
    EXPECT_FALSE(specOf(job));
}

TEST(JobSpec, TellsImageAndContainerApart) {
    auto job = simple();
    job.set_image("busybox:1.36");
    expectSame(job);
    EXPECT_FALSE(submitOf(*specOf(job)).has_container());
    auto& container = *job.mutable_container();
    container.set_type(mesos::v1::ContainerInfo::MESOS);
    container.mutable_linux_info()->set_read_only_root(true);
    auto& volume = *container.add_volumes();
    volume.set_host_path("/data");
    volume.set_container_path("/data");
    volume.set_mode(mesos::v1::Volume::RO);
    expectSame(job);
    EXPECT_EQ(submitOf(*specOf(job)).container().DebugString(), container.DebugString());
    job.clear_image();
    container.clear_volumes();
    container.mutable_linux_info()->clear_read_only_root();
    container.mutable_linux_info()->set_shm_size(64);
    expectSame(job);
}

TEST(JobSpec, KnowsAJobWhoseImageHasTheCommand) {
    SubmitJob job;
    job.set_name("own");
    job.set_image("busybox");
    job.mutable_command()->set_shell(false);
    expectSame(job);
    EXPECT_FALSE(submitOf(*specOf(job)).command().has_value());
}

TEST(JobSpec, RefusesWhatLinuxGivesNoProgram) {
    const auto problem = [](const SubmitJob& job) {
        const auto spec = specOf(job);
        return spec ? "" : spec.error().message;
    };
    auto job = simple();
    job.mutable_command()->add_arguments(std::string(131'071, 'x'));
    EXPECT_EQ(problem(job), "");
    job.mutable_command()->add_arguments(std::string(131'072, 'x'));
    EXPECT_EQ(problem(job),
        "An argument of the job's command has 131072 bytes, at most 131071 are allowed");
    job = simple();
    auto& variable = *job.mutable_command()->mutable_environment()->add_variables();
    variable.set_name("BIG");
    variable.set_value(std::string(131'072, 'x'));
    EXPECT_EQ(
        problem(job), "The environment variable BIG has 131076 bytes, at most 131071 are allowed");
    job = simple();
    for (int i = 0; i < 9; ++i) {
        job.mutable_command()->add_arguments(std::string(131'000, 'x'));
    }
    EXPECT_EQ(problem(job),
        "The job's command and environment have 1179017 bytes, at most 1048576 are allowed: put "
        "more into a file");
}

TEST(JobSpec, RefusesAnImageInTheContainer) {
    auto job = simple();
    job.mutable_container()->set_type(mesos::v1::ContainerInfo::MESOS);
    job.mutable_container()->mutable_mesos();
    EXPECT_FALSE(specOf(job));
}

} // namespace
} // namespace muster::agentd
