// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/publisher.h"

#include <algorithm>

#include "agentd/clock.h"
#include "agentd/master/service_view.h"
#include "agentd/master/view.h"
#include "agentd/master/wire.h"
#include "core/proto/time.h"

namespace muster::agentd {

Publisher::Publisher(boost::asio::io_context& io, const Control& control, const Alerts& alerts,
    TelemetryHub& telemetry, const LiveData& live, muster::v1::Cluster cluster)
    : m_control(control), m_alerts(alerts), m_telemetry(telemetry), m_live(live),
      m_cluster(std::move(cluster)), m_timer(io),
      m_views(io, kLookAgain, [this] { completeViews(); }),
      m_feedTimer(io, kFeedTick, [this] { sendFeeds(); }) {
    for (const auto& metric : metricTable()) {
        *m_cluster.add_metrics() = row(metric);
    }
}

void Publisher::subscribe(const net::SessionPtr& session, proto::Encoding encoding, bool telemetry,
    const ConsoleView& view, const muster::v1::Shown* shown, Kinds also) {
    flush(); // what is gathered belongs before the snapshot
    unsubscribe(session);
    auto& added
        = m_subscribers
              .emplace(session,
                  Subscriber{encoding, telemetry && view.showsSamples(), ConsoleStream(view)})
              .first->second;
    added.kinds |= also;
    if (shown != nullptr) {
        added.kinds = kindsOf(*shown);
        join(added, *shown, nullptr);
    }
    sendSnapshot(session, added);
    session->onDrained([this, weak = std::weak_ptr(session)] {
        if (const auto drained = weak.lock()) {
            onDrained(drained);
        }
    });
}

Status Publisher::show(const net::SessionPtr& session, const muster::v1::Shown& shown) {
    const auto found = m_subscribers.find(session);
    if (found == m_subscribers.end()) {
        return failure("This connection has not subscribed: subscribe without `change` first",
            Error::Kind::NotFound);
    }
    auto& subscriber = found->second;
    const auto more = kindsOf(shown) & ~subscriber.kinds;
    if (more != 0) {
        flush(); // what is gathered belongs before the snapshot
    }
    subscriber.kinds = kindsOf(shown);
    const auto feed = m_feeds.find(subscriber.feed);
    std::set<std::string> known; // lists of samples whose newest ones it has
    if (feed != m_feeds.end()) {
        for (const auto& samples : feed->second.shown.samples()) {
            known.insert(samples.SerializeAsString());
        }
    }
    const auto left = subscriber.feed;
    join(subscriber, shown, feed == m_feeds.end() ? nullptr : &feed->second);
    leave(left);
    if (isBehind(session, subscriber)) {
        return {}; // it gets a snapshot
    }
    if (more != 0) {
        sendSnapshot(session, subscriber, more);
    } else if (subscriber.telemetry) {
        auto fresh = shown;
        keepIf(*fresh.mutable_samples(),
            [&](const auto& samples) { return !known.contains(samples.SerializeAsString()); });
        if (const auto message = packed(fresh, 0); message.telemetry().packed_size() > 0) {
            send(*session, message, subscriber.encoding);
        }
    }
    return {};
}

void Publisher::join(Subscriber& subscriber, const muster::v1::Shown& shown, const Feed* left) {
    auto key = shown;
    key.clear_kinds();
    key.set_gather_ms(std::max(key.gather_ms(), 1U)); // never the empty key
    subscriber.feed = key.SerializeAsString();
    auto& feed = m_feeds[subscriber.feed];
    const auto sent = left == nullptr ? m_telemetry.taken() : left->sent;
    if (feed.readers++ == 0) {
        feed.shown = std::move(key);
        feed.sent = sent;
        if (left != nullptr) {
            feed.due
                = std::min(left->due, std::chrono::steady_clock::now() + gatherTime(feed.shown));
        }
    }
    feed.sent = std::min(feed.sent, sent); // its other readers get some samples twice
}

void Publisher::leave(const std::string& key) {
    const auto feed = m_feeds.find(key);
    if (feed != m_feeds.end() && --feed->second.readers == 0) {
        m_feeds.erase(feed);
    }
}

void Publisher::onDrained(const net::SessionPtr& session) {
    const auto found = m_subscribers.find(session);
    if (found == m_subscribers.end()) {
        return;
    }
    found->second.snapshot = 0;
    if (found->second.behind) {
        flush(); // to all others
        found->second.behind = false;
        sendSnapshot(session, found->second);
    }
}

Status Publisher::snapshotOnce(
    const net::SessionPtr& session, proto::Encoding encoding, const ConsoleView& view, Kinds also) {
    ConsoleStream once(view);
    const auto kinds = kUsualKinds | also;
    const auto whole = snapshot(view.showsSamples(), kinds);
    auto shown = once.showsAll() ? whole : once.restricted(whole);
    keepKinds(shown, kinds);
    if (also == 0) {
        shown.mutable_snapshot()->clear_kinds(); // as it was before there were others
    }
    if (auto status = once.viewer().whole(); !status) {
        return status;
    }
    send(*session, shown, encoding);
    return {};
}

Result<muster::v1::Rows> Publisher::rows(
    int kind, const std::optional<std::string>& id, const ConsoleView& view) const {
    muster::v1::Rows out;
    if (id) {
        muster::v1::Removed missing;
        addRows(called(kind, *id), out, missing);
    } else {
        addRows(kind, out);
    }
    view.restrict(out);
    if (auto whole = view.viewer().whole(); !whole) {
        return tl::unexpected(whole.error());
    }
    return out;
}

Publisher::Unsent Publisher::called(int kind, const std::string& id) const {
    using Rows = muster::v1::Rows;
    Unsent out;
    switch (kind) {
    case Rows::kAgentsFieldNumber:
        out.agents.insert(AgentId{id});
        break;
    case Rows::kGpusFieldNumber:
        out.gpus.insert(GpuUuid{id});
        break;
    case Rows::kFrameworksFieldNumber:
        out.frameworks.insert(FrameworkId{id});
        break;
    case Rows::kOffersFieldNumber:
        out.offers.insert(OfferId{id});
        break;
    case Rows::kTasksFieldNumber: // ids of tasks are those of their frameworks
        for (const auto* task : m_control.master().tasks()) {
            if (task->info.id.value == id) {
                out.tasks.insert(cluster::TaskKey{task->framework, task->info.id});
            }
        }
        break;
    case Rows::kJobsFieldNumber:
        out.jobs.insert(JobId{id});
        break;
    case Rows::kAlertsFieldNumber:
        out.alerts.insert(id);
        break;
    case Rows::kServicesFieldNumber:
        out.services.insert(services::AppId{id});
        break;
    case Rows::kSchedulesFieldNumber:
        out.schedules.insert(jobs::ScheduleId{id});
        break;
    default:
        break;
    }
    return out;
}

void Publisher::unsubscribe(const net::SessionPtr& session) {
    if (const auto found = m_subscribers.find(session); found != m_subscribers.end()) {
        leave(found->second.feed);
        m_subscribers.erase(found);
    }
}

bool Publisher::Unsent::empty() const {
    return agents.empty() && gpus.empty() && frameworks.empty() && offers.empty() && tasks.empty()
        && jobs.empty() && alerts.empty() && services.empty() && schedules.empty();
}

struct Publisher::Gatherer {
    Unsent& unsent;
    const Control& control;

    void operator()(const cluster::AgentMoved& event) const { unsent.agents.insert(event.agent); }
    void operator()(const cluster::AgentChanged& event) const { unsent.agents.insert(event.agent); }
    void operator()(const cluster::GpuChanged& event) const { unsent.gpus.insert(event.gpu); }
    void operator()(const cluster::FrameworkAdded& event) const {
        unsent.frameworks.insert(event.framework);
    }
    void operator()(const cluster::FrameworkUpdated& event) const {
        unsent.frameworks.insert(event.framework);
    }
    void operator()(const cluster::FrameworkUsageChanged& event) const {
        unsent.frameworks.insert(event.framework);
    }
    void operator()(const cluster::FrameworkRemoved& event) const {
        unsent.frameworks.insert(event.info->id);
    }
    void operator()(const cluster::OfferMade& event) const {
        unsent.offers.insert(event.offer->id);
    }
    void operator()(const cluster::OfferRemoved& event) const {
        unsent.offers.insert(event.offer->id);
    }
    void operator()(const cluster::TaskAdded& event) const { unsent.tasks.insert(event.task); }
    void operator()(const cluster::TaskUpdated& event) const { unsent.tasks.insert(event.task); }
    void operator()(const cluster::TaskForgotten& event) const { unsent.tasks.insert(event.task); }
    void operator()(const jobs::JobAdded& event) const { unsent.jobs.insert(event.job); }
    void operator()(const jobs::JobUpdated& event) const { unsent.jobs.insert(event.job); }
    void operator()(const jobs::JobExplained& event) const { unsent.jobs.insert(event.job); }
    void operator()(const jobs::JobForgotten& event) const { unsent.jobs.insert(event.job); }
    void operator()(const jobs::ScheduleChanged& event) const { see(event); }
    void operator()(const jobs::ScheduleRemoved& event) const { see(event); }
    void operator()(const jobs::SlotDecided& event) const { see(event); }
    void see(const auto& scheduleEvent) const { unsent.schedules.insert(scheduleEvent.schedule); }
    void operator()(const services::AppAdded& event) const { unsent.services.insert(event.app); }
    // Of another version its instances may be outdated.
    void operator()(const services::AppUpdated& event) const {
        unsent.services.insert(event.app);
        const auto* app = control.services().app(event.app);
        if (app != nullptr && app->version != event.before) {
            for (const auto* instance : control.services().instancesOf(event.app)) {
                seeTask(instance->id);
            }
        }
    }
    void operator()(const services::AppForgotten& event) const {
        unsent.services.insert(event.app);
    }
    void operator()(const services::InstanceAdded& event) const { seeInstance(event.instance); }
    void operator()(const services::InstanceUpdated& event) const { seeInstance(event.instance); }
    void operator()(const services::InstanceHealthChanged& event) const {
        seeInstance(event.instance);
        seeTask(event.instance);
    }
    void operator()(const services::InstanceForgotten& event) const {
        unsent.services.insert(event.last.app);
    }
    void operator()(const services::DeploymentAdded& event) const {
        see(control.services().deployment(event.deployment));
    }
    void operator()(const services::DeploymentStepped& event) const {
        see(control.services().deployment(event.deployment));
    }
    void operator()(const services::DeploymentEnded& event) const { see(&event.last); }
    void operator()(const services::QueueChanged& event) const {
        unsent.services.insert(event.app);
    }
    void seeInstance(const TaskId& id) const { unsent.services.insert(services::appOf(id)); }
    void seeTask(const TaskId& id) const {
        if (control.master().task({control.servicesFramework(), id}) != nullptr) {
            unsent.tasks.insert({control.servicesFramework(), id});
        }
    }
    void see(const services::Deployment* deployment) const {
        if (deployment != nullptr) { // else its end follows
            for (const auto& [app, before] : deployment->before) {
                unsent.services.insert(app);
            }
        }
    }
    // No row shows these.
    void operator()(const cluster::AgentRecorded&) const { }
    void operator()(const cluster::RestrictionChanged&) const { }
    void operator()(const cluster::TaskKillWanted&) const { }
    void operator()(const cluster::MaintenanceChanged&) const { }
    void operator()(const cluster::QuotaChanged&) const { }
    void operator()(const cluster::WeightChanged&) const { }
    void operator()(const cluster::RoleUsageChanged&) const { }
};

// Who subscribes later gets a snapshot.
void Publisher::onEvents(const BatchEvents& events) {
    forgetProcesses(events.cluster);
    if (m_subscribers.empty()) {
        return;
    }
    const Gatherer gatherer{m_unsent, m_control};
    for (const auto& event : events.cluster) {
        std::visit(gatherer, event);
    }
    for (const auto& event : events.jobs) {
        std::visit(gatherer, event);
    }
    for (const auto& event : events.schedules) {
        std::visit(gatherer, event);
    }
    for (const auto& event : events.services) {
        std::visit(gatherer, event);
    }
    if (!m_unsent.empty()) {
        gather();
    }
}

void Publisher::showAgent(const cluster::Agent& agent) {
    m_unsent.agents.insert(agent.id);
    for (const auto& gpu : agent.info.gpus) {
        m_unsent.gpus.insert(gpu.uuid);
    }
    gather();
}

void Publisher::showAlerts(const std::set<std::string>& ids) {
    m_unsent.alerts.insert(ids.begin(), ids.end());
    gather();
}

void Publisher::onTelemetry(const muster::v1::Telemetry& telemetry) {
    m_samples[telemetry.agent_id()] = telemetry;
    gather();
    if (!m_feeds.empty()) {
        m_feedTimer.arm();
    }
}

void Publisher::onProcesses(const muster::v1::Processes& processes) {
    for (const auto& gpu : processes.gpus()) {
        m_processes[gpu.uuid()] = gpu;
        m_unsent.gpus.insert({gpu.uuid()});
    }
    gather();
}

// Those of GPUs that no node has any more.
void Publisher::forgetProcesses(const std::vector<cluster::Event>& events) {
    const auto& master = m_control.master();
    const bool mayHaveLeft = std::ranges::any_of(events, [&](const cluster::Event& event) {
        const auto* agent = cluster::shownAgent(event);
        const auto* gpu = std::get_if<cluster::GpuChanged>(&event);
        return (agent != nullptr && !master.agent(*agent))
            || (gpu != nullptr && !master.gpu(gpu->gpu));
    });
    if (mayHaveLeft) {
        std::erase_if(m_processes, [&](const auto& entry) { return !master.gpu({entry.first}); });
    }
}

void Publisher::gather() {
    if (std::exchange(m_gathering, true)) {
        return;
    }
    m_timer.expires_at(m_pace.next()); // in the past: as soon as what has arrived by now is read
    m_timer.async_wait([this](boost::system::error_code error) {
        if (!error) {
            flush();
        }
    });
}

void Publisher::flush() {
    m_gathering = false;
    m_pace.onSent(std::chrono::steady_clock::now());
    if (m_subscribers.empty()) {
        m_unsent = {};
        m_samples.clear();
        return;
    }
    if (!m_unsent.empty()) {
        const auto message = delta(std::exchange(m_unsent, {}));
        publishDelta(message);
        const auto changed = kindsIn(message.delta());
        for (std::size_t kind = 0; kind < m_changed.size(); ++kind) {
            m_changed[kind] = (changed >> kind & 1U) != 0 ? m_seq : m_changed[kind];
        }
    }
    if (!m_samples.empty()) {
        muster::v1::Message message;
        for (auto& [agent, telemetry] : std::exchange(m_samples, {})) {
            *message.mutable_telemetry()->add_telemetry() = std::move(telemetry);
        }
        publishSamples(message);
    }
}

void Publisher::publishDelta(const muster::v1::Message& message) {
    const auto changed = kindsIn(message.delta());
    Encoded encoded;
    const auto part = [&](const Subscriber& subscriber, muster::v1::Message out) {
        if (subscriber.kinds != kAllKinds) {
            keepKinds(out, subscriber.kinds);
            if (!subscriber.feed.empty()) {
                out.mutable_delta()->set_after(lastChange(subscriber.kinds));
            }
        }
        return pack(out, subscriber.encoding);
    };
    for (auto& [session, subscriber] : m_subscribers) {
        if (isBehind(session, subscriber)) {
            continue;
        }
        // Who does not say what it shows misses no number.
        const bool isShown = subscriber.feed.empty() || (changed & subscriber.kinds) != 0;
        const bool isBinary = subscriber.encoding == proto::Encoding::Binary;
        if (!subscriber.stream.showsAll()) {
            // Its stream notes what it may see, shown or not.
            auto own = subscriber.stream.restricted(message);
            if (isShown) {
                session->send(part(subscriber, std::move(own)), isBinary);
            }
            if (!subscriber.stream.viewer().whole()) {
                m_views.arm();
            }
        } else if (isShown) {
            auto& payload = encoded[{subscriber.kinds, subscriber.encoding}];
            if (!payload) {
                payload = part(subscriber, message);
            }
            session->send(payload, isBinary);
        }
    }
}

// To those who get samples as they arrive.
void Publisher::publishSamples(const muster::v1::Message& message) {
    std::map<proto::Encoding, net::Payload> encoded;
    for (auto& [session, subscriber] : m_subscribers) {
        if (!subscriber.telemetry || !subscriber.feed.empty() || isBehind(session, subscriber)) {
            continue;
        }
        auto& payload = encoded[subscriber.encoding];
        if (!payload) {
            payload = pack(message, subscriber.encoding);
        }
        session->send(payload, subscriber.encoding == proto::Encoding::Binary);
    }
}

std::uint64_t Publisher::lastChange(Kinds kinds) const {
    std::uint64_t out = 1; // the first number of all; in a delta 0 has a meaning of its own
    for (std::size_t kind = 0; kind < m_changed.size(); ++kind) {
        out = std::max(out, (kinds >> kind & 1U) != 0 ? m_changed[kind] : 0);
    }
    return out;
}

// Whether it has fallen behind, now or before.
bool Publisher::isBehind(const net::SessionPtr& session, Subscriber& subscriber) {
    subscriber.behind = subscriber.behind || queuedBehindSnapshot(*session, subscriber) > kSlow;
    return subscriber.behind;
}

muster::v1::Message Publisher::packed(const muster::v1::Shown& shown, std::uint64_t since) const {
    muster::v1::Message message;
    for (const auto& samples : shown.samples()) {
        muster::v1::PackedSamples out;
        if (packSamples(samples, m_telemetry, m_control.master(), since, out)) {
            *message.mutable_telemetry()->add_packed() = std::move(out);
        }
    }
    return message;
}

// Each as often as its readers want, with what has come since.
void Publisher::sendFeeds() {
    const auto time = std::chrono::steady_clock::now();
    std::map<std::pair<std::string, proto::Encoding>, net::Payload> encoded;
    std::map<std::string, muster::v1::Message> news;
    for (auto& [key, feed] : m_feeds) {
        if (feed.sent == m_telemetry.taken()) {
            continue;
        }
        if (time < feed.due) {
            m_feedTimer.arm();
            continue;
        }
        if (auto message = packed(feed.shown, feed.sent); message.has_telemetry()) {
            news[key] = std::move(message);
        }
        feed.due = time + gatherTime(feed.shown);
        feed.sent = m_telemetry.taken();
    }
    for (auto& [session, subscriber] : m_subscribers) {
        const auto message = news.find(subscriber.feed);
        if (message == news.end() || !subscriber.telemetry || isBehind(session, subscriber)) {
            continue;
        }
        auto& payload = encoded[{subscriber.feed, subscriber.encoding}];
        if (!payload) {
            payload = pack(message->second, subscriber.encoding);
        }
        session->send(payload, subscriber.encoding == proto::Encoding::Binary);
    }
}

void Publisher::sendSnapshot(const net::SessionPtr& session, Subscriber& subscriber, Kinds kinds) {
    if (queuedBehindSnapshot(*session, subscriber) < session->queuedBytes()) {
        subscriber.behind = true; // a second one behind the first could be too much
        return;
    }
    const auto feed = m_feeds.find(subscriber.feed);
    auto& stream = subscriber.stream;
    // Rows of kinds that were shown before may only now be decided on.
    kinds = stream.viewer().whole() ? kinds & subscriber.kinds : subscriber.kinds;
    // Who may not see all is told of removals by what was noted of all kinds.
    auto message = snapshot(
        subscriber.telemetry && feed == m_feeds.end(), stream.showsAll() ? kinds : kAllKinds);
    if (!stream.showsAll()) {
        message = stream.restricted(message);
    }
    keepKinds(message, kinds);
    if (feed == m_feeds.end() && kinds == kUsualKinds) {
        message.mutable_snapshot()->clear_kinds(); // as it was before there were others
    }
    if (subscriber.telemetry && feed != m_feeds.end()) {
        *message.mutable_snapshot()->mutable_packed()
            = packed(feed->second.shown, 0).telemetry().packed();
    }
    auto payload = pack(message, subscriber.encoding);
    subscriber.snapshot = payload->size();
    session->send(std::move(payload), subscriber.encoding == proto::Encoding::Binary);
    if (!stream.viewer().whole()) {
        m_views.arm();
    }
}

// Counted with it, a large snapshot would make its reader slow, and be followed by another. It
// leaves the queue as a whole.
std::size_t Publisher::queuedBehindSnapshot(const net::Session& session, Subscriber& subscriber) {
    const auto queued = session.queuedBytes();
    if (queued < subscriber.snapshot) {
        subscriber.snapshot = 0;
    }
    return queued - subscriber.snapshot;
}

void Publisher::completeViews() {
    flush();
    for (auto& [session, subscriber] : m_subscribers) {
        if (subscriber.behind || subscriber.stream.viewer().whole()) {
            continue; // who is behind gets a snapshot anyway
        }
        if (!subscriber.stream.viewer().knowsMore()) {
            m_views.arm();
        } else {
            sendSnapshot(session, subscriber);
        }
    }
}

muster::v1::Agent Publisher::agentRow(const cluster::Agent& agent) const {
    const auto& id = agent.id.value;
    return row(agent, m_telemetry.generation(id), m_live.noDataSince(id));
}

muster::v1::Task Publisher::taskRow(const cluster::Task& task) const {
    auto out = row(task);
    addInstance(m_control, out);
    return out;
}

muster::v1::Gpu Publisher::gpuRow(const cluster::Master::GpuView& view) const {
    auto out = row(view, m_live.noDataSince(view.agent->id.value));
    if (const auto processes = m_processes.find(out.uuid()); processes != m_processes.end()) {
        *out.mutable_processes() = processes->second.processes();
    }
    return out;
}

muster::v1::Message Publisher::snapshot(bool telemetry, Kinds kinds) const {
    muster::v1::Message message;
    auto& out = *message.mutable_snapshot();
    out.set_seq(m_seq);
    out.set_at_ms(proto::milliseconds(now().wall));
    *out.mutable_cluster() = m_cluster;
    for (int kind = muster::v1::Shown::AGENTS; kind <= muster::v1::Shown::Kind_MAX; ++kind) {
        if ((kinds >> kind & 1U) != 0) {
            addRows(kind, *out.mutable_rows());
        }
    }
    if (telemetry) {
        for (const auto& [agent, sample] : m_telemetry.newest()) {
            *out.add_telemetry() = sample;
        }
    }
    return message;
}

void Publisher::addRows(int kind, muster::v1::Rows& rows) const {
    using Rows = muster::v1::Rows;
    const auto& master = m_control.master();
    switch (kind) {
    case Rows::kAgentsFieldNumber:
        for (const auto* agent : master.agents()) {
            *rows.add_agents() = agentRow(*agent);
        }
        return;
    case Rows::kGpusFieldNumber:
        for (const auto* agent : master.agents()) {
            for (const auto& gpu : agent->info.gpus) {
                if (const auto view = master.gpu(gpu.uuid); view && view->agent == agent) {
                    *rows.add_gpus() = gpuRow(*view);
                }
            }
        }
        return;
    case Rows::kFrameworksFieldNumber:
        for (const auto* framework : master.frameworks()) {
            *rows.add_frameworks() = row(*framework);
        }
        return;
    case Rows::kOffersFieldNumber:
        for (const auto* offer : master.offers()) {
            *rows.add_offers() = row(*offer, master.framework(offer->framework));
        }
        return;
    case Rows::kTasksFieldNumber:
        for (const auto* task : master.tasks()) {
            *rows.add_tasks() = taskRow(*task);
        }
        return;
    case Rows::kJobsFieldNumber:
        for (const auto* job : m_control.jobs().jobs()) {
            *rows.add_jobs() = row(*job, m_control.jobsFramework());
        }
        return;
    case Rows::kAlertsFieldNumber:
        for (const auto& [id, alert] : m_alerts.lit()) {
            *rows.add_alerts() = row(alert);
        }
        return;
    case Rows::kServicesFieldNumber:
        for (const auto* app : m_control.services().apps()) {
            *rows.add_services() = row(*app, m_control, now());
        }
        return;
    case Rows::kSchedulesFieldNumber:
        for (const auto* schedule : m_control.schedules().schedules()) {
            *rows.add_schedules() = row(*schedule, m_control);
        }
        return;
    default:
        return;
    }
}

muster::v1::Message Publisher::delta(const Unsent& unsent) {
    muster::v1::Message message;
    auto& out = *message.mutable_delta();
    out.set_seq(++m_seq);
    out.set_at_ms(proto::milliseconds(now().wall));
    addRows(unsent, *out.mutable_changed(), *out.mutable_removed());
    return message;
}

void Publisher::addRows(
    const Unsent& wanted, muster::v1::Rows& rows, muster::v1::Removed& missing) const {
    const auto& master = m_control.master();
    const auto add = [](const auto& ids, const auto& find, const auto& show, const auto& remove) {
        for (const auto& id : ids) {
            if (const auto found = find(id)) {
                show(*found);
            } else {
                remove(id);
            }
        }
    };
    add(
        wanted.agents, [&](const auto& id) { return master.agent(id); },
        [&](const auto& agent) { *rows.add_agents() = agentRow(agent); },
        [&](const auto& id) { missing.add_agents(id.value); });
    add(
        wanted.gpus, [&](const auto& id) { return master.gpu(id); },
        [&](const auto& gpu) { *rows.add_gpus() = gpuRow(gpu); },
        [&](const auto& id) { missing.add_gpus(id.value); });
    add(
        wanted.frameworks, [&](const auto& id) { return master.framework(id); },
        [&](const auto& framework) { *rows.add_frameworks() = row(framework); },
        [&](const auto& id) { missing.add_frameworks(id.value); });
    add(
        wanted.offers, [&](const auto& id) { return master.offer(id); },
        [&](const auto& offer) {
            *rows.add_offers() = row(offer, master.framework(offer.framework));
        },
        [&](const auto& id) { missing.add_offers(id.value); });
    add(
        wanted.tasks, [&](const auto& key) { return master.task(key); },
        [&](const auto& task) { *rows.add_tasks() = taskRow(task); },
        [&](const auto& key) {
            auto& task = *missing.add_tasks();
            task.set_framework_id(key.framework.value);
            task.set_task_id(key.task.value);
        });
    add(
        wanted.jobs, [&](const auto& id) { return m_control.jobs().job(id); },
        [&](const auto& job) { *rows.add_jobs() = row(job, m_control.jobsFramework()); },
        [&](const auto& id) { missing.add_jobs(id.value); });
    add(
        wanted.alerts, [&](const auto& id) { return m_alerts.find(id); },
        [&](const auto& alert) { *rows.add_alerts() = row(alert); },
        [&](const auto& id) { missing.add_alerts(id); });
    add(
        wanted.services, [&](const auto& id) { return m_control.services().app(id); },
        [&](const auto& app) { *rows.add_services() = row(app, m_control, now()); },
        [&](const auto& id) { missing.add_services(id.value); });
    add(
        wanted.schedules, [&](const auto& id) { return m_control.schedules().schedule(id); },
        [&](const auto& schedule) { *rows.add_schedules() = row(schedule, m_control); },
        [&](const auto& id) { missing.add_schedules(id.value); });
}

} // namespace muster::agentd
