// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/device_watch.h"

#include <utility>

#include <spdlog/spdlog.h>

namespace muster::agentd {

DeviceWatch::DeviceWatch(boost::asio::io_context& io, const container::Runtime& runtime,
    Changed changed, Duration interval)
    : m_runtime(runtime), m_changed(std::move(changed)), m_timer(io, interval, [this] { look(); }) {
}

void DeviceWatch::follow(const ContainerId& id) {
    const auto rules = m_runtime.deviceRules(id);
    if (!rules) {
        return; // it has ended, or is not ours: the Docker Engine's
    }
    if (rules->now == rules->wanted) {
        followAnew(id);
        return;
    }
    m_wanted.insert_or_assign(id, rules->wanted);
    look(id, rules->wanted);
    m_timer.arm();
}

void DeviceWatch::followAnew(const ContainerId& id) {
    const auto rules = m_runtime.deviceRules(id);
    if (!rules) {
        return;
    }
    if (const auto kept = m_runtime.keepDeviceRules(id); !kept) {
        spdlog::warn("Container {}: {}", id.value, kept.error().message);
    }
    m_wanted.insert_or_assign(id, rules->now);
    m_timer.arm();
}

void DeviceWatch::forget(const ContainerId& id) {
    m_wanted.erase(id);
    m_unrepaired.erase(id);
}

void DeviceWatch::look() {
    const auto followed = m_wanted;
    for (const auto& [id, wanted] : followed) {
        look(id, wanted);
    }
    if (!m_wanted.empty()) {
        m_timer.arm();
    }
}

void DeviceWatch::look(const ContainerId& id, const container::DeviceRules& wanted) {
    const auto rules = m_runtime.deviceRules(id);
    if (!rules && rules.error().kind == Error::Kind::NotFound) {
        return forget(id); // it was destroyed while it was about to be followed anew
    }
    if (!rules || rules->now == wanted) {
        m_unrepaired.erase(id);
        return;
    }
    auto change = wanted.changeTo(rules->now);
    const auto repaired = wanted.restore(rules->now);
    if (!repaired) {
        change.what += ". " + repaired.error().message;
        if (std::exchange(m_unrepaired[id], change.what) == change.what) {
            return;
        }
    }
    spdlog::error("The device rules of container {} were changed from outside: {}{}", id.value,
        change.what, repaired ? "; repaired" : "");
    m_changed({id, std::move(change.what), std::move(change.gpuMinors)});
}

} // namespace muster::agentd
