// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>

#include "core/proto/muster/v1/console.pb.h"

namespace muster::widgets {
class ExplainPanel;
}

namespace muster::console {

class Link;

// Asks the master for what an explain panel shows: at once, and again every few seconds while
// somebody sees it, for machines fill and empty without a change of the job itself.
class ExplainFeed : public QObject {
    Q_OBJECT
public:
    static constexpr int kAgainMs = 3000;

    ExplainFeed(Link& link, widgets::ExplainPanel& panel);

    void follow(const QString& jobId); // empty: none
    void check(const v1::SubmitJob& job); // once

private:
    void ask();
    void send(const v1::Explain& question);

    Link& m_link;
    widgets::ExplainPanel& m_panel;
    QTimer m_again;
    QString m_job;
    quint64 m_number = 0; // of the last question
    bool m_asking = false;
};

} // namespace muster::console
