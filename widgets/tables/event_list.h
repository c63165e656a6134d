// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "widgets/models/audit_model.h"

class QLabel;
class QPushButton;
class QStackedWidget;

namespace muster::widgets {

class ClusterTable;

// What happened to one node or GPU, or a sentence that says that nothing did, and how far back that
// was looked for. Whoever has it brings the model its rows while somebody looks.
class EventList : public QWidget {
    Q_OBJECT
public:
    EventList(const models::ClusterState& state, const QString& name, const QString& whenEmpty,
        QWidget* parent = nullptr);

    models::AuditModel& model() { return m_model; }
    ClusterTable& table() { return *m_table; }
    // Whether older events are to be had, and why the newest are not known, or empty.
    void setReach(bool hasOlder, const QString& problem);

signals:
    void watched(bool watched);
    void olderWanted();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void showRows();

    models::AuditModel m_model;
    ClusterTable* m_table;
    QStackedWidget* m_stack;
    QLabel* m_note;
    QPushButton* m_older;
    bool m_hasOlder = false;
    QString m_problem;
};

} // namespace muster::widgets
