// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/operator_events.h"

#include <spdlog/spdlog.h>

#include "agentd/clock.h"
#include "core/proto/scheduler.h"

namespace muster::agentd::api {
namespace {

using Event = mesos::v1::master::Event;

constexpr Duration kLookAgain = std::chrono::milliseconds(100);

std::string userOf(const cluster::Task& task, const Control& control) {
    const auto* framework = control.master().framework(task.framework);
    return !task.info.user.empty() || framework == nullptr ? task.info.user : framework->info.user;
}

} // namespace

struct OperatorEvents::Subscriber {
    Viewer viewer;
    Media media;
    std::shared_ptr<net::BodyStream> body;
    boost::asio::steady_timer heartbeat;
    std::deque<std::shared_ptr<Pending>> held; // what was not sent yet
    std::optional<Uptime> until; // while a user is not known: when it is too late
    bool isOver = false;
};

OperatorEvents::OperatorEvents(boost::asio::io_context& io, const Control& control,
    const MasterFacts& facts, Duration patience)
    : m_io(io), m_control(control), m_facts(facts), m_patience(patience),
      m_timer(io, kLookAgain, [this] { deliverAll(); }) { }

OperatorEvents::~OperatorEvents() = default;

// When the stream is opened its head has been sent, and it is too late to refuse it.
net::HttpResponse OperatorEvents::subscribe(const Viewer& viewer, Media media) {
    using Action = Acls::Action;
    if (!viewer.seesAll(Action::ViewTasks) || !viewer.seesAll(Action::ViewFrameworks)
        || !viewer.seesAll(Action::ViewExecutors)) {
        static_cast<void>(snapshot(viewer, media));
    }
    net::HttpResponse response;
    response.contentType = mediaType(media);
    response.stream = [this, viewer, media](std::shared_ptr<net::BodyStream> body) {
        open(viewer, media, std::move(body));
    };
    return response;
}

void OperatorEvents::open(
    const Viewer& viewer, Media media, std::shared_ptr<net::BodyStream> body) {
    auto state = record(snapshot(viewer, media));
    if (!viewer.whole()) { // somebody appeared in the meantime
        return body->finish();
    }
    if (m_subscribers.size() >= kMaximumSubscribers) {
        m_subscribers.front()->body->finish();
    }
    const auto subscriber = std::make_shared<Subscriber>(
        Subscriber{viewer, media, std::move(body), boost::asio::steady_timer(m_io)});
    const auto place = m_subscribers.insert(m_subscribers.end(), subscriber);
    subscriber->body->onClosed([this, place] { m_subscribers.erase(place); });
    subscriber->body->send(std::move(state));
    beat(subscriber);
}

proto::MessageWriter OperatorEvents::snapshot(const Viewer& viewer, Media media) const {
    Event::Subscribed rhythm;
    rhythm.set_heartbeat_interval_seconds(std::chrono::duration<double>(kHeartbeat).count());
    proto::MessageWriter subscribed(*Event::Subscribed::descriptor(), encodingOf(media));
    subscribed.add(rhythm);
    subscribed.add("get_state", OperatorModels(m_control, m_facts, viewer, media).state());
    Event head;
    head.set_type(Event::SUBSCRIBED);
    proto::MessageWriter event(*Event::descriptor(), encodingOf(media));
    event.add(head);
    event.add("subscribed", std::move(subscribed));
    return event;
}

// The timer may have run out in the moment in which the subscriber goes.
void OperatorEvents::beat(const std::weak_ptr<Subscriber>& reference) {
    const auto subscriber = reference.lock();
    if (subscriber == nullptr) {
        return;
    }
    Event event;
    event.set_type(Event::HEARTBEAT);
    subscriber->body->send(record(event, subscriber->media));
    subscriber->heartbeat.expires_after(kHeartbeat);
    subscriber->heartbeat.async_wait([this, reference](boost::system::error_code error) {
        if (!error) {
            beat(reference);
        }
    });
}

void OperatorEvents::flush() {
    for (auto& pending : std::exchange(m_pending, {})) {
        const auto event = std::make_shared<Pending>(std::move(pending));
        for (const auto& subscriber : m_subscribers) {
            if (!subscriber->isOver) {
                subscriber->held.push_back(event);
            }
        }
    }
    deliverAll();
}

void OperatorEvents::deliverAll() {
    for (const auto& subscriber : m_subscribers) {
        deliver(*subscriber);
    }
}

bool OperatorEvents::isShown(const Pending& event, const Viewer& viewer) {
    return (!event.action || viewer.may(*event.action, event.object))
        && (!event.frameworkUser || viewer.may(Acls::Action::ViewFrameworks, *event.frameworkUser));
}

void OperatorEvents::deliver(Subscriber& subscriber) {
    while (!subscriber.held.empty()) {
        auto& event = *subscriber.held.front();
        subscriber.viewer.startAnew();
        const bool shown = isShown(event, subscriber.viewer);
        if (!subscriber.viewer.whole()) {
            return hold(subscriber);
        }
        if (shown) {
            auto& bytes = event.encoded[subscriber.media == Media::Json ? 0 : 1];
            if (bytes == nullptr) {
                bytes = record(event.event, subscriber.media);
            }
            subscriber.body->send(bytes);
        }
        subscriber.held.pop_front();
        subscriber.until.reset();
    }
}

void OperatorEvents::hold(Subscriber& subscriber) {
    const auto now = uptime();
    subscriber.until = subscriber.until.value_or(now + m_patience);
    if (now < *subscriber.until && subscriber.held.size() <= kMaximumHeld) {
        return m_timer.arm();
    }
    spdlog::warn("An event stream of operators is ended with {} events not sent: {}",
        subscriber.held.size(), subscriber.viewer.whole().error().message);
    subscriber.isOver = true;
    subscriber.held.clear();
    subscriber.body->finish();
}

// REQUIRES: the master is as the apply() that told the event left it.
struct OperatorEvents::Translator {
    OperatorEvents& events;
    const cluster::Master& master;

    Event& add(Event::Type type, std::optional<Acls::Action> action = {}, std::string object = {}) {
        events.m_pending.push_back({Event(), action, std::move(object), {}, {}});
        auto& event = events.m_pending.back().event;
        event.set_type(type);
        return event;
    }

    Event& add(Event::Type type, const cluster::Task& task) {
        auto& event = add(type, Acls::Action::ViewTasks, userOf(task, events.m_control));
        if (const auto* framework = master.framework(task.framework)) {
            events.m_pending.back().frameworkUser = framework->info.user;
        }
        return event;
    }

    void operator()(const cluster::AgentMoved& moved) {
        const auto* agent = master.agent(moved.agent);
        if (moved.after == cluster::Presence::Present && agent != nullptr) {
            agentRow(*agent, events.m_control, events.m_facts,
                *add(Event::AGENT_ADDED).mutable_agent_added()->mutable_agent());
        } else if (moved.before == cluster::Presence::Present) {
            add(Event::AGENT_REMOVED)
                .mutable_agent_removed()
                ->mutable_agent_id()
                ->set_value(moved.agent.value);
        }
    }
    void operator()(const cluster::FrameworkAdded& added) {
        if (const auto* framework = master.framework(added.framework)) {
            auto& event
                = add(Event::FRAMEWORK_ADDED, Acls::Action::ViewFrameworks, framework->info.user);
            frameworkRow(*framework, *event.mutable_framework_added()->mutable_framework());
        }
    }
    void operator()(const cluster::FrameworkUpdated& updated) {
        if (const auto* framework = master.framework(updated.framework)) {
            auto& event
                = add(Event::FRAMEWORK_UPDATED, Acls::Action::ViewFrameworks, framework->info.user);
            frameworkRow(*framework, *event.mutable_framework_updated()->mutable_framework());
        }
    }
    void operator()(const cluster::FrameworkRemoved& removed) {
        auto& event
            = add(Event::FRAMEWORK_REMOVED, Acls::Action::ViewFrameworks, removed.info->user);
        *event.mutable_framework_removed()->mutable_framework_info()
            = proto::frameworkInfo(*removed.info);
    }
    void operator()(const cluster::TaskAdded& added) {
        if (const auto* task = master.task(added.task)) {
            taskRow(*task, *add(Event::TASK_ADDED, *task).mutable_task_added()->mutable_task());
        }
    }
    void operator()(const cluster::TaskUpdated& updated) {
        if (const auto* task = master.task(updated.task)) {
            auto& out = *add(Event::TASK_UPDATED, *task).mutable_task_updated();
            out.mutable_framework_id()->set_value(task->framework.value);
            *out.mutable_status() = proto::toProto(task->latest);
            out.set_state(out.status().state());
        }
    }
    void operator()(const auto&) { } // Mesos' stream does not know it
};

void OperatorEvents::onOutputs(const std::vector<cluster::MasterOutput>& outputs) {
    if (m_subscribers.empty()) {
        return;
    }
    for (const auto& output : outputs) {
        if (const auto* told = std::get_if<cluster::Events>(&output)) {
            for (const auto& event : told->list) {
                std::visit(Translator{*this, m_control.master()}, event);
            }
        }
    }
}

} // namespace muster::agentd::api
