// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include "agentd/master/disk_room.h"
#include "core/history/journal.h"

namespace muster::agentd {

// Writes a journal on a thread of its own, batch after batch. One that does not fit on the disk is
// held, and written again until it fits: its end is either on the disk or an error that is not for
// want of room. The first such failure gives up the reserve (journal_guard.h). Lives on the
// io_context's thread.
class JournalWriter {
public:
    // How the batch ended, and how long the disk took for the last try of it.
    using Written = std::function<void(const Status&, Duration took)>;

    // `journal` and `room` outlive it; nobody else uses that journal.
    JournalWriter(
        boost::asio::io_context& io, history::Journal& journal, DiskRoom& room, Written written);
    ~JournalWriter(); // waits for the disk; nothing is called after it

    // REQUIRES: changes, and !isWriting().
    void write(std::vector<history::Change> changes);
    bool isWriting() const { return !m_changes.empty(); } // false in the call of `written`
    // Forgets what ended long ago, slice by slice, with batches in between. See Journal::prune().
    void prune(Instant now, history::Journal::Keep keep);
    // The step that is on the disk. REQUIRES: !isWriting().
    std::uint64_t sequence() const { return m_journal.mark().sequence; }

private:
    void commit();
    void finish(const Status& written, Duration took);
    void commitLater(const Error& why);

    boost::asio::io_context& m_io;
    history::Journal& m_journal;
    DiskRoom& m_room;
    Written m_written;
    std::vector<history::Change> m_changes; // the disk's, until finish()
    boost::asio::steady_timer m_retry;
    std::shared_ptr<JournalWriter*> m_self = std::make_shared<JournalWriter*>(this);
    std::atomic<bool> m_closing = false;
    boost::asio::thread_pool m_disk{1};
};

} // namespace muster::agentd
