// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>

#include "tests/core/container/image/test_images.h"
#include "tests/integration/transcript.h"

namespace muster::e2e {

inline constexpr const char* kGpus = "--framework_capabilities=GPU_RESOURCES";

inline container::image::TarEntry fileOf(
    const std::string& name, const std::string& path, unsigned mode = 0755) {
    return {.name = name, .content = fileText(path), .mode = mode};
}

// busybox, and the C library that a program of the driver (nvidia-smi) needs of its image.
inline std::string baseLayer() {
    std::vector<container::image::TarEntry> entries{fileOf("bin/busybox", "/bin/busybox")};
    for (const char* name : {"sh", "cat", "echo", "id", "ls", "sleep", "true", "env", "touch"}) {
        entries.push_back({.name = std::string("bin/") + name, .type = '2', .link = "busybox"});
    }
    entries.push_back(fileOf("lib64/ld-linux-x86-64.so.2", "/lib64/ld-linux-x86-64.so.2"));
    for (const char* name :
        {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1"}) {
        entries.push_back(fileOf(std::string("lib/x86_64-linux-gnu/") + name,
            std::string("/lib/x86_64-linux-gnu/") + name));
    }
    entries.push_back({.name = "etc/passwd",
        .content = "root:x:0:0::/root:/bin/sh\napp:x:1234:1235::/:/bin/sh\n"});
    entries.push_back({.name = "etc/group", .content = "root:x:0:\napp:x:1235:\nvideo:x:44:app\n"});
    return tarOf(entries);
}

// Images of a real registry on loopback, on agents with four simulated GPUs.
class ImageWorld : public World {
protected:
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        if (const auto why = container::image::TestRegistry::whyNot(); !why.empty()) {
            GTEST_SKIP() << why;
        }
        if (!std::filesystem::exists("/bin/busybox")) {
            GTEST_SKIP() << "needs /bin/busybox (busybox-static)";
        }
        m_registry = std::make_unique<container::image::TestRegistry>(m_base + "/registry");
        ASSERT_TRUE(m_registry->isRunning());
        m_layout = std::make_unique<container::image::TestLayout>(m_base + "/layout");
        // The registries of these tests are on loopback: every agent of them is told so.
        m_environment["MUSTER_FETCH_ALLOW"] = "127.0.0.1,0.0.0.0";
    }
    void TearDown() override {
        m_registry.reset();
        World::TearDown();
    }

    // Pushes an image with that configuration; its name for tasks.
    std::string push(const std::string& name, const std::string& config,
        const std::vector<std::string>& above = {}) {
        std::vector<std::string> layers{m_baseLayer};
        layers.insert(layers.end(), above.begin(), above.end());
        m_layout->add("it", layers, config);
        EXPECT_TRUE(m_registry->push(*m_layout, "it", name, true));
        return m_registry->host() + "/" + name;
    }
    std::unique_ptr<Process> muster(const Daemon& cluster, Flags words) {
        const auto flags = std::find(words.begin(), words.end(), "--");
        words.insert(flags,
            {"--master=127.0.0.1:" + std::to_string(cluster.port),
                "--token_file=" + cluster.workDir + "/token"});
        return command(std::move(words));
    }
    Flags cudaTask(const std::string& image, const std::string& name, int gpus = 1) const {
        return {"--name=" + name, "--command=nvidia-smi", kGpus, "--docker_image=" + image,
            "--resources=cpus:0.5;mem:64;gpus:" + std::to_string(gpus)};
    }

    const std::string m_baseLayer = baseLayer();
    std::unique_ptr<container::image::TestRegistry> m_registry;
    std::unique_ptr<container::image::TestLayout> m_layout;
};

inline std::size_t countOf(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

} // namespace muster::e2e
