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
class QTableView;

namespace muster::widgets {

class GpuCharts;

// All about one GPU: who uses it, its processes, its NVLink peers, and charts of its history, which
// asks for what it needs: whoever has it hands it in.
class GpuDetails : public QWidget {
    Q_OBJECT
public:
    explicit GpuDetails(const models::ClusterState& state, QWidget* parent = nullptr);

    void setGpu(const QString& uuid); // empty: none
    QString gpu() const;
    // Whether Restrict and Release can be had; if not, `why` is their tool tip.
    void setOrdersAllowed(bool allowed, const QString& why);
    models::GpuHistory& history() { return m_history; }
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
    QStackedWidget* m_processStack = nullptr;
};

} // namespace muster::widgets
