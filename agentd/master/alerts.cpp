// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/alerts.h"

#include "agentd/clock.h"
#include "agentd/master/control_journal.h"

namespace muster::agentd {
namespace {

std::string textOf(const Error* problem) {
    return problem == nullptr ? std::string() : problem->message;
}

} // namespace

Alerts::Alerts(boost::asio::io_context& io, Control& control, alerts::Thresholds thresholds,
    std::vector<alerts::Alert> remembered)
    : m_timer(io,
        [this] {
            m_watch.tick(now());
            settle();
        }),
      m_control(control), m_watch(thresholds, std::move(remembered), now()) {
    const auto at = now();
    for (const auto* agent : m_control.master().agents()) {
        m_watch.agent(agent->id, agent, at);
    }
    for (const auto* job : m_control.jobs().jobs()) {
        m_watch.job(job->id, job, at);
    }
    lookAtDisk();
    lookAtJournal();
}

void Alerts::lookAtDisk() {
    m_watch.disk(textOf(m_control.admission().diskProblem()), now());
    settle();
}

void Alerts::lookAtJournal() {
    m_watch.journal(textOf(m_control.admission().olderCopy()), now());
    settle();
}

void Alerts::onEvents(const BatchEvents& events) {
    const auto at = now();
    // First the agents: one that joins is told of before what is wrong with its GPUs.
    for (const auto& event : events.cluster) {
        if (const auto* agent = cluster::shownAgent(event)) {
            m_watch.agent(*agent, m_control.master().agent(*agent), at);
        }
    }
    for (const auto& event : events.cluster) {
        if (const auto* changed = std::get_if<cluster::GpuChanged>(&event)) {
            lookAtGpu(changed->gpu, at);
        }
    }
    for (const auto& event : events.jobs) {
        std::visit(
            [&](const auto& one) { m_watch.job(one.job, m_control.jobs().job(one.job), at); },
            event);
    }
    settle();
}

void Alerts::lookAtGpu(const GpuUuid& uuid, Now at) {
    const auto& master = m_control.master();
    const auto view = master.gpu(uuid);
    if (!view || !view->status.holder) {
        m_watch.gpu(uuid, view ? &*view : nullptr, {}, at);
        return;
    }
    const auto& key = *view->status.holder;
    const auto* task = master.task(key);
    const auto* framework = master.framework(key.framework);
    alerts::Holder holder{.framework = key.framework.value, .task = key.task.value};
    holder.name = task == nullptr || task->info.name.empty() ? holder.task : task->info.name;
    if (task != nullptr && !task->info.user.empty()) {
        holder.user = task->info.user;
    } else if (framework != nullptr) {
        holder.user = framework->info.user;
    }
    m_watch.gpu(uuid, &*view, holder, at);
}

void Alerts::onValues(const GpuUuid& gpu, const TelemetryHub::Values& values) {
    const auto value = [&](Metric metric) { return values[static_cast<std::size_t>(metric)]; };
    m_watch.sample(gpu,
        {.temperature = value(Metric::Temperature),
            .utilization = value(Metric::GpuUtilization),
            .throttle = value(Metric::ThrottleReasons)},
        now());
    if (m_watch.hasNews()) {
        settle();
    }
}

void Alerts::acknowledge(
    const std::string& beginning, alerts::Acknowledgement seen, Control::Done done) {
    if (const auto* why = m_control.admission().whyNotEnd()) {
        return done(tl::unexpected(*why));
    }
    const auto id = m_watch.find(beginning);
    if (!id) {
        return done(tl::unexpected(id.error()));
    }
    if (auto status = m_watch.acknowledge(*id, std::move(seen), now()); !status) {
        return done(status);
    }
    settle([done = std::move(done)] { done({}); });
}

const alerts::Alert* Alerts::find(const std::string& id) const {
    const auto found = lit().find(id);
    return found == lit().end() ? nullptr : &found->second;
}

void Alerts::settle(std::function<void()> written) {
    auto news = m_watch.take();
    if (!news.empty()) {
        const auto at = now();
        history::Change change;
        auto ids = news.alerts;
        ids.insert(news.counts.begin(), news.counts.end());
        for (const auto& id : ids) {
            if (const auto* alert = m_watch.stored(id)) {
                change.upserts.push_back(alertRecord(*alert));
            } else {
                change.removals.emplace_back(kAlert, id);
            }
        }
        for (auto& event : news.events) {
            change.audit.push_back({at, std::move(event.author), std::move(event.action),
                std::move(event.object), std::move(event.detail)});
        }
        m_control.keep(std::move(change), std::move(written));
        if (onChanged && !news.alerts.empty()) {
            onChanged(news.alerts);
        }
    }
    m_timer.set(m_watch.nextDeadline());
}

} // namespace muster::agentd
