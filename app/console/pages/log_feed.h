// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <QObject>
#include <QTimer>

#include "core/proto/muster/v1/console.pb.h"
#include "widgets/forms/log_viewer.h"

namespace muster::models {
class ClusterState;
}

namespace muster::console {

class Link;

// Streams what a log viewer asks for from the master to it: the end of each file, then what comes.
// Files of ended tasks are read one task after the other, so that the attempts of a job stand in
// their order; those of live ones at once. Goes on where it stopped when the link was lost and is
// back.
class LogFeed : public QObject {
    Q_OBJECT
public:
    static constexpr int kRetryMs = 2000; // while a task has no files yet, or its agent is away

    LogFeed(const models::ClusterState& state, Link& link, widgets::LogViewer& viewer);

private:
    struct File {
        enum class Phase { Waiting, Reading, Later, Ended };

        std::string task; // its key
        models::LogSource source;
        Phase phase = Phase::Waiting;
        qint64 offset = 0; // negative: that many bytes before the end
        qint64 skipped = 0; // before the first byte that came
        bool begun = false;
        bool caughtUp = false; // what stood in it is here: the rest arrives as it is written
        quint64 request = 0;
        quint64 taken = 0; // bytes of it that the master was not told of
        QString problem;
    };

    void start(const widgets::LogRequest& request);
    void add(const widgets::LogRequest& request);
    void stop();
    void retry();
    void askNext();
    void ask(std::size_t index);
    void onReply(std::size_t index, const v1::Reply& reply);
    void onError(File& file, const v1::Error& error);
    void tell();

    const models::ClusterState& m_state;
    Link& m_link;
    widgets::LogViewer& m_viewer;
    std::vector<File> m_files; // in the order of the request
    QTimer m_retry;
    bool m_asking = false;
};

} // namespace muster::console
