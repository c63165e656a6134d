// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/net/session.h"
#include "core/proto/encoding.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::agentd {

// A console, what it was sent, and how much of that is in its queue.
struct FakeConsole : net::Session {
    std::vector<muster::v1::Message> got;
    bool isSlow = false; // what it is sent stays in its queue
    std::size_t queued = 0;
    std::function<void()> drained;

    // Its queue becomes empty.
    void drain() {
        queued = 0;
        drained();
    }

    void send(net::Payload bytes, bool) override {
        ASSERT_TRUE(proto::parseBytes(*bytes, proto::Encoding::Binary, got.emplace_back()));
        queued += isSlow ? bytes->size() : 0;
    }
    std::size_t queuedBytes() const override { return queued; }
    void onDrained(std::function<void()> callback) override { drained = std::move(callback); }
    void close(unsigned, std::string_view) override { }
    const std::string& subprotocol() const override { return m_none; }
    const std::string& remote() const override { return m_none; }
    const std::string& principal() const override { return m_none; }

private:
    std::string m_none;
};

} // namespace muster::agentd
