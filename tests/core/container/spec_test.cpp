// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <numeric>

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <grp.h>

#include "core/container/spec.h"

namespace muster::container {
namespace {

// What getgrouplist() does in this program: it has no list, it left out a service that failed, or
// it has 100 groups.
enum class GroupLists { Real, Fail, Part, Many };
GroupLists groupLists = GroupLists::Real;

int listGroups(const char* user, gid_t group, gid_t* out, int* count) {
    static const auto real = reinterpret_cast<decltype(&getgrouplist)>( // NOLINT: as of POSIX
        dlsym(RTLD_NEXT, "getgrouplist"));
    if (groupLists == GroupLists::Fail) {
        return -1;
    }
    if (groupLists == GroupLists::Many) {
        const bool fits = *count >= 100;
        std::iota(out, out + std::min(*count, 100), 1);
        *count = 100;
        return fits ? 100 : -1;
    }
    const int listed = real(user, group, out, count);
    if (groupLists == GroupLists::Part) {
        errno = EIO;
    }
    return listed;
}

ContainerSpec sound() {
    ContainerSpec spec;
    spec.id = ContainerId{"task-1"};
    spec.argv = {"/bin/true"};
    spec.sandbox = "/var/lib/muster/sandboxes/task-1";
    return spec;
}

TEST(ContainerSpec, AcceptsAPlainTask) {
    EXPECT_TRUE(checkSpec(sound()));
}

TEST(ContainerSpec, RefusesIdsThatAreNoSafeFileNames) {
    for (const char* id : {"", "../x", "a/b", ".", "A", "-rf", "a b", "x.y", "a\n"}) {
        auto spec = sound();
        spec.id = ContainerId{id};
        EXPECT_FALSE(checkSpec(spec)) << id;
    }
    auto spec = sound();
    spec.id = ContainerId{std::string(64, 'a')};
    EXPECT_TRUE(checkSpec(spec));
    spec.id = ContainerId{std::string(65, 'a')};
    EXPECT_FALSE(checkSpec(spec));
}

TEST(ContainerSpec, RefusesSandboxesThatLeadElsewhere) {
    for (const char* path : {"", "/", "relative", "/a/../b", "/a/./b", "/a//b", "/a/", "/a/..",
             "/proc/self/fd/7", "/sys/x", "/dev/shm/x", "/run/x"}) {
        auto spec = sound();
        spec.sandbox = path;
        EXPECT_FALSE(checkSpec(spec)) << path;
    }
}

TEST(ContainerSpec, RefusesWhatExecCannotCarry) {
    auto spec = sound();
    spec.argv = {};
    EXPECT_FALSE(checkSpec(spec));
    spec.argv = {""};
    EXPECT_FALSE(checkSpec(spec));
    spec.argv = {"a", std::string("b\0c", 3)};
    EXPECT_FALSE(checkSpec(spec));
    for (const char* name : {"", "A=B"}) {
        spec = sound();
        spec.environment = {{name, "x"}};
        EXPECT_FALSE(checkSpec(spec)) << name;
    }
}

TEST(ContainerSpec, RefusesOutputFilesThatCannotHoldAnything) {
    auto spec = sound();
    spec.logSize = Bytes{4095};
    EXPECT_EQ(checkSpec(spec).error().message,
        "The task's output needs 1 to 100 older files of at least 4096 bytes");
    spec = sound();
    for (const unsigned files : {0U, 101U}) {
        spec.logFiles = files;
        EXPECT_FALSE(checkSpec(spec)) << files;
    }
}

ContainerSpec withTmpfs(std::vector<Tmpfs> tmpfs) {
    auto spec = sound();
    spec.image = ImageRoot{.layers = {"/store/a"}, .mounts = {{"/data", "/data", true}}};
    spec.image->tmpfs = std::move(tmpfs);
    return spec;
}

TEST(ContainerSpec, RefusesATmpfsThatHidesWhatIsNotTheImages) {
    EXPECT_TRUE(
        checkSpec(withTmpfs({{.path = "/tmp"}, {.path = "/run"}, {.path = "/mnt/mesos/other"}})));
    for (const char* path : {"", "/", "tmp", "/tmp/", "/a/../proc", "/proc", "/proc/sys", "/sys/fs",
             "/dev", "/dev/shm", "/run/muster", "/run/muster/x", "/run/muster-init",
             "/mnt/mesos/sandbox", "/mnt/mesos/sandbox/tmp"})
        EXPECT_FALSE(checkSpec(withTmpfs({{.path = path}}))) << path;
}

TEST(ContainerSpec, RefusesAVolumeOverTheContainersOwnPlaces) {
    const auto withVolume = [](const std::string& target) {
        auto spec = sound();
        spec.image = ImageRoot{.layers = {"/store/a"}, .mounts = {{"/data", target, true}}};
        return checkSpec(spec);
    };
    for (const char* target : {"/data", "/dev/shm", "/run/nvidia-persistenced/socket", "/etc/hosts",
             "/mnt/sets", "/mnt/mesos-sets"})
        EXPECT_TRUE(withVolume(target)) << target;
    for (const char* target : {"/", "/dev", "/dev/null", "/proc", "/proc/1", "/sys", "/run",
             "/run/muster", "/run/muster/x", "/run/muster-init", "/mnt", "/mnt/mesos",
             "/mnt/mesos/sandbox", "/mnt/mesos/sandbox/in", "/etc", "/a/../dev", "data"})
        EXPECT_FALSE(withVolume(target)) << target;
    EXPECT_EQ(withVolume("/dev").error().message,
        "'/data' cannot be shown at '/dev': name an absolute path without '.' or '..', outside "
        "/proc, /sys and /dev, that is not /etc and neither above nor below /run/muster and "
        "/mnt/mesos/sandbox");
}

TEST(ContainerSpec, RefusesMemoryInWhichNoContainerStarts) {
    auto spec = sound();
    spec.memory = Bytes::mebi(1);
    EXPECT_EQ(checkSpec(spec).error().message,
        "1 MB of memory is less than the 12 MB that a container needs to start: request mem:12 or "
        "more");
    spec.memory = kLeastMemory;
    EXPECT_TRUE(checkSpec(spec));
}

TEST(ContainerSpec, RefusesTwoThingsAtOnePlaceAndSetUserIdFolders) {
    EXPECT_EQ(checkSpec(withTmpfs({{.path = "/tmp"}, {.path = "/tmp"}})).error().message,
        "A tmpfs cannot be at '/tmp': something else is shown there");
    EXPECT_FALSE(checkSpec(withTmpfs({{.path = "/data"}})));
    EXPECT_TRUE(checkSpec(withTmpfs({{.path = "/data/below"}})));
    EXPECT_EQ(checkSpec(withTmpfs({{.path = "/tmp", .mode = 04755}})).error().message,
        "The tmpfs at '/tmp' cannot have the mode 4755: at most 1777");
}

TEST(ContainerSpec, RefusesATerminalOfNoSize) {
    auto spec = sound();
    spec.terminal = TerminalSize{.rows = 0, .columns = 80};
    EXPECT_EQ(
        checkSpec(spec).error().message, "A terminal has 1 to 65535 rows and columns, not 0 x 80");
    spec.terminal = TerminalSize{.rows = 24, .columns = 65536};
    EXPECT_FALSE(checkSpec(spec));
    spec.terminal = TerminalSize{.rows = 1, .columns = 65535};
    EXPECT_TRUE(checkSpec(spec));
}

TEST(ResolveUser, TakesNamesAndNumbers) {
    EXPECT_EQ(*resolveUser("root"), *resolveUser("0"));
    EXPECT_EQ(resolveUser("daemon")->uid, 1U);
    EXPECT_EQ(*resolveUser("1234:2345"), (UserIds{1234, 2345, {}}));
}

TEST(ResolveUser, TakesNoPartOfTheGroups) {
    const auto whole = *resolveUser("root");
    for (const auto way : {GroupLists::Fail, GroupLists::Part}) {
        groupLists = way;
        const auto found = resolveUser("root");
        groupLists = GroupLists::Real;
        ASSERT_FALSE(found);
        EXPECT_EQ(found.error().kind, Error::Kind::Unavailable);
        EXPECT_EQ(found.error().message, "The groups of user 'root' cannot be looked up now");
    }
    groupLists = GroupLists::Many;
    const auto many = resolveUser("root");
    groupLists = GroupLists::Real;
    ASSERT_TRUE(many);
    EXPECT_EQ(many->groups.size(), 100u);
    EXPECT_EQ(*resolveUser("root"), whole);
}

TEST(ResolveUser, RefusesWhatIsNobody) {
    EXPECT_EQ(resolveUser("no-such-user").error().message,
        "User 'no-such-user' does not exist on this host: create it there, or choose one that "
        "exists");
    for (const char* text : {"", "1:", ":1", "1:x", "1:2:3", "-1:0", "4294967296:0"})
        EXPECT_FALSE(resolveUser(text)) << text;
}

} // namespace
} // namespace muster::container

// In place of the C library's.
extern "C" int getgrouplist(const char* user, gid_t group, gid_t* out, int* count) {
    return muster::container::listGroups(user, group, out, count);
}
