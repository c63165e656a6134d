// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/whole_answers.h"

#include "agentd/clock.h"
#include "agentd/content.h"

namespace muster::agentd::api {
namespace {

constexpr Duration kLookAgain = std::chrono::milliseconds(100);

// It may be one that comes later itself.
void pass(net::HttpResponse response, const WholeAnswers::Send& send) {
    if (const auto later = std::exchange(response.later, nullptr)) {
        return later(send);
    }
    send(std::move(response));
}

} // namespace

WholeAnswers::WholeAnswers(boost::asio::io_context& io, const Gate& gate, Duration patience)
    : m_gate(gate), m_patience(patience), m_timer(io, kLookAgain, [this] { look(); }) { }

net::HttpResponse WholeAnswers::answer(const std::string& principal, Make make) {
    Viewer viewer(m_gate, principal);
    auto response = make(viewer);
    if (viewer.whole()) {
        return response;
    }
    net::HttpResponse waits;
    waits.later = [this, viewer, make = std::move(make)](const Send& send) {
        wait({viewer, make, send, uptime() + m_patience});
    };
    return waits;
}

void WholeAnswers::send(const std::string& principal, Make make, const Send& send) {
    pass(answer(principal, std::move(make)), send);
}

void WholeAnswers::wait(Waiting one) {
    m_waiting.push_back(std::move(one));
    m_timer.arm();
}

void WholeAnswers::look() {
    for (auto& one : std::exchange(m_waiting, {})) {
        if (one.viewer.knowsMore()) {
            one.viewer.startAnew();
            auto response = one.make(one.viewer);
            if (one.viewer.whole()) {
                pass(std::move(response), one.send);
                continue;
            }
        }
        if (uptime() >= one.until) {
            one.send(errorAnswer(one.viewer.whole().error()));
        } else {
            m_waiting.push_back(std::move(one));
        }
    }
    if (!m_waiting.empty()) {
        m_timer.arm();
    }
}

} // namespace muster::agentd::api
