// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kiosk/gpu_wall.h"

#include <algorithm>

#include <QPainter>

#include "widgets/models/heat_metric.h"
#include "widgets/models/text.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

namespace {

constexpr int kLeastLetters = 11; // of a name
constexpr int kMostColumns = 8;
constexpr double kWidest = 2; // its height, times this: more width than that is of no use
constexpr double kTallest = 1.2; // its width, times this: more height than that is of no use
constexpr double kFull = 1.25;
constexpr double kLoadShare = 0.45; // of its room, which is filled by a capital

} // namespace

GpuWall::GpuWall(QWidget* parent) : WallPage(tr("GPUs"), parent) { }

QSize GpuWall::leastTile() const {
    const QFontMetrics metrics(type().strong);
    return {kLeastLetters * metrics.averageCharWidth() + 3 * type().unit,
        2 * type().line + type().largeLine + 3 * type().unit};
}

int GpuWall::capacity() const {
    const auto least = leastTile() + QSize(type().unit, type().unit);
    const int columns = std::clamp(width() / std::max(1, least.width()), 1, kMostColumns);
    const int rows = std::max(1, height() / std::max(1, least.height()));
    return std::min(columns * rows, kMostTiles);
}

void GpuWall::setTiles(std::vector<models::WallGpu> tiles) {
    m_tiles = std::move(tiles);
    update();
}

// Those whose tiles have the most room that is of use; a grid without holes is worth smaller tiles.
QSize GpuWall::grid() const {
    const int count = static_cast<int>(m_tiles.size());
    QSize best(1, std::max(1, count));
    double most = 0;
    for (int columns = 1; columns <= std::min(count, kMostColumns); ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double wide = double(width()) / columns;
        const double tall = double(height()) / rows;
        if (wide < leastTile().width() && columns > 1) {
            break;
        }
        const double useful = std::min(wide, kWidest * tall) * std::min(tall, wide / kTallest);
        const double worth = count % columns == 0 ? kFull * useful : useful;
        if (worth > most) {
            most = worth;
            best = {columns, rows};
        }
    }
    return best;
}

void GpuWall::paint(QPainter& painter) {
    if (m_tiles.empty()) {
        drawEmpty(painter, models::Mark::Free, tr("No GPUs in the cluster"));
        return;
    }
    const auto cells = grid();
    const int gap = type().unit;
    const int tall = (height() - (cells.height() - 1) * gap) / cells.height();
    const int wide = (width() - (cells.width() - 1) * gap) / cells.width();
    for (int i = 0; i < static_cast<int>(m_tiles.size()); ++i) {
        const QPoint corner(i % cells.width() * (wide + gap), i / cells.width() * (tall + gap));
        paintTile(painter, {corner, QSize(wide, tall)}, m_tiles[static_cast<std::size_t>(i)]);
    }
}

void GpuWall::paintTile(QPainter& painter, const QRect& box, const models::WallGpu& gpu) {
    const int unit = type().unit;
    const int line = type().line;
    const auto colour = markColour(gpu.state.mark, palette());
    drawCard(painter, box, colour);
    const auto inner = box.adjusted(unit + unit / 2, unit / 2, -unit, -unit / 2);
    const QRect icon(inner.right() - line + 1, inner.top(), line, line);
    drawMark(painter, icon.adjusted(2, 2, -2, -2), gpu.state.mark);
    drawLine(painter, {inner.left(), inner.top(), inner.width() - line - unit / 2, line},
        type().strong, ink(), gpu.name, Qt::AlignLeft, Qt::ElideLeft);
    const auto words
        = gpu.detail.isEmpty() ? gpu.state.word : tr("%1 · %2").arg(gpu.state.word, gpu.detail);
    drawLine(painter, {inner.left(), inner.bottom() - line + 1, inner.width(), line}, type().small,
        colour, words);
    paintLoad(painter, inner.adjusted(0, line, 0, -line), gpu);
}

// The load as a number and as a bar; heat and memory below it where there is room, else the heat
// beside it.
void GpuWall::paintLoad(QPainter& painter, const QRect& box, const models::WallGpu& gpu) {
    if (gpu.utilization == kUnknown) {
        drawLine(painter, box, type().large, quiet(), models::unknownText());
        return;
    }
    const int unit = type().unit;
    const QRect bar(box.left(), box.bottom() - unit - unit / 4, box.width(), unit);
    painter.fillRect(bar, palette().color(QPalette::Mid));
    const double share = std::clamp(gpu.utilization / 100.0, 0.0, 1.0);
    painter.fillRect(
        QRect(bar.topLeft(), QSize(int(bar.width() * share), bar.height())), cividis(share));
    const auto load = models::heatText(Metric::GpuUtilization, gpu.utilization);
    const auto heat = models::heatText(Metric::Temperature, gpu.temperature);
    const QFontMetrics small(type().small);
    auto rest = box.adjusted(0, 0, 0, -unit - unit / 2);
    if (rest.height() < type().largeLine + type().line) {
        const int beside = small.horizontalAdvance(heat) + unit;
        drawLine(painter, rest.adjusted(0, 0, -beside, 0),
            type().fitting(type().large, load, rest.width() - beside), ink(), load);
        drawLine(painter, rest, type().small, quiet(), heat, Qt::AlignRight);
        return;
    }
    const QRect below(rest.left(), rest.bottom() - type().line + 1, rest.width(), type().line);
    rest.setBottom(below.top() - 1);
    const auto largest = type().sized(kLoadShare * rest.height() / type().screenHeight, true);
    drawLine(
        painter, rest, type().fitting(largest, QStringLiteral("100 %"), rest.width()), ink(), load);
    const int taken = drawLine(painter, below, type().small, quiet(), heat);
    const auto memory = tr("Mem %1").arg(models::heatText(Metric::MemoryUsed, gpu.memory));
    if (taken + unit + small.horizontalAdvance(memory) <= below.width()) {
        drawLine(painter, below, type().small, quiet(), memory, Qt::AlignRight);
    }
}

} // namespace muster::widgets
