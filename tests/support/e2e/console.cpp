// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/e2e/console.h"
#include "tests/support/bundle.h"

#include <gtest/gtest.h>

#include "core/proto/states.h"

namespace muster::e2e {

Wire::Wire(std::uint16_t port, const std::string& token, const std::string& path,
    std::string_view subprotocol) {
    net::WebSocketClientOptions options;
    options.master = {{"127.0.0.1", port}, false, path};
    options.subprotocol = std::string(subprotocol);
    options.token = token;
    options.limits.maximumMessage = 64 << 20;
    options.limits.maximumQueue = 64 << 20;
    m_client.emplace(m_io, std::move(options),
        net::WebSocketClientEvents{.onOpen = [] {},
            .onMessage = [this](std::string_view bytes, bool) { messages.emplace_back(bytes); },
            .onClosed = [this](const Error& why) { closed = why; }});
}

bool Wire::until(const std::function<bool()>& condition, Patience patience) {
    if (isPrompt) {
        const auto end = std::chrono::steady_clock::now() + patience;
        bool more = true;
        while (more && !condition()) {
            m_io.restart();
            more = m_io.run_one_until(end) > 0;
        }
        return condition();
    }
    return eventually(
        [&] {
            m_io.restart();
            m_io.poll();
            return condition();
        },
        patience);
}

bool Wire::untilOpen() {
    return until([this] { return m_client->isOpen() || closed; }) && m_client->isOpen();
}

bool Wire::untilClosed(Patience patience) {
    return until([this] { return closed.has_value(); }, patience);
}

void Wire::send(const std::string& bytes, bool binary) {
    m_client->send(std::make_shared<const std::string>(bytes), binary);
}

Console::Console(std::uint16_t port, const std::string& token, proto::Encoding encoding)
    : m_encoding(encoding),
      m_wire(port, token, "/ws/console",
          encoding == proto::Encoding::Json ? proto::kJsonSubprotocol : proto::kBinarySubprotocol) {
    EXPECT_TRUE(m_wire.untilOpen()) << (m_wire.closed ? m_wire.closed->message : "");
    muster::v1::Request request;
    request.mutable_subscribe();
    send(std::move(request));
    EXPECT_TRUE(until([this] { return !cluster.master_id().empty(); }));
}

std::uint64_t Console::send(muster::v1::Request request) {
    request.set_id(++m_lastId);
    m_wire.send(proto::encode(request, m_encoding), m_encoding == proto::Encoding::Binary);
    return m_lastId;
}

std::vector<muster::v1::Reply> Console::replies(std::uint64_t id) {
    std::vector<muster::v1::Reply> out;
    for (const auto& reply : m_replies) {
        if (reply.id() == id) {
            out.push_back(reply);
        }
    }
    return out;
}

muster::v1::Reply Console::ask(muster::v1::Request request) {
    const auto id = send(std::move(request));
    EXPECT_TRUE(until([&] { return !replies(id).empty(); }))
        << (m_wire.closed ? m_wire.closed->message : "no reply");
    const auto got = replies(id);
    return got.empty() ? muster::v1::Reply() : got.front();
}

std::string Console::submit(const std::string& name, const std::string& command,
    const std::string& resources, const std::function<void(muster::v1::SubmitJob&)>& more) {
    muster::v1::Request request;
    auto& job = *request.mutable_submit_job();
    job.set_name(name);
    *job.mutable_resources() = test::bundle(resources);
    job.mutable_command()->set_value(command);
    job.mutable_command()->set_shell(true);
    if (more) {
        more(job);
    }
    const auto reply = ask(std::move(request));
    EXPECT_FALSE(reply.has_error()) << reply.error().message();
    return reply.job_submitted().job_id();
}

muster::v1::Rows Console::ended() {
    muster::v1::Request request;
    request.mutable_query_ended()->set_limit(1000);
    return ask(std::move(request)).ended();
}

bool Console::until(const std::function<bool()>& condition, Patience patience) {
    return m_wire.until(
        [&] {
            take();
            return condition();
        },
        patience);
}

bool Console::jobIs(const std::string& id, const std::string& state, Patience patience) {
    const bool is = until([&] { return proto::word(jobs[id].state()) == state; }, patience);
    EXPECT_TRUE(is) << jobs[id].ShortDebugString();
    return is;
}

bool Console::gpuIs(const std::string& uuid, const std::string& state, Patience patience) {
    const bool is = until([&] { return proto::word(gpus[uuid].state()) == state; }, patience);
    EXPECT_TRUE(is) << gpus[uuid].ShortDebugString();
    return is;
}

void Console::take() {
    for (; m_taken < m_wire.messages.size(); ++m_taken) {
        muster::v1::Message message;
        if (!proto::decode(m_wire.messages[m_taken], m_encoding, message)) {
            ++problems;
        } else if (message.has_reply()) {
            m_replies.push_back(message.reply());
        } else if (message.has_snapshot()) {
            m_seq = message.snapshot().seq();
            cluster = message.snapshot().cluster();
            take(message.snapshot().rows());
        } else if (message.has_delta()) {
            problems += message.delta().seq() == m_seq + 1 ? 0 : 1;
            m_seq = message.delta().seq();
            take(message.delta().changed());
            for (const auto& gone : message.delta().removed().agents()) {
                agents.erase(gone);
            }
            for (const auto& gone : message.delta().removed().gpus()) {
                gpus.erase(gone);
            }
            for (const auto& gone : message.delta().removed().alerts()) {
                alerts.erase(gone);
            }
        }
    }
}

void Console::take(const muster::v1::Rows& rows) {
    for (const auto& row : rows.agents()) {
        agents[row.id()] = row;
    }
    for (const auto& row : rows.gpus()) {
        gpus[row.uuid()] = row;
    }
    for (const auto& row : rows.jobs()) {
        jobs[row.id()] = row;
    }
    for (const auto& row : rows.alerts()) {
        alerts[row.id()] = row;
    }
    for (const auto& row : rows.tasks()) {
        tasks[row.id()] = row;
    }
}

} // namespace muster::e2e
