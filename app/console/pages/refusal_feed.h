// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace muster::models {
class ClusterState;
class RefusalModel;
} // namespace muster::models

namespace muster::console {

class Link;

// Asks the master for what a model of refusals shows: when somebody looks, when offers or
// frameworks changed, and when the first refusal has ended. It is no part of the live view, for
// frameworks refuse all day and few people look.
class RefusalFeed : public QObject {
    Q_OBJECT
public:
    static constexpr int kSoonMs = 2000; // the master is asked no more often

    RefusalFeed(const models::ClusterState& state, Link& link, models::RefusalModel& model);

    void setWatched(bool watched); // nobody looks: nothing is asked

signals:
    void answered(bool more); // there are more than the model shows
    void failed(const QString& why);

private:
    void askIn(qint64 ms);
    void ask();

    Link& m_link;
    models::RefusalModel& m_model;
    QTimer m_again;
    QElapsedTimer m_asked;
    bool m_watched = false;
    bool m_asking = false;
};

} // namespace muster::console
