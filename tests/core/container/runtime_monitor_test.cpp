// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What becomes of a launch whose conmon is killed or hangs.
#include <filesystem>

#include <sys/stat.h>

#include "tests/core/container/world.h"

namespace muster::container {
namespace {

constexpr const char* kConmon = "exec /usr/bin/conmon \"$@\"";
constexpr const char* kRunc = "exec /usr/sbin/runc \"$@\"";

class Monitors : public World {
protected:
    // From now on these scripts are what is run as conmon and runc.
    void runInstead(const std::string& conmon, const std::string& runc) {
        auto changed = options();
        changed.conmon = program("conmon", conmon);
        changed.runc = program("runc", runc);
        changed.launchLimit = std::chrono::milliseconds(700);
        m_runtime.reset();
        auto opened = Runtime::open(changed);
        ASSERT_TRUE(opened) << opened.error().message;
        m_runtime = std::move(*opened);
    }

private:
    std::string program(const std::string& name, const std::string& script) const {
        const auto path = m_base + '/' + name;
        EXPECT_TRUE(writeFileAtomically(path, "#!/bin/sh\n" + script + "\n"));
        chmod(path.c_str(), 0755);
        return path;
    }
};

// A script in place of runc is a child of the conmon that stays.
TEST_F(Monitors, ThatAreKilledOrHangDuringALaunchLeaveNothingThatBegins) {
    struct Fault {
        const char* when;
        const char* conmon;
        const char* runc;
    };
    for (const auto& fault : {Fault{"killed before it does anything", "kill -KILL $$", kRunc},
             Fault{"killed while the runtime starts", kConmon,
                 "kill -KILL $PPID; exec /usr/sbin/runc \"$@\""},
             Fault{"killed when the container is there", kConmon,
                 "/usr/sbin/runc \"$@\"; kill -KILL $PPID"},
             Fault{"hangs before it does anything", "kill -STOP $$", kRunc},
             Fault{"hangs when the container is there", kConmon,
                 "/usr/sbin/runc \"$@\"; kill -STOP $PPID"}}) {
        SCOPED_TRACE(fault.when);
        runInstead(fault.conmon, fault.runc);
        const auto task = shell("launched", "echo began");
        const auto launched = m_runtime->launch(task);
        ASSERT_FALSE(launched);
        EXPECT_EQ(launched.error().kind, Error::Kind::Unavailable) << launched.error().message;
        EXPECT_TRUE(cgroup(task.id).members().empty());
        EXPECT_EQ(m_runtime->destroy(task.id).error().kind, Error::Kind::NotFound);
        EXPECT_EQ(fileIn(task, "stdout"), "");

        reopen();
        EXPECT_EQ(outputOf(task), "began\n");
        std::filesystem::remove_all(task.sandbox);
        m_exits.clear();
    }
}

TEST_F(Monitors, ThatWaitForARuntimeThatHangsAreNotToBlame) {
    runInstead(kConmon, "kill -STOP $$");
    const auto launched = m_runtime->launch(shell("launched", "true"));
    ASSERT_FALSE(launched);
    EXPECT_EQ(launched.error().kind, Error::Kind::Timeout) << launched.error().message;
}

// The parent forks, notes who stays, and has only to end.
TEST_F(Monitors, WhoseParentHangsHoldNoLaunchUp) {
    runInstead("/usr/bin/conmon \"$@\"; kill -STOP $$", kRunc);
    EXPECT_EQ(run(shell("launched", "exit 7")).exitCode, 7);
}

} // namespace
} // namespace muster::container
