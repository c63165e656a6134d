// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/scheduler_api.h"

#include <random>

#include <boost/asio/steady_timer.hpp>

#include "agentd/master/framework_permissions.h"
#include "core/proto/encoding.h"
#include "core/proto/scheduler.h"

namespace muster::agentd::api {
namespace {

constexpr const char* kStreamId = "Mesos-Stream-Id";

// A stream id is a secret between the framework and the master: nobody may guess it.
std::uint64_t unguessable() {
    std::random_device random;
    return (std::uint64_t{random()} << 32) | random();
}

Result<cluster::FrameworkCall> validated(mesos::v1::scheduler::Call& call) {
    using Call = mesos::v1::scheduler::Call;
    const bool named
        = !call.has_type() || call.type() == Call::SUBSCRIBE || call.has_framework_id();
    if (!named) {
        return failure("Expecting 'framework_id' to be present");
    }
    return proto::fromProto(std::move(call));
}

} // namespace

struct SchedulerApi::Subscriber {
    std::shared_ptr<net::BodyStream> body;
    Media media;
    std::string streamId;
    cluster::Link link{};
    FrameworkId framework; // known once the master has answered
    boost::asio::steady_timer heartbeat;
};

SchedulerApi::SchedulerApi(
    boost::asio::io_context& io, Control& control, const MasterFacts& facts, Gate gate)
    : m_io(io), m_control(control), m_facts(facts), m_gate(std::move(gate)),
      m_streamIds(unguessable()) { }

SchedulerApi::~SchedulerApi() = default;

GuardedRoutes SchedulerApi::routes() {
    return m_gate.routes(
        Endpoint::SchedulerCalls,
        [this](const net::HttpRequest& request) { return handle(request); },
        proto::kMaximumMessage);
}

net::HttpResponse SchedulerApi::handle(const net::HttpRequest& request) {
    Call message;
    if (const auto media = readCall(request, message); !media) {
        return media.error();
    }
    const auto streamId = request.header(kStreamId);
    if (message.has_framework_id() && message.has_type() && message.type() == Call::UNKNOWN) {
        const auto subscriber = subscriberOf(message, streamId, request.principal);
        return subscriber ? net::HttpResponse::text(501, "501 Not Implemented.")
                          : subscriber.error();
    }
    auto call = validated(message);
    if (!call) {
        return net::HttpResponse::text(
            400, "Failed to validate scheduler::Call: " + call.error().message);
    }
    if (const auto* why = m_control.admission().whyNot(*call)) {
        return errorAnswer(*why);
    }
    if (auto* subscribing = std::get_if<cluster::Subscribe>(&*call)) {
        const auto media = acceptedMedia(request);
        if (!media) {
            return media.error();
        }
        if (!streamId.empty()) {
            return net::HttpResponse::text(
                400, "Subscribe calls should not include the 'Mesos-Stream-Id' header");
        }
        return subscribe(std::move(*subscribing), *media, request.principal);
    }
    const auto subscriber = subscriberOf(message, streamId, request.principal);
    if (!subscriber) {
        return subscriber.error();
    }
    const Who who{.principal = request.principal, .registered = true};
    if (!m_gate.permits(rightOf(message.type()), who)) {
        return forbidden();
    }
    if (auto* updating = std::get_if<cluster::UpdateFramework>(&*call)) {
        return update((*subscriber)->link, std::move(*updating), request.principal);
    }
    if (auto* accepting = std::get_if<cluster::Accept>(&*call)) {
        const auto& framework = *m_control.master().framework((*subscriber)->framework);
        markDenied(m_gate, framework.info, request.principal, *accepting);
    }
    m_control.fromFramework((*subscriber)->link, std::move(*call));
    return net::HttpResponse::text(202, "");
}

net::HttpResponse SchedulerApi::update(
    cluster::Link link, cluster::UpdateFramework call, const std::string& principal) {
    call.denied = registrationRefusal(m_gate, call.info, principal);
    net::HttpResponse response;
    response.later
        = [this, link, call = std::move(call)](const std::function<void(net::HttpResponse)>& send) {
              m_control.updateFramework(link, call, [send](const Status& status) {
                  send(status ? net::HttpResponse::text(200, "") : errorAnswer(status.error()));
              });
          };
    return response;
}

OrRefusal<SchedulerApi::Subscriber*> SchedulerApi::subscriberOf(
    const Call& call, std::string_view streamId, const std::string& principal) {
    const FrameworkId id{call.framework_id().value()};
    const auto* framework = m_control.master().framework(id);
    if (framework == nullptr) {
        return refusal(400, "Framework cannot be found");
    }
    if (auto stranger = strangerRefusal(principal, framework->info); !stranger.empty()) {
        return refusal(400, std::move(stranger));
    }
    const auto found = m_byFramework.find(id);
    if (found == m_byFramework.end()) {
        return refusal(403, "Framework is not subscribed");
    }
    if (streamId.empty()) {
        return refusal(400, "All non-subscribe calls should include the 'Mesos-Stream-Id' header");
    }
    if (streamId != found->second->streamId) {
        return refusal(400,
            fmt::format("The stream ID '{}' included in this request didn't match the stream ID "
                        "currently associated with framework ID {}",
                streamId, id.value));
    }
    return found->second;
}

net::HttpResponse SchedulerApi::subscribe(
    cluster::Subscribe call, Media media, const std::string& principal) {
    net::HttpResponse response;
    response.contentType = mediaType(media);
    if (const auto admitted = admit(m_gate, principal, call.info); !admitted) {
        response.headers.push_back({kStreamId, m_streamIds.next().text()});
        const auto error
            = record(proto::toProto(cluster::FrameworkError{admitted.error().message}), media);
        response.stream = [error](const std::shared_ptr<net::BodyStream>& body) {
            body->send(error);
            body->finish();
        };
        return response;
    }
    const auto streamId = m_streamIds.next().text();
    response.headers.push_back({kStreamId, streamId});
    response.stream
        = [this, call = std::move(call), media, streamId](std::shared_ptr<net::BodyStream> body) {
              open(call, media, streamId, std::move(body));
          };
    return response;
}

void SchedulerApi::open(cluster::Subscribe call, Media media, const std::string& streamId,
    std::shared_ptr<net::BodyStream> body) {
    auto owned = std::make_shared<Subscriber>(Subscriber{
        .body = std::move(body),
        .media = media,
        .streamId = streamId,
        .framework = {},
        .heartbeat = boost::asio::steady_timer(m_io),
    });
    auto* subscriber = owned.get();
    subscriber->link = m_control.addFramework({
        .send
        = [this, subscriber](const cluster::FrameworkEvent& event) { send(*subscriber, event); },
        .close = [subscriber](const std::string&) { subscriber->body->finish(); },
    });
    const auto link = subscriber->link;
    m_subscribers.emplace(link, std::move(owned));
    subscriber->body->onClosed([this, link] { close(link); });
    m_control.fromFramework(link, std::move(call));
}

void SchedulerApi::close(cluster::Link link) {
    const auto found = m_subscribers.find(link);
    const auto known = m_byFramework.find(found->second->framework);
    if (known != m_byFramework.end() && known->second == found->second.get()) {
        m_byFramework.erase(known);
    }
    m_control.removeLink(link);
    m_subscribers.erase(found);
}

void SchedulerApi::send(Subscriber& subscriber, const cluster::FrameworkEvent& event) {
    // As its framework is now: what it can do may have changed since it subscribed.
    const auto* framework = m_control.master().framework(subscriber.framework);
    auto message = proto::toProto(
        event, framework ? proto::OfferForm::of(framework->info) : proto::OfferForm{});
    if (message.type() == Event::OFFERS) {
        for (auto& offer : *message.mutable_offers()->mutable_offers()) {
            *offer.mutable_url() = agentUrl(m_facts, {offer.agent_id().value()}, m_control);
        }
    } else if (message.type() == Event::SUBSCRIBED) {
        subscriber.framework.value = message.subscribed().framework_id().value();
        m_byFramework[subscriber.framework] = &subscriber;
        message.mutable_subscribed()->set_heartbeat_interval_seconds(
            std::chrono::duration<double>(kHeartbeat).count());
        *message.mutable_subscribed()->mutable_master_info() = masterInfo(m_facts);
    }
    subscriber.body->send(record(message, subscriber.media));
    if (message.type() == Event::SUBSCRIBED) {
        beat(m_subscribers.at(subscriber.link));
    }
}

void SchedulerApi::beat(const std::shared_ptr<Subscriber>& subscriber) {
    Event message;
    message.set_type(Event::HEARTBEAT);
    subscriber->body->send(record(message, subscriber->media));
    subscriber->heartbeat.expires_after(kHeartbeat);
    // Weak: the timer may be due already when the subscriber goes.
    subscriber->heartbeat.async_wait(
        [this, weak = std::weak_ptr(subscriber)](boost::system::error_code error) {
            if (const auto alive = weak.lock(); alive && !error) {
                beat(alive);
            }
        });
}

} // namespace muster::agentd::api
