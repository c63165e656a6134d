// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <QWidget>

#include "widgets/models/instance_model.h"

class QFormLayout;
class QLabel;

namespace muster::widgets {

class ListPanel;

// All about one service: its state and why, the deployment that changes it, its last failure, what
// it runs, and its instances.
class ServiceDetails : public QWidget {
    Q_OBJECT
public:
    explicit ServiceDetails(const models::ClusterState& state, QWidget* parent = nullptr);

    void setService(const QString& id); // empty: none
    ListPanel& instances() { return *m_list; }
    QString words() const; // all that it says of the service, for tests

signals:
    void taskChosen(const QString& key);

private:
    QLabel* addFact(QFormLayout* form, const QString& name);
    void onChanged(const models::Changes& changes);
    void showService();
    void showFacts(const v1::Service& service);

    const models::ClusterState& m_state;
    std::string m_service;
    models::InstanceModel m_instances;
    ListPanel* m_list;
    QLabel* m_title;
    struct Facts {
        QLabel *why, *deployment, *failure, *runs, *dependencies, *ports;
    } m_facts{};
};

} // namespace muster::widgets
