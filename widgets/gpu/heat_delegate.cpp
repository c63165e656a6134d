// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/heat_delegate.h"

#include <QPainter>

#include "core/kernel/base/metric.h"
#include "widgets/models/heat_map_model.h"
#include "widgets/models/mark.h"
#include "widgets/models/table_model.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

using models::HeatMapModel;
using models::Mark;

namespace {

constexpr int kMargin = 3;
constexpr int kInset = 5;
constexpr double kRadius = 4;

struct CellLook {
    QColor fill;
    QColor ink;
    QColor border;
    bool measured;
};

CellLook look(const QModelIndex& index, const QPalette& palette, Mark mark, bool stale) {
    const int utilization = index.data(HeatMapModel::UtilizationRole).toInt();
    const bool measured = utilization != kUnknown && mark != Mark::Lost;
    auto fill = measured ? cividis(utilization / 100.0) : palette.color(QPalette::Base);
    if (stale) {
        fill = mixed(fill, palette.color(QPalette::Base), 0.75);
    }
    return {fill, measured ? textOn(fill) : palette.color(QPalette::Text),
        stale ? palette.color(QPalette::Text) : markColour(mark, palette), measured};
}

} // namespace

QSize HeatDelegate::cellSize(const QFontMetrics& metrics) {
    return {metrics.horizontalAdvance(QStringLiteral("100 %")) + metrics.height() + 4 * kInset,
        metrics.height() * 2 + 2 * kInset};
}

void HeatDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto mark = static_cast<Mark>(index.data(models::TableModel::MarkRole).toInt());
    if (index.data(models::TableModel::KeyRole).toString().isEmpty()) {
        return;
    }
    const bool stale = option.widget != nullptr && option.widget->property("stale").toBool();
    const auto cell = look(index, option.palette, mark, stale);
    const auto box = QRectF(option.rect).adjusted(kMargin, kMargin, -kMargin, -kMargin);

    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(cell.border, 2, cell.measured ? Qt::SolidLine : Qt::DashLine));
    painter->setBrush(cell.fill);
    painter->drawRoundedRect(box, kRadius, kRadius);
    if (stale) {
        painter->setBrush(QBrush(cell.border, Qt::BDiagPattern));
        painter->setOpacity(0.25);
        painter->drawRoundedRect(box, kRadius, kRadius);
        painter->setOpacity(1);
    }
    const int size = option.fontMetrics.height();
    const QRect corner(int(box.left()) + kInset, int(box.center().y()) - size / 2, size, size);
    markIconIn(mark, cell.ink).paint(painter, corner);
    painter->setPen(cell.ink);
    auto font = option.font;
    font.setBold(true);
    painter->setFont(font);
    painter->drawText(box.adjusted(kInset + size, 0, -kInset, 0), Qt::AlignRight | Qt::AlignVCenter,
        index.data().toString());
    if (option.state & QStyle::State_Selected) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(option.palette.color(QPalette::Highlight), 3));
        painter->drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), kRadius, kRadius);
    }
    painter->restore();
}

} // namespace muster::widgets
