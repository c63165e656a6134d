// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/endings.h"

#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <spdlog/spdlog.h>

namespace muster::agentd {
namespace {

constexpr std::size_t kSlowWorkers = 2;
constexpr int kSlow = 5; // attempts: the end of a large process takes seconds

} // namespace

Endings::Endings(boost::asio::io_context& io, Duration pause)
    : m_io(io), m_pause(pause), m_slow(kSlowWorkers) { }

Endings::~Endings() {
    m_slow.stop();
    m_slow.join();
}

void Endings::begin(Ending ending, boost::asio::thread_pool& first) {
    attempt(std::make_shared<Attempts>(Attempts{std::move(ending)}), first);
}

void Endings::attempt(AttemptsPtr attempts, boost::asio::thread_pool& pool) {
    boost::asio::post(pool, [this, attempts = std::move(attempts)]() mutable {
        auto exit = attempts->ending.end();
        boost::asio::post(m_io, [this, attempts = std::move(attempts), exit = std::move(exit)] {
            take(attempts, exit);
        });
    });
}

void Endings::take(const AttemptsPtr& attempts, const Result<container::Exit>& exit) {
    const auto& [id, end, ended, failed] = attempts->ending;
    if (exit || exit.error().kind == Error::Kind::NotFound) {
        return ended(exit.value_or(container::Exit{.id = id}));
    }
    const bool isSlow = exit.error().kind == Error::Kind::Timeout && ++attempts->timeouts < kSlow;
    if (!isSlow && !std::exchange(attempts->isTold, true)) {
        ++m_notEnded;
        spdlog::error("Container {} cannot be killed yet: {}", id.value, exit.error().message);
    }
    if (failed) {
        failed(exit.error());
    }
    auto timer = std::make_shared<boost::asio::steady_timer>(m_io, m_pause);
    timer->async_wait([this, timer, attempts](boost::system::error_code error) {
        if (!error) {
            attempt(attempts, m_slow);
        }
    });
}

} // namespace muster::agentd
