// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/container/docker/world.h"

#include <filesystem>
#include <thread>

#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "core/container/docker/create_request.h"
#include "core/container/host_facts.h"
#include "tests/support/mount_namespace.h"

namespace muster::container::docker {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto limit = std::chrono::seconds(40);

// What the engine mounts vanishes with the last process of this namespace, even after a crash.
std::string enterNamespace() {
    if (geteuid() != 0)
        return "needs root";
    if (!test::enterMountNamespace())
        return "cannot make a mount namespace";
    return {};
}

bool unmountBelow(const std::string& folder) {
    auto mounts = parseMountinfo(readFile("/proc/self/mountinfo").value_or(""));
    std::reverse(mounts.begin(), mounts.end());
    return std::all_of(mounts.begin(), mounts.end(), [&](const Mount& mount) {
        return !mount.mountPoint.starts_with(folder)
            || umount2(mount.mountPoint.c_str(), MNT_DETACH) == 0;
    });
}

} // namespace

std::string DockerWorld::s_folder;
std::unique_ptr<Dockerd> DockerWorld::s_dockerd;

// Starts the engine for the first test that needs it, and ends it with the program.
class SharedEngine : public testing::Environment {
public:
    static const std::string& whyNot() {
        static const std::string reason = start();
        return reason;
    }
    void TearDown() override {
        DockerWorld::s_dockerd.reset();
        if (DockerWorld::s_folder.empty())
            return;
        // The engine's mounts hold what belongs to others: nothing is removed through them.
        ASSERT_TRUE(unmountBelow(DockerWorld::s_folder));
        fs::remove_all(DockerWorld::s_folder);
    }

private:
    static std::string start() {
        if (auto reason = enterNamespace(); !reason.empty())
            return reason;
        char name[] = "/var/tmp/muster-docker-XXXXXX";
        if (mkdtemp(name) == nullptr)
            return "cannot make a folder in /var/tmp";
        chmod(name, 0755);
        DockerWorld::s_folder = name;
        DockerWorld::s_dockerd = std::make_unique<Dockerd>(name);
        if (auto reason = DockerWorld::s_dockerd->start(); !reason.empty())
            return reason;
        const auto made
            = DockerWorld::s_dockerd->makeImage("muster-test", {"ENV A=image", "CMD [\"id\"]"});
        EXPECT_EQ(made, "");
        fs::create_directory(DockerWorld::s_folder + "/nodes");
        for (unsigned minor = 0; minor < 4; ++minor)
            EXPECT_EQ(mknod(fmt::format("{}/nodes/nvidia{}", name, minor).c_str(), S_IFCHR | 0666,
                          makedev(195, minor)),
                0);
        return {};
    }
};

namespace {
const auto* const sharedEngine = testing::AddGlobalTestEnvironment(new SharedEngine);
} // namespace

void DockerWorld::SetUp() {
    if (const std::string& reason = SharedEngine::whyNot(); !reason.empty())
        GTEST_SKIP() << reason;
    m_base = s_folder + '/' + testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::create_directories(m_base + "/sandboxes");
    reopen();
}

void DockerWorld::TearDown() {
    if (!m_runtime)
        return;
    reopen();
    destroyAll(*m_runtime);
    m_runtime.reset();
    const auto left = s_dockerd->engine().ask({.method = "GET", .path = "/containers/json?all=1"});
    EXPECT_TRUE(left && left->empty()) << (left ? left->dump() : left.error().message);
    EXPECT_TRUE(fs::is_empty(m_base + "/state"));
}

void DockerWorld::reopen() {
    m_runtime.reset();
    auto opened = DockerRuntime::open({.engine = {.socket = s_dockerd->socket()},
        .owner = kOwner,
        .stateDirectory = m_base + "/state",
        .init = kInitProgram,
        .deviceDirectory = s_folder + "/nodes"});
    ASSERT_TRUE(opened) << opened.error().message;
    m_runtime = std::move(*opened);
}

DockerSpec DockerWorld::spec(const std::string& name, DockerCommand command) const {
    DockerSpec spec;
    spec.id = ContainerId{name};
    spec.image = "muster-test";
    spec.command = std::move(command);
    spec.user = UserIds{};
    spec.sandbox = m_base + "/sandboxes/" + name;
    return spec;
}

DockerSpec DockerWorld::shell(const std::string& name, const std::string& script) const {
    return spec(name, {.shell = true, .value = script});
}

ImageConfig DockerWorld::image(const std::string& name) {
    const auto image = m_runtime->prepare(name);
    EXPECT_TRUE(image) << image.error().message;
    return image.value_or(ImageConfig());
}

testing::AssertionResult DockerWorld::launch(const DockerSpec& spec) {
    const auto launched = m_runtime->launch(spec, image(spec.image));
    return launched ? testing::AssertionSuccess()
                    : testing::AssertionFailure() << launched.error().message;
}

Exit DockerWorld::run(const DockerSpec& spec) {
    EXPECT_TRUE(launch(spec));
    return HasFailure() ? Exit{} : waitFor(spec.id);
}

Exit DockerWorld::waitFor(const ContainerId& id) {
    return waitForExit(*m_runtime, m_exits, id, limit);
}

std::string DockerWorld::outputOf(const DockerSpec& spec) {
    run(spec);
    const auto destroyed = m_runtime->destroy(spec.id);
    EXPECT_TRUE(destroyed) << destroyed.error().message;
    std::erase_if(m_exits, [&](const Exit& exit) { return exit.id == spec.id; }); // may run again
    return fileIn(spec, "stdout") + fileIn(spec, "stderr");
}

std::string DockerWorld::fileIn(const DockerSpec& spec, const std::string& name) const {
    return readFile(spec.sandbox + '/' + name).value_or("(no file)");
}

bool DockerWorld::waitForOutput(const DockerSpec& spec, const std::string& text) const {
    for (const auto end = Clock::now() + limit; Clock::now() < end;) {
        if (fileIn(spec, "stdout").find(text) != std::string::npos)
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

nlohmann::json DockerWorld::inspect(const ContainerId& id) const {
    const auto answer = s_dockerd->engine().ask(
        {.method = "GET", .path = "/containers/" + engineName(id, kOwner) + "/json"});
    EXPECT_TRUE(answer) << answer.error().message;
    return answer.value_or(nlohmann::json());
}

} // namespace muster::container::docker
