// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/gpu_watch.h"

#include <unistd.h>

#include <spdlog/spdlog.h>

#include "agentd/clock.h"

namespace muster::agentd {
namespace {

constexpr std::uint64_t kSlowEvery = 10; // ticks
constexpr std::uint64_t kDiscoverEvery = 60; // ticks: a GPU that was added or came back

GpuState stateOf(gpu::GpuHealth health) {
    switch (health) {
    case gpu::GpuHealth::Ok:
        return GpuState::Free;
    case gpu::GpuHealth::NeedsReset:
        return GpuState::Unhealthy;
    case gpu::GpuHealth::Lost:
        return GpuState::Lost;
    }
    return GpuState::Unhealthy;
}

bool sameHealth(const std::vector<node::GpuReport>& a, const std::vector<node::GpuReport>& b) {
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(), [](const auto& left, const auto& right) {
            return left.info == right.info && left.health == right.health
                && left.occupant == right.occupant;
        });
}

} // namespace

GpuWatch::GpuWatch(boost::asio::io_context& io, Settings settings, Callbacks callbacks)
    : m_probe(std::move(settings.probe)), m_known(std::move(settings.known)),
      m_interval(settings.interval), m_limits(settings.limits), m_callbacks(std::move(callbacks)),
      m_occupants(m_callbacks.occupants), m_ticker(io), m_deadline(io, [this] { onDeadline(); }),
      m_replies(io), m_startLimit(settings.limits.start) {
    for (const auto& gpu : m_known) {
        m_reported.push_back({gpu, GpuState::Free, "", ""});
    }
    if (settings.problem) {
        m_problem = settings.problem->message;
        tellProblem(*settings.problem);
    }
    m_ticker.expires_after(Duration(0));
    tick();
}

void GpuWatch::setOrder(std::vector<GpuUuid> order) {
    m_order = std::move(order);
    m_processes.clear();
}

void GpuWatch::tick() {
    m_ticker.async_wait([this](boost::system::error_code error) {
        if (error) {
            return;
        }
        endPatience();
        if (const auto request = next()) {
            ask(*request);
        }
        ++m_ticks;
        m_ticker.expires_at(m_ticker.expiry() + m_interval);
        if (m_ticker.expiry() < std::chrono::steady_clock::now()) {
            m_ticker.expires_after(m_interval); // the machine slept: no burst of missed ticks
        }
        tick();
    });
}

std::optional<gpu::Request> GpuWatch::next() {
    if (m_refused || m_known.empty()) {
        return m_ticks % kSlowEvery == 0 ? std::optional(gpu::Request::Discover) : std::nullopt;
    }
    if (m_ticks % kDiscoverEvery == kDiscoverEvery - 1) {
        return gpu::Request::Discover;
    }
    const bool slow = m_ticks % kSlowEvery == 0 || m_occupants.isSuspicious();
    return slow ? gpu::Request::SampleSlow : gpu::Request::SampleFast;
}

void GpuWatch::ask(gpu::Request request) {
    if (m_probe.busy()) {
        return; // the deadline decides
    }
    // To look for a GPU that was lost, NVML is ended and started anew.
    const bool anyLost = std::any_of(m_reported.begin(), m_reported.end(),
        [](const auto& report) { return report.health == GpuState::Lost; });
    const bool starts = !m_ready || (request == gpu::Request::Discover && anyLost);
    if (m_probe.request(request, uptime() + (starts ? m_startLimit : m_limits.answer))) {
        m_asked = uptime();
        watchReplies();
    }
    watchDeadline();
}

// The probe's socket changes with each child; the descriptor here is a duplicate of its own.
void GpuWatch::watchReplies() {
    if (m_generation != m_probe.generation() || !m_replies.is_open()) {
        boost::system::error_code ignored;
        m_replies.close(ignored);
        m_generation = m_probe.generation();
        if (m_probe.fd() < 0) {
            return;
        }
        m_replies.assign(::dup(m_probe.fd()), ignored);
    } else if (m_probe.busy()) {
        m_replies.cancel();
    }
    m_replies.async_wait(
        boost::asio::posix::descriptor_base::wait_read, [this](boost::system::error_code error) {
            if (error) {
                return;
            }
            const auto reply = m_probe.onReadable(uptime());
            if (reply) {
                onReply(*reply);
            }
            watchDeadline();
            watchReplies();
        });
}

void GpuWatch::onDeadline() {
    if (const auto reply = m_probe.onDeadline(uptime())) {
        onReply(*reply);
    }
    watchReplies();
    watchDeadline();
}

void GpuWatch::onReply(const gpu::Reply& reply) {
    if (!reply) {
        return failed(reply.error());
    }
    answered();
    if (const auto* sample = std::get_if<gpu::Sample>(&*reply)) {
        onSample(*sample);
    } else {
        onDiscovery(std::get<gpu::Discovery>(*reply));
    }
}

void GpuWatch::answered() {
    if (!std::exchange(m_ready, true) && m_asked) {
        m_lastStart = uptime() - *m_asked;
    }
    m_startLimit = m_limits.start;
    m_refused = false;
    m_failedSince.reset();
    if (!m_problem.empty()) {
        m_problem.clear();
        spdlog::info("The NVIDIA driver responds");
    }
    if (std::exchange(m_toldProblem, false)) {
        m_callbacks.report({.gpus = m_reported});
    }
}

void GpuWatch::failed(const Error& why) {
    const bool gaveUp = m_probe.fd() < 0; // else the driver itself says so
    if (gaveUp && !m_ready && why.kind == Error::Kind::Timeout) {
        m_startLimit = std::min(2 * m_startLimit, m_limits.longestStart);
    }
    m_ready = false;
    m_refused = !gaveUp;
    if (why.message != m_problem) {
        m_problem = why.message;
        spdlog::log(m_known.empty() && why.kind == Error::Kind::NotFound ? spdlog::level::warn
                                                                         : spdlog::level::err,
            "{}", why.message);
    }
    tellProblem(why);
    m_failedSince = m_failedSince.value_or(uptime());
    if (m_refused) {
        m_failedSince = uptime() - std::chrono::hours(24); // nothing to wait for
    }
    endPatience();
}

// Where GPUs are known, they show what is wrong; a machine without a driver has nothing wrong.
void GpuWatch::tellProblem(const Error& why) {
    if (m_known.empty() && why.kind != Error::Kind::NotFound) {
        m_toldProblem = true;
        m_callbacks.report({.gpus = {}, .problem = why.message});
    }
}

void GpuWatch::endPatience() {
    const auto patience
        = std::clamp(2 * m_lastStart, m_limits.patience, std::max(m_limits.patience, m_startLimit));
    if (!m_failedSince || uptime() - *m_failedSince < patience) {
        return;
    }
    auto reports = m_reported;
    for (auto& report : reports) {
        report.health = GpuState::Lost;
        report.problem = m_problem;
    }
    reportHealth(std::move(reports));
}

void GpuWatch::onSample(const gpu::Sample& sample) {
    m_latest = sample;
    if (sample.slow && m_callbacks.occupants.owner) {
        m_occupied.clear();
        m_occupants.beginSample();
        for (const auto& gpu : sample.gpus) {
            if (auto occupant = m_occupants.look(gpu); !occupant.empty()) {
                m_occupied[gpu.uuid] = std::move(occupant);
            }
        }
    }
    std::vector<node::GpuReport> reports;
    for (const auto& known : m_known) {
        const auto found = std::find_if(sample.gpus.begin(), sample.gpus.end(),
            [&](const auto& gpu) { return gpu.uuid == known.uuid; });
        if (found == sample.gpus.end()) {
            reports.push_back({known, GpuState::Lost, "The driver no longer lists the GPU", ""});
        } else {
            const auto health = stateOf(found->health);
            const auto occupant = m_occupied.find(known.uuid);
            reports.push_back({known, health, health == GpuState::Free ? "" : found->trouble,
                occupant == m_occupied.end() ? "" : occupant->second});
        }
    }
    if (sample.slow && !m_occupied.empty()) {
        m_reported.clear(); // the agent forgets an occupant when a task ends: told again
    }
    reportHealth(std::move(reports));
    sendTelemetry(sample);
    if (sample.slow) {
        sendProcesses(sample);
    }
}

void GpuWatch::onDiscovery(const gpu::Discovery& found) {
    for (const auto& gpu : found.gpus) {
        const auto known = std::find_if(
            m_known.begin(), m_known.end(), [&](const auto& old) { return old.uuid == gpu.uuid; });
        if (known == m_known.end()) {
            m_known.push_back(gpu);
        } else {
            *known = gpu;
        }
    }
    if (m_callbacks.found) {
        m_callbacks.found(found);
    }
}

void GpuWatch::sendTelemetry(const gpu::Sample& sample) {
    muster::v1::AgentMessage message;
    auto& telemetry = *message.mutable_telemetry();
    telemetry.set_at_us(now().wall.time_since_epoch().count());
    std::vector<const gpu::GpuSample*> rows;
    for (const auto& uuid : m_order) {
        const auto found = std::find_if(sample.gpus.begin(), sample.gpus.end(),
            [&](const auto& gpu) { return gpu.uuid == uuid; });
        rows.push_back(found == sample.gpus.end() ? nullptr : &*found);
    }
    for (const auto& metric : metricTable()) {
        auto& column = *telemetry.add_columns();
        const auto index = static_cast<std::size_t>(metric.metric);
        column.set_metric(static_cast<std::uint32_t>(index));
        for (const auto* row : rows) {
            column.add_values(row == nullptr ? kUnknown : row->values[index]);
        }
    }
    m_callbacks.send(std::move(message));
}

void GpuWatch::sendProcesses(const gpu::Sample& sample) {
    muster::v1::AgentMessage message;
    for (const auto& gpu : sample.gpus) {
        auto& row = *message.mutable_processes()->add_gpus();
        row.set_uuid(gpu.uuid.value);
        for (const auto& process : gpu.processes) {
            auto& added = *row.add_processes();
            added.set_pid(process.pid);
            added.set_name(process.name);
            added.set_graphics(process.graphics);
            if (process.memory) {
                added.set_memory_bytes(process.memory->value);
            }
            if (const auto task
                = m_callbacks.taskOf ? m_callbacks.taskOf(process.pid) : cluster::TaskKey();
                !task.framework.empty()) {
                added.set_framework_id(task.framework.value);
                added.set_task_id(task.task.value);
            }
        }
    }
    auto bytes = message.SerializeAsString();
    if (bytes != m_processes) {
        m_processes = std::move(bytes);
        m_callbacks.send(std::move(message));
    }
}

void GpuWatch::reportHealth(std::vector<node::GpuReport> reports) {
    if (sameHealth(reports, m_reported)) {
        return;
    }
    m_reported = std::move(reports);
    m_callbacks.report({.gpus = m_reported});
}

} // namespace muster::agentd
