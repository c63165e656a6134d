// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/heat_map.h"

#include <QHeaderView>
#include <QPainter>

#include "core/kernel/base/metric.h"
#include "widgets/gpu/heat_delegate.h"
#include "widgets/models/mark.h"
#include "widgets/models/table_model.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

HeatMap::HeatMap(QAbstractItemModel* model, QWidget* parent) : QTableView(parent) {
    setModel(model);
    setItemDelegate(new HeatDelegate(this));
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setTabKeyNavigation(false);
    setFrameShape(NoFrame);
    viewport()->setBackgroundRole(QPalette::Window);
    setAccessibleName(tr("Heat map of all GPUs by node"));
    const auto cell = HeatDelegate::cellSize(fontMetrics());
    horizontalHeader()->hide();
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setDefaultSectionSize(cell.width());
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(cell.height());
    verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    verticalHeader()->setHighlightSections(false);
    const auto choose = [this](const QModelIndex& index) {
        if (const auto key = index.data(models::TableModel::KeyRole).toString(); !key.isEmpty()) {
            emit gpuChosen(key);
        }
    };
    connect(this, &QTableView::activated, this, choose);
    connect(this, &QTableView::clicked, this, choose);
}

namespace {

constexpr int kGap = 6;
constexpr int kScaleWidth = 140;

const struct {
    const char* wire;
} kShown[]
    = {{"free"}, {"offered"}, {"allocated"}, {"draining"}, {"restricted"}, {"unhealthy"}, {"lost"}};

} // namespace

HeatLegend::HeatLegend(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Legend of the heat map"));
}

QSize HeatLegend::sizeHint() const {
    return {kScaleWidth * 5, fontMetrics().height() + 2 * kGap};
}

void HeatLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const int line = fontMetrics().height();
    const int top = (height() - line) / 2;
    int x = kGap;
    const auto word = [&](const QString& text) {
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QRect(x, top, width(), line), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += fontMetrics().horizontalAdvance(text) + kGap;
    };
    word(tr("Utilisation 0 %"));
    QLinearGradient scale(x, 0, x + kScaleWidth, 0);
    for (int step = 0; step <= 8; ++step) {
        scale.setColorAt(step / 8.0, cividis(step / 8.0));
    }
    painter.fillRect(QRect(x, top + 2, kScaleWidth, line - 4), scale);
    x += kScaleWidth + kGap;
    word(tr("100 %"));
    for (const auto& shown : kShown) {
        const auto state = models::gpuState(shown.wire);
        x += kGap;
        markIcon(state.mark, palette()).paint(&painter, QRect(x, top, line, line));
        x += line + kGap / 2;
        word(state.word);
    }
}

} // namespace muster::widgets
