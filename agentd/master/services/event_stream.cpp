// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/services/event_stream.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

#include "agentd/clock.h"
#include "agentd/content.h"
#include "agentd/master/api/query.h"
#include "agentd/master/marathon/refusal.h"
#include "agentd/overloaded.h"

namespace muster::agentd::marathon {
namespace {

constexpr std::chrono::seconds kKeepAliveEvery{10};

using services::AppSpec;

// Which of ?event_type=, which may come more than once; none: all.
std::set<std::string> wantedTypes(std::string_view query) {
    std::set<std::string> out;
    while (!query.empty()) {
        const auto part = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(part.size() + 1, query.size()));
        const api::Query one(part);
        if (const auto* type = one.find("event_type")) {
            out.insert(*type);
        }
    }
    return out;
}

} // namespace

struct EventStream::Subscriber {
    Viewer viewer;
    std::set<std::string> types;
    bool light; // plans without apps
    std::shared_ptr<net::BodyStream> body;
};

EventStream::EventStream(boost::asio::io_context& io, const Control& control)
    : m_control(control), m_timer(io) { }

EventStream::~EventStream() = default;

net::HttpResponse EventStream::subscribe(const net::HttpRequest& request, const Gate& gate) {
    constexpr std::string_view kType = "text/event-stream";
    if (!api::accepts(request.header("Accept"), kType) || request.header("Accept").empty()) {
        return net::HttpResponse::text(405, "Send the header 'Accept: text/event-stream'\n");
    }
    net::HttpResponse out;
    out.contentType = kType;
    out.stream = [this, viewer = Viewer(gate, request.principal), remote = request.remote,
                     types = wantedTypes(request.query),
                     light = api::Query(request.query).get("plan-format") == "light"](
                     std::shared_ptr<net::BodyStream> body) {
        if (m_subscribers.size() >= kMaximumSubscribers) {
            m_subscribers.front()->body->finish();
        }
        auto subscriber = std::make_shared<Subscriber>(Subscriber{viewer, types, light, body});
        body->onClosed(
            [this, weak = std::weak_ptr(subscriber)] { m_subscribers.remove(weak.lock()); });
        m_subscribers.push_back(subscriber);
        const event::Event attached = event::StreamAttached{remote};
        if (types.empty() || types.contains(std::string(event::typeOf(attached)))) {
            body->send(std::make_shared<const std::string>(event::frameOf(attached, now())));
        }
        if (m_subscribers.size() == 1) {
            keepAlive();
        }
    };
    return out;
}

void EventStream::keepAlive() {
    m_timer.expires_after(kKeepAliveEvery);
    m_timer.async_wait([this](boost::system::error_code error) {
        if (error || m_subscribers.empty()) {
            return;
        }
        const auto comment = std::make_shared<const std::string>(event::kKeepAlive);
        for (const auto& subscriber : m_subscribers) {
            subscriber->body->send(comment);
        }
        keepAlive();
    });
}

void EventStream::tell(const event::Event& event, const Users& users) {
    std::array<net::Payload, 2> frames; // whole, light
    const std::string type(event::typeOf(event));
    for (const auto& subscriber : m_subscribers) {
        const auto seen = [&](const std::optional<std::string>& user) {
            return user ? subscriber->viewer.may(Acls::Action::ViewTasks, *user)
                        : subscriber->viewer.seesAll(Acls::Action::ViewTasks);
        };
        const bool wants = subscriber->types.empty() || subscriber->types.contains(type);
        if (wants && std::ranges::all_of(users, seen)) {
            auto& frame = frames[subscriber->light ? 1 : 0];
            if (!frame) {
                frame = std::make_shared<const std::string>(
                    event::frameOf(event, now(), subscriber->light));
            }
            subscriber->body->send(frame);
        }
    }
}

void EventStream::onPosted(const net::HttpRequest& request, const services::Revision& app) {
    if (!m_subscribers.empty()) {
        tell(event::ApiPost{request.remote, "/v2/apps", app}, {userOf(app.spec, m_control)});
    }
}

void EventStream::onEvents(const std::vector<services::ServicesEvent>& events) {
    if (m_subscribers.empty()) {
        return;
    }
    const auto& services = m_control.services();
    std::map<services::AppId, std::string> gone; // within this batch
    for (const auto& one : events) {
        if (const auto* forgotten = std::get_if<services::AppForgotten>(&one)) {
            AppSpec last;
            last.user = forgotten->user;
            gone[forgotten->app] = userOf(last, m_control);
        }
    }
    const auto usersOf = [&](const services::AppId& id) -> Users {
        const auto* app = services.app(id);
        const auto known = gone.find(id);
        return {app != nullptr        ? std::optional(userOf(app->spec, m_control))
                : known == gone.end() ? std::nullopt
                                      : std::optional(known->second)};
    };
    const auto tellInstance = [&](const services::Instance& instance, const std::string& message) {
        const auto users = usersOf(instance.app);
        tell(event::StatusUpdate{instance, message}, users);
        tell(event::InstanceChanged{instance}, users);
    };
    const auto planOf = [&](const services::Deployment& deployment) {
        event::Plan out{deployment};
        for (const auto& [id, before] : deployment.before) {
            const auto* app = services.app(id);
            if (app != nullptr && !app->removed) {
                out.after.push_back(*app);
            }
        }
        return out;
    };
    const auto affected = [&](const services::Deployment& deployment) {
        Users out;
        for (const auto& [id, before] : deployment.before) {
            auto users = usersOf(id);
            if (before) {
                users.push_back(userOf(before->spec, m_control));
            }
            std::ranges::move(users, std::back_inserter(out));
        }
        return out;
    };
    for (const auto& one : events) {
        std::visit(
            Overloaded{
                [&](const services::AppForgotten& event) {
                    tell(event::AppTerminated{event.app}, usersOf(event.app));
                },
                [&](const services::InstanceAdded& event) {
                    if (const auto* instance = services.instance(event.instance)) {
                        tell(event::InstanceChanged{*instance}, usersOf(instance->app));
                    }
                },
                [&](const services::InstanceUpdated& event) {
                    if (const auto* instance = services.instance(event.instance)) {
                        tellInstance(*instance, "");
                    }
                },
                [&](const services::InstanceHealthChanged& event) {
                    if (const auto* instance = services.instance(event.instance)) {
                        const auto users = usersOf(instance->app);
                        tell(event::InstanceHealthChanged{*instance}, users);
                        tell(event::HealthStatusChanged{*instance, event.healthy}, users);
                    }
                },
                [&](const services::InstanceForgotten& event) {
                    auto last = event.last;
                    last.state = event.state;
                    tellInstance(last, event.message);
                },
                [&](const services::DeploymentAdded& event) {
                    if (const auto* deployment = services.deployment(event.deployment)) {
                        const auto users = affected(*deployment);
                        tell(event::GroupChangeSuccess{{"/"}, deployment->version}, users);
                        tell(event::DeploymentInfo{planOf(*deployment), 0}, users);
                    }
                },
                [&](const services::DeploymentStepped& event) {
                    if (const auto* deployment = services.deployment(event.deployment)) {
                        const auto users = affected(*deployment);
                        tell(
                            event::DeploymentStepSuccess{planOf(*deployment), event.before}, users);
                        tell(
                            event::DeploymentInfo{planOf(*deployment), deployment->current}, users);
                    }
                },
                [&](const services::DeploymentEnded& event) {
                    const auto users = affected(event.last);
                    if (event.end == services::DeploymentEnded::End::Done) {
                        tell(event::DeploymentStepSuccess{planOf(event.last), event.last.current},
                            users);
                        tell(event::DeploymentSuccess{planOf(event.last)}, users);
                    } else {
                        tell(event::DeploymentFailed{planOf(event.last)}, users);
                    }
                },
                [](const auto&) {}, // apps and the queue: Marathon tells nothing of them
            },
            one);
    }
}

} // namespace muster::agentd::marathon
