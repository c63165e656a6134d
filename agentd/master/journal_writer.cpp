// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/journal_writer.h"

#include <chrono>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <spdlog/spdlog.h>

#include "agentd/clock.h"
#include "agentd/master/journal_guard.h"

namespace muster::agentd {
namespace {

constexpr Duration kCommitAgain = std::chrono::seconds(1); // what did not fit

} // namespace

JournalWriter::JournalWriter(
    boost::asio::io_context& io, history::Journal& journal, DiskRoom& room, Written written)
    : m_io(io), m_journal(journal), m_room(room), m_written(std::move(written)), m_retry(io) { }

JournalWriter::~JournalWriter() {
    m_closing = true;
    m_disk.join();
}

void JournalWriter::write(std::vector<history::Change> changes) {
    m_changes = std::move(changes);
    commit();
}

void JournalWriter::commit() {
    boost::asio::post(
        m_disk, [this, self = std::weak_ptr(m_self), work = boost::asio::make_work_guard(m_io)] {
            const auto begun = uptime();
            auto written = m_journal.commit(m_changes);
            const auto took = uptime() - begun;
            boost::asio::post(m_io, [self, took, written = std::move(written)] {
                if (const auto writer = self.lock()) {
                    (*writer)->finish(written, took);
                }
            });
        });
}

void JournalWriter::finish(const Status& written, Duration took) {
    if (!written && written.error().cause == Error::Cause::DiskFull) {
        m_room.onWriteFailed(written.error());
        commitLater(written.error());
        return;
    }
    m_changes.clear();
    m_room.onWritten();
    m_written(written, took);
}

// Batches are written in order, so the one that did not fit holds up all others. There is a reserve
// for it.
void JournalWriter::commitLater(const Error& why) {
    const bool freed = giveUpReserve(m_room.folder(), why);
    m_retry.expires_after(freed ? Duration(0) : kCommitAgain);
    m_retry.async_wait([this](boost::system::error_code error) {
        if (!error) {
            commit();
        }
    });
}

void JournalWriter::prune(Instant now, history::Journal::Keep keep) {
    boost::asio::post(m_disk, [this, now, keep] {
        const auto pruned = m_journal.prune(now, keep);
        if (!pruned) {
            spdlog::error("{}", pruned.error().message);
        } else if (*pruned == history::Journal::kPruneSlice && !m_closing) {
            prune(now, keep); // behind the batch that waits
        }
    });
}

} // namespace muster::agentd
