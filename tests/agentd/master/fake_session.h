// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/net/session.h"

namespace muster::agentd {

// The connection of an agent, a console or a scheduler: notes what it is sent, in binary. It is not
// to be closed, unless a test says that it may be.
template <typename Message>
struct FakeSession : net::Session {
    std::vector<Message> got;
    bool mayBeClosed = false;
    std::string closed; // why

    explicit FakeSession(std::string subprotocol = {}) : m_subprotocol(std::move(subprotocol)) { }

    void send(net::Payload bytes, bool) override {
        Message message;
        ASSERT_TRUE(message.ParseFromString(*bytes));
        got.push_back(message);
        onMessage(message);
    }
    std::size_t queuedBytes() const override { return 0; }
    void onDrained(std::function<void()>) override { }
    void close(unsigned, std::string_view reason) override {
        closed = reason;
        EXPECT_TRUE(mayBeClosed) << reason;
    }
    const std::string& subprotocol() const override { return m_subprotocol; }
    const std::string& remote() const override { return m_remote; }
    const std::string& principal() const override { return m_nobody; }

protected:
    virtual void onMessage(const Message&) { }

private:
    const std::string m_subprotocol;
    const std::string m_remote = "10.0.0.7";
    const std::string m_nobody;
};

} // namespace muster::agentd
