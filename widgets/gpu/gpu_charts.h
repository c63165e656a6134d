// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <QTimer>
#include <QWidget>

#include "widgets/models/gpu_history.h"

class QButtonGroup;
class QGridLayout;
class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace muster::widgets {

class TimeChart;

// Charts of all that one GPU's board measures, over one span of time that they share with their
// crosshair; under each the tasks that had the GPU. `history` outlives it.
class GpuCharts : public QWidget {
    Q_OBJECT
public:
    explicit GpuCharts(models::GpuHistory& history, QWidget* parent = nullptr);

    // Where the axes of memory and power end; of an empty message at the data.
    void setLimits(const v1::Gpu& gpu);

    // The span that is shown, in a file. Returns why not; empty: it is done.
    QString saveCsv(const QString& path) const;
    QString savePicture(const QString& path, const QString& heading);

signals:
    void exportWanted(const QString& suffix); // "csv" or "png"

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Chart {
        TimeChart* widget;
        std::vector<Metric> metrics;
        std::vector<QString> names; // in the legend
        std::vector<bool> drawn; // which of them
    };

    QWidget* buildBar();
    QWidget* buildBoard();
    QPushButton* buildExport(QWidget* parent);
    void buildCharts();
    void addChart(const QString& title, std::vector<Metric> metrics, std::vector<QString> names);
    TimeChart* chartOf(Metric metric) const;
    void showHistory();
    void showMeasured();
    void showBar();
    void showCrosshair(std::optional<qint64> atMs);
    void placeCharts();

    models::GpuHistory& m_history;
    std::vector<Chart> m_charts;
    int m_columns = 0;
    QTimer m_resized;
    QWidget* m_board = nullptr;
    QScrollArea* m_scroll = nullptr;
    QGridLayout* m_grid = nullptr;
    QButtonGroup* m_windows = nullptr;
    QToolButton* m_back = nullptr;
    QLabel* m_status = nullptr;
    QLabel* m_unmeasured = nullptr;
};

} // namespace muster::widgets
