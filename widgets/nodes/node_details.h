// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <QWidget>

#include "widgets/models/gpu_model.h"
#include "widgets/models/task_model.h"
#include "widgets/models/topology_model.h"

class QAbstractItemModel;
class QFormLayout;
class QLabel;
class QStackedWidget;
class QTabWidget;

namespace muster::widgets {

class ClusterTable;
class EventList;
class TopologyView;

// All about one node: its GPUs, its tasks, how its GPUs are joined, what was done to it, and its
// facts.
class NodeDetails : public QWidget {
    Q_OBJECT
public:
    enum class Tab { Gpus, Tasks, Topology, Events, Facts };

    explicit NodeDetails(const models::ClusterState& state, QWidget* parent = nullptr);

    void setNode(const QString& agentId); // empty: none
    QString node() const;
    void setThresholds(const models::GpuThresholds& thresholds) {
        m_gpus.setThresholds(thresholds);
    }
    void showTab(Tab tab);
    EventList& events() { return *m_events; } // to be fed

signals:
    void gpuChosen(const QString& uuid);

private:
    // A table, or a sentence while it is empty.
    QWidget* withSentence(ClusterTable* table, const QString& sentence);
    void buildTabs();
    QWidget* buildFacts();
    QLabel* addFact(QFormLayout* form, const QString& name);
    void onChanged(const models::Changes& changes);
    void showHead();
    void showFacts(const v1::Agent& agent);
    QString boardsText(const v1::Agent& agent) const;

    const models::ClusterState& m_state;
    std::string m_node;
    models::GpuModel m_gpus;
    models::TaskModel m_tasks;
    models::TopologyModel m_topology;
    QLabel* m_title;
    QTabWidget* m_tabs;
    EventList* m_events;
    struct Facts {
        QLabel *name, *id, *state, *drain, *boards, *driver, *cuda, *attributes, *resources, *used,
            *offered, *joined;
    } m_facts{};
};

} // namespace muster::widgets
