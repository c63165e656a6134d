// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/operator_events.h"

#include <array>

#include "core/proto/scheduler.h"

namespace muster::agentd::api {
namespace {

using Event = mesos::v1::master::Event;

std::string userOf(const cluster::Task& task, const Control& control) {
    const auto* framework = control.master().framework(task.framework);
    return !task.info.user.empty() || framework == nullptr ? task.info.user : framework->info.user;
}

} // namespace

struct OperatorEvents::Subscriber {
    const Gate& gate;
    std::string principal;
    Media media;
    std::shared_ptr<net::BodyStream> body;
    boost::asio::steady_timer heartbeat;
};

OperatorEvents::OperatorEvents(
    boost::asio::io_context& io, const Control& control, const MasterFacts& facts)
    : m_io(io), m_control(control), m_facts(facts) { }

OperatorEvents::~OperatorEvents() = default;

net::HttpResponse OperatorEvents::subscribe(const Viewer& viewer, Media media) {
    net::HttpResponse response;
    response.contentType = mediaType(media);
    response.stream = [this, &gate = viewer.gate, principal = std::string(viewer.principal), media](
                          std::shared_ptr<net::BodyStream> body) {
        open(gate, principal, media, std::move(body));
    };
    return response;
}

void OperatorEvents::open(const Gate& gate, const std::string& principal, Media media,
    std::shared_ptr<net::BodyStream> body) {
    if (m_subscribers.size() >= kMaximumSubscribers) {
        m_subscribers.front()->body->finish();
    }
    const auto subscriber = std::make_shared<Subscriber>(
        Subscriber{gate, principal, media, std::move(body), boost::asio::steady_timer(m_io)});
    const auto place = m_subscribers.insert(m_subscribers.end(), subscriber);
    subscriber->body->onClosed([this, place] { m_subscribers.erase(place); });
    subscriber->body->send(record(snapshot(Viewer{gate, principal}, media)));
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
    for (const auto& pending : std::exchange(m_pending, {})) {
        std::array<net::Payload, 2> encoded;
        for (const auto& subscriber : m_subscribers) {
            const Viewer viewer{subscriber->gate, subscriber->principal};
            if ((pending.action && !viewer.may(*pending.action, pending.object))
                || (pending.frameworkUser
                    && !viewer.may(Acls::Action::ViewFrameworks, *pending.frameworkUser))) {
                continue;
            }
            auto& bytes = encoded[subscriber->media == Media::Json ? 0 : 1];
            if (bytes == nullptr) {
                bytes = record(pending.event, subscriber->media);
            }
            subscriber->body->send(bytes);
        }
    }
}

// REQUIRES: the master is as the apply() that told the event left it.
struct OperatorEvents::Translator {
    OperatorEvents& events;
    const cluster::Master& master;

    Event& add(Event::Type type, std::optional<Acls::Action> action = {}, std::string object = {}) {
        events.m_pending.push_back({Event(), action, std::move(object), {}});
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
            auto& event = add(
                Event::FRAMEWORK_ADDED, Acls::Action::ViewFrameworks, framework->info.user);
            frameworkRow(*framework, *event.mutable_framework_added()->mutable_framework());
        }
    }
    void operator()(const cluster::FrameworkUpdated& updated) {
        if (const auto* framework = master.framework(updated.framework)) {
            auto& event = add(
                Event::FRAMEWORK_UPDATED, Acls::Action::ViewFrameworks, framework->info.user);
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
