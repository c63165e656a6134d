// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proto/muster/v1/console.pb.h"
#include "tests/agentd/master/fake_session.h"

namespace muster::agentd {

// A console, what it was sent, and how much of that is in its queue.
struct FakeConsole : FakeSession<muster::v1::Message> {
    bool isSlow = false; // what it is sent stays in its queue
    std::size_t queued = 0;
    std::function<void()> drained;

    FakeConsole() { mayBeClosed = true; }

    // Its queue becomes empty.
    void drain() {
        queued = 0;
        drained();
    }
    std::size_t queuedBytes() const override { return queued; }
    void onDrained(std::function<void()> callback) override { drained = std::move(callback); }

protected:
    void onMessage(const muster::v1::Message& message) override {
        queued += isSlow ? message.ByteSizeLong() : 0;
    }
};

} // namespace muster::agentd
