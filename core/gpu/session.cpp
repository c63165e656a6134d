// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/session.h"

#include <algorithm>

namespace muster::gpu {

bool Session::anyLost() const {
    const auto lost = [](const GpuSample& gpu) { return gpu.health == GpuHealth::Lost; };
    return m_open
        && (!m_open->discovery.unreachable.empty()
            || std::any_of(m_last.gpus.begin(), m_last.gpus.end(), lost));
}

Result<Discovery> Session::discover() {
    if (!m_nvml) {
        auto nvml = Nvml::load(m_library);
        if (!nvml) {
            return tl::unexpected(nvml.error());
        }
        m_nvml = std::move(*nvml);
    }
    if (anyLost()) {
        m_nvml->shutdown(); // a GPU that was reset comes back only after NVML's last shutdown
    }
    m_open.reset();
    m_last = {};
    if (const auto ready = m_nvml->init(); !ready) {
        m_nvml.reset(); // an upgrade may put another library at the same path
        return tl::unexpected(ready.error());
    }
    auto open = openGpus(*m_nvml);
    if (!open) {
        return tl::unexpected(open.error());
    }
    m_open = std::move(*open);
    for (const auto& gpu : m_open->discovery.gpus) {
        m_last.gpus.push_back({.uuid = gpu.uuid});
        m_last.gpus.back().values.fill(kUnknown);
    }
    return m_open->discovery;
}

Result<Sample> Session::sample(bool slow) {
    if (!m_open) {
        if (const auto found = discover(); !found) {
            return tl::unexpected(found.error());
        }
    }
    m_last.slow = slow;
    ++m_turn;
    for (std::size_t i = 0; i < m_last.gpus.size(); ++i) {
        auto& gpu = m_last.gpus[i];
        updateSample(*m_nvml, m_open->devices[i], slow, gpu);
        const bool turn = m_turn % m_last.gpus.size() == i;
        m_traffic[gpu.uuid].update(*m_nvml, m_open->devices[i], turn, gpu);
    }
    return m_last;
}

Reply Session::answer(Request request) {
    switch (request) {
    case Request::Discover:
        return discover().map([](Discovery found) { return Answer(std::move(found)); });
    case Request::SampleFast:
        return sample(false).map([](Sample taken) { return Answer(std::move(taken)); });
    case Request::SampleSlow:
        return sample(true).map([](Sample taken) { return Answer(std::move(taken)); });
    case Request::Shutdown:
        break;
    }
    return failure("No answer to a shutdown", Error::Kind::Internal);
}

} // namespace muster::gpu
