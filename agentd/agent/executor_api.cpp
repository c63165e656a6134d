// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/executor_api.h"

#include "core/proto/encoding.h"

namespace muster::agentd {
namespace {

constexpr Duration kExecutorHeartbeat = std::chrono::minutes(30); // Mesos'

} // namespace

ExecutorApi::ExecutorApi(
    boost::asio::io_context& io, const node::ExecutorCheckpoint& executor, Callbacks callbacks)
    : m_container(executor.container), m_framework(executor.framework.id),
      m_executor(executor.info.id), m_callbacks(std::move(callbacks)), m_heartbeat(io) { }

std::vector<net::Route> ExecutorApi::routes() {
    return net::withAliases("slave(1)",
        {{.method = "POST",
            .path = "/api/v1/executor",
            .maximumBody = proto::kMaximumMessage,
            .handler = [this](const net::HttpRequest& request) {
                const auto call = read(request);
                return call ? handle(*call, request) : call.error();
            }}});
}

api::OrRefusal<ExecutorApi::Call> ExecutorApi::read(const net::HttpRequest& request) {
    Call call;
    if (const auto media = api::readCall(request, call); !media) {
        return tl::unexpected(media.error());
    }
    if (call.type() == Call::HEARTBEAT) { // its ids may be anything, says Mesos
        return tl::unexpected(net::HttpResponse::text(202, ""));
    }
    if (call.has_type() && call.type() == Call::UNKNOWN) {
        return tl::unexpected(net::HttpResponse::text(501, ""));
    }
    return call;
}

net::HttpResponse ExecutorApi::handle(const Call& call, const net::HttpRequest& request) {
    auto input = proto::fromProto(call, m_container);
    if (!input) {
        return net::badRequest("Failed to validate Executor::Call: " + input.error().message);
    }
    const bool subscribes = call.type() == Call::SUBSCRIBE;
    const auto media = subscribes ? api::acceptedMedia(request) : api::Media::Json;
    if (!media) {
        return media.error();
    }
    if (auto refusal = refused(call)) {
        return std::move(*refusal);
    }
    if (subscribes) {
        return subscribe(*media, std::move(*input));
    }
    m_callbacks.post(std::move(*input));
    return net::HttpResponse::text(202, "");
}

bool ExecutorApi::isOf(const Call& call) const {
    return call.framework_id().value() == m_framework.value
        && call.executor_id().value() == m_executor.value;
}

std::optional<net::HttpResponse> ExecutorApi::refused(const Call& call) const {
    if (call.framework_id().value() != m_framework.value) {
        return net::badRequest("Framework cannot be found");
    }
    if (call.executor_id().value() != m_executor.value) {
        return net::badRequest("Executor cannot be found");
    }
    if (!m_gate.permits(rightOf(call.type()), {.principal = {}, .registered = m_known})) {
        return net::HttpResponse::text(403, "Executor is not subscribed");
    }
    return std::nullopt;
}

net::HttpResponse ExecutorApi::subscribe(api::Media media, node::AgentInput input) {
    net::HttpResponse response;
    response.contentType = mediaType(media);
    response.stream
        = [this, media, input = std::move(input)](std::shared_ptr<net::BodyStream> body) {
              open(std::move(body), media);
              m_callbacks.post(input);
          };
    return response;
}

void ExecutorApi::open(std::shared_ptr<net::BodyStream> body, api::Media media) {
    if (const auto former = std::exchange(m_body, std::move(body))) {
        former->finish();
    }
    m_media = media;
    m_known = true;
    m_body->onClosed([this, mine = m_body.get()] {
        if (m_body.get() == mine) {
            m_body.reset();
            m_heartbeat.cancel();
            m_callbacks.post(node::ExecutorDisconnected{m_container});
        }
    });
    beat();
}

void ExecutorApi::tell(const node::TellExecutor::Event& event) {
    auto message = proto::toProto(event);
    if (message.type() == Event::SUBSCRIBED) {
        *message.mutable_subscribed()->mutable_agent_info() = m_callbacks.agent();
        message.mutable_subscribed()->mutable_container_id()->set_value(m_container.value);
    }
    send(message);
}

void ExecutorApi::send(const Event& event) {
    if (m_body) {
        m_body->send(api::record(event, m_media));
    }
}

void ExecutorApi::beat() {
    m_heartbeat.expires_after(kExecutorHeartbeat);
    // Weak: the timer may be due already when the executor goes.
    m_heartbeat.async_wait([weak = weak_from_this()](boost::system::error_code error) {
        if (const auto self = weak.lock(); self && !error) {
            Event event;
            event.set_type(Event::HEARTBEAT);
            self->send(event);
            self->beat();
        }
    });
}

} // namespace muster::agentd
