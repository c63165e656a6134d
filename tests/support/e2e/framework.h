// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"
#include "tests/support/e2e/console.h"

namespace muster::e2e {

// A framework on a WebSocket, with GPU_RESOURCES: subscribes, accepts, acknowledges every update.
class Framework {
public:
    Framework(std::uint16_t port, const std::string& token);

    // An offer with at least that many GPUs; of those that do not have them nothing is said.
    std::optional<mesos::v1::Offer> offer(double gpus, Patience patience = 8s);
    void accept(const mesos::v1::Offer& offer, mesos::v1::Offer::Operation operation);
    void launch(const mesos::v1::Offer& offer, const std::vector<mesos::v1::TaskInfo>& tasks);
    void kill(const std::string& task);
    void send(mesos::v1::scheduler::Call call); // its framework_id is filled in

    bool until(const std::function<bool()>& condition, Patience patience = 8s);
    bool is(const std::string& task, mesos::v1::TaskState state, Patience patience = 8s);
    // What a task ended with; fails the test if it does not.
    mesos::v1::TaskStatus end(const std::string& task, Patience patience);
    // Every status of a task, in order, without repetitions.
    std::vector<mesos::v1::TaskStatus> statuses(const std::string& task) const;
    std::vector<mesos::v1::TaskState> states(const std::string& task) const;
    const std::string& id() const { return m_id; }

    std::vector<mesos::v1::scheduler::Event> events; // all of them

private:
    void take();
    void take(const mesos::v1::scheduler::Event& event);

    Wire m_wire;
    std::string m_id;
    std::size_t m_taken = 0;
    std::vector<mesos::v1::Offer> m_offers;
    std::vector<mesos::v1::TaskStatus> m_statuses;
};

// A task with a shell command and cpus:0.1;mem:32.
mesos::v1::TaskInfo task(const mesos::v1::Offer& offer, const std::string& id,
    const std::string& command, double gpus = 0);
void addResource(google::protobuf::RepeatedPtrField<mesos::v1::Resource>& resources,
    const std::string& name, double value);

} // namespace muster::e2e
