// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "agentd/agent/machine.h"
#include "agentd/agent/task_spec.h"
#include "core/container/driver/host_driver.h"
#include "core/container/image/store.h"

namespace muster::agentd {

// Mesos' words for a task that no containerizer of this agent runs.
Error noContainerizer();

// What a launch that takes long says of itself, a sentence; from the thread that does the work.
using LaunchProgress = std::function<void(std::string)>;
// The same, but every few seconds at most, and nothing of what is quick.
LaunchProgress everyFewSeconds(LaunchProgress tell);

// The environment of what runs from an image: the image's, over it what the agent says of the task,
// over both the driver's, which extends the task's own PATH and LD_LIBRARY_PATH.
container::image::Variables imageEnvironment(const container::image::Variables& image,
    const container::image::Variables& task, const container::driver::Pairs& driver);

// What tasks with an image get in place of the machine's files: the image, pulled if need be, and
// the driver for their GPUs (doc/features.md D10 to D15). Thread-safe; prepare() and prune()
// block.
class Images {
public:
    // `rule`: where images may come from.
    static Result<std::unique_ptr<Images>> open(const std::string& workDir,
        const AgentOptions& options, container::image::ConnectionRule rule, const Machine& machine);

    // Makes the container's specification one of the image: command, environment, user and files.
    // The image is held for the container until release(). The error is for the task's status.
    // REQUIRES: the task has an image.
    Status prepare(container::ContainerSpec& spec, const ContainerRequest& task,
        std::stop_token stop, const LaunchProgress& progress);
    // The digest of an image that is asked for anew, also when it is here.
    Result<std::string> pull(
        const std::string& name, std::stop_token stop, const LaunchProgress& progress);
    // What of the driver a container with such an image gets; its view of the volume is made.
    Result<container::driver::Injection> inject(
        const container::image::ImageConfig& image, const ContainerRequest& task) const;
    // Whether an image may come from where its name says, for who pulls it himself. docker.io is
    // nobody's own address.
    Status checkRegistry(const std::string& name) const;
    // What NVML found now: a driver may come, or become another one, under a running agent. Blocks
    // if it did.
    void onDriver(const gpu::Discovery& found);
    void release(const ContainerId& container);
    void keepOnly(const std::set<ContainerId>& containers);

    container::image::ImageStore& store() { return *m_store; }
    void collect(); // what the limits of --image_max_age and --image_disk_budget let go

private:
    struct Driver {
        container::driver::HostDriver host;
        std::string version;
        std::string cudaVersion;
        std::vector<gpu::Discovery::Class> classes;

        container::driver::GpuFacts factsOf(const GpuUuid& gpu) const;
    };
    Images(const std::string& workDir, const AgentOptions& options,
        container::image::ConnectionRule rule, std::string driverRoot,
        std::unique_ptr<container::image::ImageStore> store);

    std::shared_ptr<const Driver> currentDriver() const;
    Result<container::image::Image> ensure(const std::string& name,
        container::image::EnsureOptions options, const LaunchProgress& progress);
    const std::unique_ptr<container::image::ImageStore> m_store;
    const container::image::ConnectionRule m_rule;
    const std::string m_driverRoot;
    const std::string m_volumes;
    mutable std::mutex m_mutex;
    std::shared_ptr<const Driver> m_driver; // replaced as a whole
    const Duration m_maxAge;
    const Bytes m_diskBudget;
};

} // namespace muster::agentd
