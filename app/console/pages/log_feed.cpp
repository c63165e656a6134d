// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/log_feed.h"

#include "app/console/link/link.h"
#include "widgets/forms/log_viewer.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/text.h"

namespace muster::console {

namespace {
constexpr qint64 kTailBytes = 256 << 10;
}

LogFeed::LogFeed(const models::ClusterState& state, Link& link, widgets::LogViewer& viewer)
    : QObject(&viewer), m_state(state), m_link(link), m_viewer(viewer) {
    connect(&viewer, &widgets::LogViewer::wanted, this, &LogFeed::start);
    connect(&viewer, &widgets::LogViewer::unwanted, this, &LogFeed::stop);
    connect(&link, &Link::phaseChanged, this, [this] {
        if (m_resume && m_link.phase() == Link::Phase::Live) {
            ask();
        }
    });
}

void LogFeed::start(const QString& taskKey, const QString& file) {
    stop();
    m_taskKey = taskKey.toStdString();
    m_file = file.toStdString();
    m_offset = -kTailBytes;
    ask();
}

void LogFeed::stop() {
    m_resume = false;
    if (m_request != 0) {
        m_link.cancel(std::exchange(m_request, 0));
    }
}

void LogFeed::ask() {
    const auto found = m_state.tasks().find(m_taskKey);
    if (found == m_state.tasks().end()) {
        m_viewer.finish(tr("The task is not known any more"));
        return;
    }
    m_resume = false;
    v1::Request request;
    auto& read = *request.mutable_read_log();
    read.set_framework_id(found->second.framework_id());
    read.set_task_id(found->second.id());
    read.set_file(m_file);
    read.set_offset(m_offset);
    read.set_follow(true);
    m_viewer.finish({});
    m_request = m_link.request(request, [this](const v1::Reply& reply) { onReply(reply); });
    if (m_resume) {
        m_request = 0; // answered at once: there is no link
    }
}

void LogFeed::onReply(const v1::Reply& reply) {
    if (reply.has_error()) {
        m_request = 0;
        m_resume = reply.error().kind() == "unavailable";
        m_viewer.finish(models::text(reply.error().message()));
        return;
    }
    const auto& chunk = reply.log();
    m_viewer.append(QByteArray::fromStdString(chunk.data()));
    m_offset = chunk.offset() + static_cast<qint64>(chunk.data().size());
    if (chunk.end()) {
        m_request = 0;
        m_viewer.finish(tr("End of the log"));
    }
}

} // namespace muster::console
