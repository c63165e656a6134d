// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <QWidget>

#include "widgets/models/gpu_history.h"
#include "widgets/models/process_model.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace muster::widgets {

class EventList;
class GpuCharts;

// All about one GPU: who uses it, its NVLink peers, its processes, what was done to it, and charts
// of its history, which asks for what it needs: whoever has it hands it in.
class GpuDetails : public QWidget {
    Q_OBJECT
public:
    enum class Tab { Processes, Events };

    explicit GpuDetails(const models::ClusterState& state, QWidget* parent = nullptr);

    void setGpu(const QString& uuid); // empty: none
    QString gpu() const;
    void showTab(Tab tab);
    // Whether Restrict and Release can be had; if not, `why` is their tool tip.
    void setCommandsAllowed(bool allowed, const QString& why);
    models::GpuHistory& history() { return m_history; }
    EventList& events() { return *m_events; } // to be fed
    // As ChartBoard's.
    QString saveCsv(const QString& path) const;
    QString savePicture(const QString& path);

signals:
    void restrictWanted(const QString& uuid);
    void releaseWanted(const QString& uuid);
    void exportWanted(const QString& suffix); // "csv" or "png"
    void copied(const QString& notice);

private:
    QWidget* buildHead();
    void buildTabs();
    QWidget* buildProcesses();
    void onChanged();
    void showFacts();
    void showTitle(const QString& title, const QString& model);
    QString linksText(const v1::Gpu& gpu) const;
    QString placeText(const v1::Gpu& gpu) const;

    const models::ClusterState& m_state;
    std::string m_uuid;
    models::ProcessModel m_processes;
    models::GpuHistory m_history;
    GpuCharts* m_charts;
    QLabel* m_title = nullptr;
    QLabel* m_facts = nullptr;
    QLabel* m_links = nullptr;
    QPushButton* m_restrict = nullptr;
    QPushButton* m_release = nullptr;
    QTabWidget* m_tabs;
    EventList* m_events;
    QStackedWidget* m_processStack = nullptr;
};

} // namespace muster::widgets
