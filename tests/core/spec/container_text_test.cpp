// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/spec/job_plan.h"

namespace muster::spec {
namespace {

using mesos::v1::CapabilityInfo;
using mesos::v1::ContainerInfo;
using mesos::v1::RLimitInfo;

JobText withCommand(JobText text, bool hasImage) {
    text.argv = {"true"};
    if (hasImage)
        text.image = "busybox";
    return text;
}

ContainerInfo planned(const JobText& text, bool hasImage = true) {
    const auto out = plan(withCommand(text, hasImage), "alice");
    EXPECT_TRUE(out) << out.error().message;
    EXPECT_TRUE(out && out->has_container());
    return out ? out->container() : ContainerInfo();
}

std::string planRefusal(const JobText& text, bool hasImage = true) {
    const auto out = plan(withCommand(text, hasImage), "alice");
    return out ? "accepted" : out.error().message;
}

TEST(ContainerText, AskForNothingUnlessGiven) {
    EXPECT_FALSE(plan({.argv = {"true"}}, "alice")->has_container());
    EXPECT_FALSE(plan({.image = "busybox"}, "alice")->has_container());
}

TEST(ContainerText, GoWithTheJob) {
    const auto job = plan({.image = "busybox", .readOnly = true, .tmpfs = {"/tmp"}}, "alice");
    ASSERT_TRUE(job) << job.error().message;
    EXPECT_EQ(job->container().type(), ContainerInfo::MESOS);
    EXPECT_TRUE(job->container().linux_info().read_only_root());
    EXPECT_EQ(job->container().linux_info().tmpfs(0).path(), "/tmp");
    EXPECT_EQ(job->image(), "busybox");
}

TEST(ContainerText, ReadTmpfsAsDockerDoes) {
    const auto info = planned(
        {.tmpfs = {"/tmp", "/run:size=64m,mode=755,exec", "/a:rw,noexec,nosuid,nodev,size=1000"}})
                          .linux_info();
    EXPECT_FALSE(info.tmpfs(0).has_size());
    EXPECT_FALSE(info.tmpfs(0).has_mode());
    EXPECT_FALSE(info.tmpfs(0).executable());
    EXPECT_EQ(info.tmpfs(1).path(), "/run");
    EXPECT_EQ(info.tmpfs(1).size(), 64U << 20);
    EXPECT_EQ(info.tmpfs(1).mode(), 0755U);
    EXPECT_TRUE(info.tmpfs(1).executable());
    EXPECT_EQ(info.tmpfs(2).size(), 1000U);
    for (const char* wrong : {"", "tmp", "/", ":size=1m", "/tmp:size", "/tmp:size=0",
             "/tmp:size=-1", "/tmp:size=1x", "/tmp:size=99999999999g", "/tmp:mode=8",
             "/tmp:mode=4755", "/tmp:ro", "/tmp:uid=1", "/tmp:size=1m,other"})
        EXPECT_TRUE(planRefusal({.tmpfs = {wrong}}).starts_with("'--tmpfs=")) << wrong;
}

TEST(ContainerText, ReadVolumesAsDockerDoes) {
    const auto info = planned({.volumes = {"/data:/sets:ro", "/a:/b", "/c:/d:rw"}});
    EXPECT_EQ(info.volumes(0).host_path(), "/data");
    EXPECT_EQ(info.volumes(0).container_path(), "/sets");
    EXPECT_EQ(info.volumes(0).mode(), mesos::v1::Volume::RO);
    EXPECT_EQ(info.volumes(1).mode(), mesos::v1::Volume::RW);
    EXPECT_EQ(info.volumes(2).mode(), mesos::v1::Volume::RW);
    for (const char* wrong :
        {"", "/data", "data:/sets", "/data:sets", "/data:", "/a:/b:", "/a:/b:rx", "/a:/b:ro:z"})
        EXPECT_TRUE(planRefusal({.volumes = {wrong}}).starts_with("'--volume=")) << wrong;
}

TEST(ContainerText, ReadSizesInWholeMebibytesForSharedMemory) {
    for (const auto& [text, mebibytes] :
        {std::pair("64m", 64U), {"1g", 1024U}, {"1GB", 1024U}, {"2048k", 2U}, {"1048576", 1U}})
        EXPECT_EQ(planned({.shmSize = text}, false).linux_info().shm_size(), mebibytes) << text;
    for (const char* wrong : {"", "m", "0", "64", "1k", "-1m", "1.5g", "64 m", "9999999999g"})
        EXPECT_TRUE(planRefusal({.shmSize = wrong}).starts_with("'--shm-size=")) << wrong;
}

TEST(ContainerText, ReadLimitsAsDockerDoes) {
    const auto limits
        = planned({.ulimits = {"nofile=1024:4096", "NPROC=10", "memlock=-1", "stack=8:-1"}}, false)
              .rlimit_info()
              .rlimits();
    EXPECT_EQ(limits[0].type(), RLimitInfo::RLimit::RLMT_NOFILE);
    EXPECT_EQ(limits[0].soft(), 1024U);
    EXPECT_EQ(limits[0].hard(), 4096U);
    EXPECT_EQ(limits[1].hard(), 10U);
    EXPECT_FALSE(limits[2].has_soft() || limits[2].has_hard()); // unlimited
    EXPECT_EQ(limits[3].hard(), UINT64_MAX);
    for (const char* wrong : {"", "nofile", "nofile=", "nofile=1:", "nofile=2:1", "nofile=-2",
             "nofile=x", "other=1", "nofile=-1:5", "=1"})
        EXPECT_TRUE(planRefusal({.ulimits = {wrong}}).starts_with("'--ulimit=")) << wrong;
}

TEST(ContainerText, NameCapabilitiesInAnyForm) {
    const auto info
        = planned({.capAdd = {"ipc_lock", "CAP_SYS_NICE"}, .capDrop = {"ALL"}}, false).linux_info();
    EXPECT_EQ(info.added_capabilities().capabilities(0), CapabilityInfo::IPC_LOCK);
    EXPECT_EQ(info.added_capabilities().capabilities(1), CapabilityInfo::SYS_NICE);
    EXPECT_EQ(info.dropped_capabilities().capabilities_size(), 41);
    const auto most = planned({.capAdd = {"ALL"}, .capDrop = {"KILL"}}, false).linux_info();
    EXPECT_EQ(most.added_capabilities().capabilities_size(), 40);
    EXPECT_EQ(planRefusal({.capAdd = {"FLY"}}),
        "'--cap-add=FLY' is not a capability: use a name such as IPC_LOCK, or ALL");
    EXPECT_TRUE(planRefusal({.capDrop = {"UNKNOWN"}}).starts_with("'--cap-drop="));
    EXPECT_TRUE(planRefusal({.capDrop = {""}}).starts_with("'--cap-drop="));
}

TEST(ContainerText, SaysWhichPartNeedsAnImage) {
    const std::string why = " needs an image: without one a task uses the host's file system";
    EXPECT_EQ(planRefusal({.readOnly = true}, false), "--read-only" + why);
    EXPECT_EQ(planRefusal({.tmpfs = {"/tmp"}}, false), "--tmpfs" + why);
    EXPECT_EQ(planRefusal({.volumes = {"/a:/a"}}, false), "--volume" + why);
    EXPECT_EQ(defects({.argv = {"true"}, .volumes = {"/a:/a"}}).front().text, "This" + why);
}

// What was said comes back, whatever of it there is.
TEST(ContainerText, IsWrittenAgainAsItWasSaid) {
    const auto text
        = withCommand({.terminal = true,
                          .readOnly = true,
                          .tmpfs = {"/tmp", "/run:size=64m,mode=755,exec", "/a:size=1000,noexec"},
                          .volumes = {"/data:/sets:ro", "/a:/b"},
                          .shmSize = "3g",
                          .ulimits = {"nofile=1024:4096", "nproc=10", "memlock=-1", "stack=8:-1"},
                          .capAdd = {"IPC_LOCK", "SYS_NICE"},
                          .capDrop = {"ALL"}},
            true);
    const auto job = plan(text, "alice");
    ASSERT_TRUE(job) << job.error().message;
    auto written = textOf(*job);
    EXPECT_TRUE(written.whole);
    EXPECT_EQ(written.job.tmpfs, text.tmpfs);
    EXPECT_EQ(written.job.volumes, text.volumes);
    EXPECT_EQ(written.job.shmSize, text.shmSize);
    EXPECT_EQ(written.job.ulimits, text.ulimits);
    EXPECT_EQ(written.job.capAdd, text.capAdd);
    EXPECT_EQ(written.job.capDrop, text.capDrop);
    EXPECT_TRUE(written.job.readOnly && written.job.terminal);
    const auto most
        = textOf(*plan(withCommand({.capAdd = {"ALL"}, .capDrop = {"KILL"}}, true), ""));
    EXPECT_EQ(most.job.capAdd, Texts{"ALL"});
    EXPECT_EQ(most.job.capDrop, Texts{"KILL"});
}

TEST(ContainerText, SaysThatThereIsMoreThanItCanSay) {
    auto job = *plan(withCommand({.shmSize = "1g"}, true), "alice");
    EXPECT_TRUE(textOf(job).whole);
    job.mutable_container()->mutable_linux_info()->set_share_pid_namespace(true);
    EXPECT_FALSE(textOf(job).whole);
    job.mutable_container()->mutable_linux_info()->clear_share_pid_namespace();
    job.mutable_command()->add_uris()->set_value("https://example.com/a");
    EXPECT_TRUE(textOf(job).whole);
    job.mutable_command()->mutable_uris(0)->set_output_file("b");
    EXPECT_FALSE(textOf(job).whole);
}

} // namespace
} // namespace muster::spec
