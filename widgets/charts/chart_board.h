// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QImage>
#include <QTimer>
#include <QWidget>

#include "widgets/charts/time_chart.h"
#include "widgets/models/series_csv.h"

class QButtonGroup;
class QGridLayout;
class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace muster::widgets {

class EmptyState;

// Charts that share one span of time and one crosshair, under a bar that chooses the span and saves
// or copies what is shown. Requests for another span go out by signal; the answer is showSpan().
class ChartBoard : public QWidget {
    Q_OBJECT
public:
    struct Span {
        models::TimeSpan time;
        qint64 windowMs = 0; // which of the bar's windows is chosen
        bool zoomed = false; // there is a way back
        bool loading = false;
        QString problem = {}; // why history is missing, or empty
    };

    explicit ChartBoard(QWidget* parent = nullptr);

    // Hidden until it has lines.
    TimeChart* addChart(const QString& title, const QString& unit, TimeChart::ValueText valueText,
        const QString& help);
    void setLines(TimeChart* chart, std::vector<TimeChart::Line> lines);
    // Also to be called when the series have changed.
    void showSpan(const Span& span, const std::vector<Band>& bands = {});
    void setNote(const QString& words); // below the charts; empty: none
    // In place of the charts; an empty sentence: the charts.
    void setEmpty(const QString& icon, const QString& sentence, const QString& reason);

    // What is saved and copied.
    void setColumns(std::function<std::vector<models::CsvColumn>()> columns);
    void setHeading(const QString& heading) { m_heading = heading; } // of the picture
    // Return why not; empty: it is done.
    QString saveCsv(const QString& path) const;
    QString savePicture(const QString& path);
    void copyValues();
    void copyPicture();

signals:
    void windowWanted(qint64 windowMs);
    void zoomWanted(muster::models::TimeSpan span);
    void backWanted();
    void resetWanted();
    void pointsWanted(int points); // as many as there are pixels, after a change of size
    void exportWanted(const QString& suffix); // "csv" or "png"
    void copied(const QString& notice);

protected:
    static QString helpText(const QString& help); // of a chart
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildBar();
    QPushButton* buildExport(QWidget* parent);
    QWidget* buildCharts();
    void showBar();
    void showCrosshair(std::optional<qint64> atMs);
    void placeCharts();
    int fittingColumns() const;
    QByteArray values() const;
    QImage picture();

    std::vector<TimeChart*> m_charts;
    Span m_span;
    std::function<std::vector<models::CsvColumn>()> m_columnsToSave;
    QString m_heading;
    int m_columns = 0;
    QTimer m_resized;
    QWidget* m_board = nullptr;
    QScrollArea* m_scroll = nullptr;
    QStackedWidget* m_stack = nullptr;
    EmptyState* m_empty = nullptr; // made when it is needed
    QGridLayout* m_grid = nullptr;
    QButtonGroup* m_windows = nullptr;
    QToolButton* m_back = nullptr;
    QLabel* m_status = nullptr;
    QLabel* m_note = nullptr;
};

} // namespace muster::widgets
