// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kiosk/overview_wall.h"

#include <algorithm>
#include <set>

#include <QEvent>
#include <QLocale>
#include <QPainter>

#include "widgets/models/heat_map_model.h"
#include "widgets/models/text.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

using models::HeatTile;
using models::Mark;

namespace {

constexpr int kSmallestName = 4; // letters of a node's name: fewer say nothing
constexpr int kLongestName = 12; // of which so many are enough
constexpr double kGrow[] = {4, 3, 2.5, 2, 1.5, 1}; // of names and tiles, where few GPUs leave room
constexpr double kShrink = 1.2;

bool ordinary(Mark mark) {
    return mark == Mark::Free || mark == Mark::Busy || mark == Mark::None;
}

QString powerText(qint64 milliwatts) {
    constexpr qint64 kKilowatt = 1'000'000;
    if (milliwatts < 0) {
        return models::unknownText();
    }
    return milliwatts < kKilowatt
        ? OverviewWall::tr("%1 W").arg(milliwatts / 1000)
        : OverviewWall::tr("%1 kW").arg(QLocale().toString(double(milliwatts) / kKilowatt, 'f', 1));
}

} // namespace

OverviewWall::OverviewWall(const models::HeatMapModel& heat, QWidget* parent)
    : WallPage(tr("Overview"), parent), m_heat(heat) {
    connect(&heat, &models::HeatMapModel::modelReset, this, &OverviewWall::layOut);
}

void OverviewWall::setFigures(const models::WallFigures& figures) {
    m_figures = figures;
    update();
}

void OverviewWall::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        layOut();
    }
    WallPage::changeEvent(event);
}

void OverviewWall::resizeEvent(QResizeEvent*) {
    layOut();
}

std::vector<OverviewWall::Figure> OverviewWall::figures() const {
    const auto of = [](int part, int all) { return tr("%1/%2").arg(part).arg(all); };
    const auto alarming
        = [this](int count, Mark mark) { return count > 0 ? markColour(mark, palette()) : ink(); };
    const int away = m_figures.nodes - m_figures.nodesActive;
    const int unusable = m_figures.outOfService + m_figures.away;
    return {
        {of(m_figures.busy, m_figures.gpus), tr("GPUs busy"), markColour(Mark::Busy, palette())},
        {QString::number(m_figures.free), tr("GPUs free"), ink()},
        {QString::number(unusable), tr("GPUs unusable"), alarming(unusable, Mark::Bad)},
        {m_figures.utilization < 0 ? models::unknownText() : tr("%1 %").arg(m_figures.utilization),
            tr("Utilisation"), ink()},
        {QString::number(m_figures.running), tr("Jobs running"), ink()},
        {QString::number(m_figures.waiting), tr("Jobs pending"),
            alarming(m_figures.waiting, Mark::Waiting)},
        {of(m_figures.nodesActive, m_figures.nodes), tr("Nodes"), alarming(away, Mark::Bad)},
        {powerText(m_figures.milliwatts), tr("Power"), ink()},
    };
}

// One row, two or more, each as full as the others.
int OverviewWall::columnsFor(const std::vector<Figure>& figures) const {
    const QFontMetrics metrics(type().small);
    int widest = 1;
    for (const auto& figure : figures) {
        widest = std::max(widest, metrics.horizontalAdvance(figure.label) + 4 * type().unit);
    }
    const int count = static_cast<int>(figures.size());
    const int most = std::clamp(width() / widest, 1, count);
    for (int columns = most; columns > 1; --columns) {
        if (count % columns == 0) {
            return columns;
        }
    }
    return 1;
}

void OverviewWall::layOut() {
    const auto all = figures();
    const int unit = type().unit;
    const int rows = static_cast<int>(all.size()) / columnsFor(all);
    const int card = QFontMetrics(type().huge).height() + type().line + unit;
    const int figuresHeight = std::min(rows * (card + unit), height() / 2);
    m_top = {0, 0, width(), figuresHeight};
    m_legend = {0, height() - type().line, width(), type().line};
    m_map = QRect(0, figuresHeight + unit, width(), m_legend.top() - figuresHeight - 2 * unit);
    m_colours = heatColours(palette(), isStale());
    const auto counts = m_heat.counts();
    const QFontMetrics metrics(type().small);
    const int name = std::clamp(metrics.horizontalAdvance(m_heat.longestName()),
        kSmallestName * metrics.averageCharWidth(), kLongestName * metrics.averageCharWidth());
    m_scale = 1;
    m_layout = {};
    for (const double grow : kGrow) {
        const HeatLayout::Measures measures{int(type().line * grow), int(name * grow)};
        HeatLayout tried(counts, m_map.size(), measures, 0);
        if (tried.size().height() <= m_map.height()
            && tried.tile().height() > m_layout.tile().height()) {
            m_layout = std::move(tried);
        }
    }
    while (m_layout.tiles() == 0 && !counts.empty() && m_scale > 0.1) {
        m_scale /= kShrink;
        HeatLayout tried(counts, m_map.size() / m_scale, {type().line, name}, 0);
        if (tried.size().height() * m_scale <= m_map.height()) {
            m_layout = std::move(tried);
        }
    }
    update();
}

void OverviewWall::paint(QPainter& painter) {
    if (m_figures.nodes == 0) {
        drawEmpty(painter, Mark::Free, tr("No nodes have joined"));
        return;
    }
    paintFigures(painter);
    paintMap(painter);
    paintLegend(painter);
}

void OverviewWall::paintFigures(QPainter& painter) {
    const auto all = figures();
    const int columns = columnsFor(all);
    const int rows = static_cast<int>(all.size()) / columns;
    const int gap = type().unit;
    const int cardWidth = (m_top.width() - (columns - 1) * gap) / columns;
    const int cardHeight = m_top.height() / rows - gap;
    for (int i = 0; i < static_cast<int>(all.size()); ++i) {
        const auto& figure = all[static_cast<std::size_t>(i)];
        const QRect card(i % columns * (cardWidth + gap), i / columns * (cardHeight + gap),
            cardWidth, cardHeight);
        drawCard(
            painter, card, figure.colour == ink() ? palette().color(QPalette::Mid) : figure.colour);
        const auto inner = card.adjusted(2 * gap, gap / 2, -gap, -gap / 2);
        const auto font = type().fitting(type().huge, figure.number, inner.width());
        drawLine(
            painter, inner.adjusted(0, 0, 0, -type().line), font, figure.colour, figure.number);
        drawLine(painter,
            {inner.left(), inner.bottom() - type().line + 1, inner.width(), type().line},
            type().small, quiet(), figure.label);
    }
}

void OverviewWall::paintMap(QPainter& painter) {
    if (m_layout.tiles() != static_cast<int>(m_heat.tiles().size()) || m_layout.tiles() == 0) {
        return;
    }
    painter.save();
    painter.setClipRect(m_map);
    painter.translate(m_map.topLeft());
    painter.scale(m_scale, m_scale);
    const QFontMetrics metrics(type().small);
    const auto tile = m_layout.tile();
    const bool numbers = m_scale == 1.0 && tile.height() >= metrics.capHeight() + type().unit
        && tile.width() >= metrics.horizontalAdvance(QStringLiteral("100"));
    const QRect exposed(QPoint(), m_layout.size());
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintTiles(painter, {m_layout, m_heat.tiles(), m_colours, numbers, false}, exposed);
    painter.setRenderHint(QPainter::Antialiasing);
    if (numbers) {
        paintNumbers(painter, exposed);
    }
    if (m_scale == 1.0 && m_layout.line() > 0) {
        paintNames(painter, exposed);
    }
    painter.restore();
}

void OverviewWall::paintNames(QPainter& painter, const QRect& exposed) {
    auto font = type().small;
    font.setPixelSize(
        std::max(font.pixelSize(), font.pixelSize() * m_layout.line() * 7 / 10 / type().line));
    for (const int group : m_layout.groupsIn(exposed)) {
        drawLine(painter, m_layout.labelRect(group), font, ink(),
            m_heat.headerData(group, Qt::Vertical, Qt::DisplayRole).toString(), Qt::AlignLeft,
            Qt::ElideLeft);
    }
}

// The icon where a state needs somebody's eye, else the number.
void OverviewWall::paintNumbers(QPainter& painter, const QRect& exposed) {
    const auto size = m_layout.tile();
    auto font = type().strong;
    font.setPixelSize(std::max(type().small.pixelSize(), size.height() * 2 / 5));
    font = type().fitting(font, QStringLiteral("100"), size.width() * 9 / 10);
    for (const int place : m_layout.tilesIn(exposed)) {
        const auto& tile = m_heat.tiles()[static_cast<std::size_t>(place)];
        const auto box = m_layout.tileRect(place);
        const QColor on(m_colours.ink[tile.level]);
        if (!ordinary(tile.mark)) {
            const int side = std::min(box.width(), box.height()) * 3 / 5;
            const QRect icon(box.center() - QPoint(side / 2, side / 2), QSize(side, side));
            painter.drawPixmap(icon, markIconIn(tile.mark, on).pixmap(64, 64));
        } else if (tile.number != kUnknown) {
            drawLine(painter, box, font, on, QString::number(tile.number), Qt::AlignHCenter);
        }
    }
}

// The scale, and the word of each icon that is on the map.
void OverviewWall::paintLegend(QPainter& painter) {
    const int unit = type().unit;
    const QFontMetrics metrics(type().small);
    int x = 0;
    const auto word = [&](const QString& words) {
        const int width = std::min(metrics.horizontalAdvance(words) + 1, m_legend.right() - x);
        if (width > 0) {
            drawLine(painter, {x, m_legend.top(), width, m_legend.height()}, type().small, quiet(),
                words);
        }
        x += width + unit;
    };
    word(tr("Utilisation of each GPU"));
    word(tr("%1 %").arg(0));
    const QRect bar(x, m_legend.top() + m_legend.height() / 4, 20 * unit, m_legend.height() / 2);
    QLinearGradient scale(bar.topLeft(), bar.topRight());
    for (int i = 0; i <= 10; ++i) {
        scale.setColorAt(i / 10.0, QColor(m_colours.fill[static_cast<std::size_t>(10 * i)]));
    }
    painter.fillRect(bar, scale);
    x = bar.right() + unit;
    word(tr("%1 %").arg(100));
    std::set<Mark> seen;
    for (const auto& tile : m_heat.tiles()) {
        seen.insert(tile.mark);
    }
    for (const auto& shown : models::gpuMarks()) {
        if (!ordinary(shown.mark) && seen.contains(shown.mark)
            && x + type().line < m_legend.right()) {
            x += 2 * unit;
            drawMark(painter,
                QRect(x, m_legend.top(), type().line, type().line).adjusted(3, 3, -3, -3),
                shown.mark);
            x += type().line + unit / 2;
            word(shown.words);
        }
    }
}

} // namespace muster::widgets
