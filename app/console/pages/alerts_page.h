// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/pages/list_page.h"

class QAction;
class QLabel;

namespace muster::models {
class AuditModel;
class ClusterState;
} // namespace muster::models

namespace muster::console {

class AuditFeed;
class Link;
class OperatorMode;

// What needs somebody's attention, and below it what happened: who did what, alerts, agents that
// came and went.
class AlertsPage : public ListPage {
    Q_OBJECT
public:
    AlertsPage(const models::ClusterState& state, Link& link, OperatorMode& mode, QString user,
        QWidget* parent = nullptr);

    void acknowledge(const QString& id); // opens the dialog, in operator mode only
    widgets::ListPanel& events() { return *m_events; }

signals:
    void nodeChosen(const QString& agent);
    void jobChosen(const QString& job);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void buildActions();
    void buildEvents();
    void updateActions();
    void sendAcknowledgement(
        const QString& id, const QString& title, const QString& note, qint64 muteMs);
    void showObjectOf(const QString& alert);
    void showObjectOfEvent(const QString& key);

    const models::ClusterState& m_state;
    Link& m_link;
    OperatorMode& m_mode;
    QString m_user;
    models::AuditModel* m_audit;
    AuditFeed* m_feed;
    widgets::ListPanel* m_events;
    QLabel* m_sentence; // of the chosen alert, whole
    QAction* m_acknowledge;
    QAction* m_show;
    QAction* m_older;
};

} // namespace muster::console
