// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/log_feed.h"

#include <algorithm>
#include <utility>

#include <QDateTime>

#include "app/console/link/link.h"
#include "core/proto/protocol.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/mark.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::LogStream;
using widgets::LogSettings;

namespace {

const v1::Task* find(const models::ClusterState& state, const std::string& key) {
    const auto found = state.tasks().find(key);
    return found == state.tasks().end() ? nullptr : &found->second;
}

bool lives(const v1::Task* task) {
    return task != nullptr && !models::taskEnded(task->state());
}

} // namespace

LogFeed::LogFeed(const models::ClusterState& state, Link& link, widgets::LogViewer& viewer)
    : QObject(&viewer), m_state(state), m_link(link), m_viewer(viewer) {
    m_retry.setSingleShot(true);
    m_retry.setInterval(kRetryMs);
    connect(&m_retry, &QTimer::timeout, this, &LogFeed::retry);
    connect(&viewer, &widgets::LogViewer::wanted, this, &LogFeed::start);
    connect(&viewer, &widgets::LogViewer::moreWanted, this, &LogFeed::add);
    connect(&viewer, &widgets::LogViewer::unwanted, this, &LogFeed::stop);
    connect(&link, &Link::phaseChanged, this, [this] {
        if (m_link.phase() == Link::Phase::Live) {
            retry();
        }
    });
}

void LogFeed::start(const widgets::LogRequest& request) {
    stop();
    add(request);
}

void LogFeed::stop() {
    m_retry.stop();
    for (const auto& file : m_files) {
        if (file.phase == File::Phase::Reading) {
            m_link.cancel(file.request);
        }
    }
    m_files.clear();
}

void LogFeed::add(const widgets::LogRequest& request) {
    const auto known = m_files.empty() ? 0 : m_files.back().source.task + 1;
    for (auto task = static_cast<std::size_t>(known); task < request.tasks.size(); ++task) {
        for (const auto stream : {LogStream::Out, LogStream::Error}) {
            const bool other = stream == LogStream::Out
                ? request.streams == LogSettings::Streams::Error
                : request.streams == LogSettings::Streams::Out;
            if (!other) {
                File file;
                file.task = request.tasks[task].toStdString();
                file.source = {static_cast<int>(task), stream};
                file.offset = -request.tailBytes;
                m_files.push_back(std::move(file));
            }
        }
    }
    askNext();
}

void LogFeed::retry() {
    for (auto& file : m_files) {
        if (file.phase == File::Phase::Later) {
            file.phase = File::Phase::Waiting;
        }
    }
    askNext();
}

void LogFeed::askNext() {
    if (m_asking) {
        return; // an answer came while the question was being sent
    }
    m_asking = true;
    int before = -1; // the task whose files must be at their end first
    for (std::size_t i = 0; i < m_files.size(); ++i) {
        if (before >= 0 && m_files[i].source.task != before) {
            break;
        }
        if (m_files[i].phase == File::Phase::Waiting) {
            ask(i);
        }
        if (m_files[i].phase == File::Phase::Reading && !lives(find(m_state, m_files[i].task))) {
            before = m_files[i].source.task;
        }
    }
    m_asking = false;
    tell();
}

void LogFeed::ask(std::size_t index) {
    auto& file = m_files[index];
    file.problem.clear();
    const auto* task = find(m_state, file.task);
    if (task == nullptr) {
        file.phase = File::Phase::Ended;
        file.problem = tr("The task is no longer known");
        return;
    }
    v1::Request request;
    auto& read = *request.mutable_read_log();
    read.set_framework_id(task->framework_id());
    read.set_task_id(task->id());
    read.set_file(file.source.stream == LogStream::Out ? "stdout" : "stderr");
    read.set_offset(file.offset);
    read.set_follow(true);
    read.set_window(proto::kLogWindow);
    file.taken = 0;
    file.phase = File::Phase::Reading;
    file.request
        = m_link.request(request, [this, index](const v1::Reply& reply) { onReply(index, reply); });
}

void LogFeed::onReply(std::size_t index, const v1::Reply& reply) {
    auto& file = m_files[index];
    if (reply.has_error()) {
        onError(file, reply.error());
        return askNext();
    }
    const auto& chunk = reply.log();
    if (!file.begun) {
        file.begun = true;
        file.skipped = chunk.offset();
    }
    if (!chunk.data().empty()) {
        m_viewer.append(file.source, QByteArray::fromStdString(chunk.data()),
            file.caughtUp ? QDateTime::currentMSecsSinceEpoch() : 0);
    } else if (!chunk.end()) {
        file.caughtUp = true;
    }
    file.offset = chunk.offset() + static_cast<qint64>(chunk.data().size());
    file.taken += chunk.data().size();
    if (file.taken >= proto::kLogConfirmed && !chunk.end()) {
        m_link.tellTaken(file.request, std::exchange(file.taken, 0));
    }
    if (chunk.end()) {
        file.phase = File::Phase::Ended;
        return askNext();
    }
    tell();
}

void LogFeed::onError(File& file, const v1::Error& error) {
    file.problem = models::text(error.message());
    const bool away = error.kind() == v1::Error::UNAVAILABLE;
    const bool comes = error.kind() == v1::Error::NOT_FOUND && lives(find(m_state, file.task));
    file.caughtUp = file.caughtUp || comes; // nothing is in it that was not looked for
    file.phase = away || comes ? File::Phase::Later : File::Phase::Ended;
    if (file.phase == File::Phase::Later && m_link.phase() == Link::Phase::Live) {
        m_retry.start();
    }
}

// The first problem, and whether all is read.
void LogFeed::tell() {
    qint64 skipped = 0;
    bool ended = !m_files.empty();
    QString problem;
    for (const auto& file : m_files) {
        skipped += file.skipped;
        ended = ended && file.phase == File::Phase::Ended;
        problem = problem.isEmpty() ? file.problem : problem;
    }
    m_viewer.setSkipped(skipped);
    m_viewer.setNotice(!problem.isEmpty() ? problem : ended ? tr("End of the log") : QString());
}

} // namespace muster::console
