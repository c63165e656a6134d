// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include "core/container/spec.h"
#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"

namespace muster::agentd {

// Ends containers, however long that takes. What has not ended at once is tried again and again on
// threads of its own, so that processes that cannot be killed (state D, as of a driver that hangs)
// delay each other and nothing else. Lives on the io_context's thread.
class Endings {
public:
    struct Ending {
        ContainerId id;
        // On a thread of a pool; blocks for a second or so. NotFound: it has ended.
        std::function<Result<container::Exit>()> end;
        std::function<void(const container::Exit&)> ended; // once; nothing follows
        std::function<void(const Error&)> failed{}; // each time
    };

    explicit Endings(boost::asio::io_context& io, Duration pause = std::chrono::seconds(1));
    ~Endings(); // waits for the attempts under way only

    // `first`: where it is tried once.
    void begin(Ending ending, boost::asio::thread_pool& first);
    void begin(Ending ending) { begin(std::move(ending), m_slow); }
    std::uint64_t notEnded() const { return m_notEnded; } // so far: not within ten seconds or so

private:
    struct Attempts {
        Ending ending;
        int timeouts = 0;
        bool isTold = false; // to people
    };
    using AttemptsPtr = std::shared_ptr<Attempts>;

    void attempt(AttemptsPtr attempts, boost::asio::thread_pool& pool);
    void take(const AttemptsPtr& attempts, const Result<container::Exit>& exit);

    boost::asio::io_context& m_io;
    const Duration m_pause; // between two attempts
    std::uint64_t m_notEnded = 0;
    boost::asio::thread_pool m_slow;
};

} // namespace muster::agentd
