// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/heat_card.h"

#include <algorithm>

#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QScreen>
#include <QVBoxLayout>

#include "widgets/theme/theme.h"

namespace muster::widgets {

using models::HeatHistory;

namespace {

constexpr int kAway = 6; // px between the tile and the card
constexpr int kLetters = 34; // of the card's width
constexpr int kSparkLines = 3; // of text, its height

constexpr qint64 kWindowMs = HeatHistory::kStepMs * (HeatHistory::kSteps - 1);

} // namespace

void Sparkline::setTrend(std::vector<models::Segment> segments, const models::HeatScale& scale) {
    m_segments = std::move(segments);
    m_scale = scale;
    update();
}

QSize Sparkline::sizeHint() const {
    return {fontMetrics().averageCharWidth() * kLetters, fontMetrics().height() * kSparkLines};
}

void Sparkline::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto end
        = [this](int value) { return QStringLiteral("%1 %2").arg(value).arg(m_scale.unit); };
    const int letters = std::max(fontMetrics().horizontalAdvance(end(m_scale.low)),
                            fontMetrics().horizontalAdvance(end(m_scale.high)))
        + kAway;
    const auto plot = QRectF(rect()).adjusted(1, 2, -letters, -2);
    const auto text = palette().color(QPalette::Text);
    painter.setPen(mixed(text, palette().color(QPalette::Base), 0.35));
    painter.drawText(rect(), Qt::AlignRight | Qt::AlignTop, end(m_scale.high));
    painter.drawText(rect(), Qt::AlignRight | Qt::AlignBottom, end(m_scale.low));
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawLine(plot.topLeft(), plot.topRight());
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    if (m_segments.empty()) {
        painter.setPen(text);
        painter.drawText(plot, Qt::AlignCenter, tr("No samples yet"));
        return;
    }
    const auto newest = m_segments.back().back().atMs;
    const auto at = [&](const models::TrendPoint& point) {
        const double across = 1 - double(newest - point.atMs) / kWindowMs;
        const double up
            = std::clamp((point.value - m_scale.low) / (m_scale.high - m_scale.low), 0.0, 1.0);
        return QPointF(plot.left() + across * plot.width(), plot.bottom() - up * plot.height());
    };
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(markColour(models::Mark::Busy, palette()), 1.5));
    for (const auto& segment : m_segments) {
        QPainterPath path(at(segment.front()));
        for (const auto& point : segment) {
            path.lineTo(at(point));
        }
        painter.drawPath(path);
    }
    painter.setBrush(painter.pen().color());
    painter.drawEllipse(at(m_segments.back().back()), 2, 2);
}

HeatCard::HeatCard(const models::HeatMapModel& model, QWidget* parent)
    : QFrame(parent, Qt::ToolTip), m_model(model), m_title(new QLabel(this)),
      m_board(new QLabel(this)), m_stateIcon(new QLabel(this)), m_state(new QLabel(this)),
      m_trouble(new QLabel(this)), m_work(new QLabel(this)), m_trendTitle(new QLabel(this)),
      m_trend(new Sparkline(this)) {
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFrameShape(Box);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setForegroundRole(QPalette::Text);
    auto bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    for (std::size_t i = 0; i < models::heatMeasures(); ++i) {
        m_labels.push_back(new QLabel(this));
        m_values.push_back(new QLabel(this));
        m_values[i]->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        grid->addWidget(m_labels[i], static_cast<int>(i), 0);
        grid->addWidget(m_values[i], static_cast<int>(i), 1);
    }
    auto* state = new QHBoxLayout;
    state->addWidget(m_stateIcon);
    state->addWidget(m_state, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(3);
    column->addWidget(m_title);
    column->addWidget(m_board);
    column->addLayout(state);
    column->addWidget(m_trouble);
    column->addWidget(m_work);
    column->addSpacing(4);
    column->addLayout(grid);
    column->addSpacing(4);
    column->addWidget(m_trendTitle);
    column->addWidget(m_trend);
    for (auto* label : findChildren<QLabel*>()) {
        label->setForegroundRole(QPalette::Text);
        label->setTextFormat(Qt::PlainText);
    }
    for (auto* label : {m_trouble, m_work}) {
        label->setWordWrap(true);
        label->setMaximumWidth(m_trend->sizeHint().width());
    }
}

void HeatCard::fill(const models::HeatFacts& facts) {
    const int line = fontMetrics().height();
    m_title->setText(facts.title);
    m_board->setText(facts.model);
    m_stateIcon->setPixmap(markIcon(facts.state.mark, palette()).pixmap(line, line));
    m_state->setText(facts.state.word);
    m_trouble->setText(facts.trouble);
    m_trouble->setVisible(!facts.trouble.isEmpty());
    m_work->setText(tr("Task %1").arg(facts.work));
    m_work->setVisible(!facts.work.isEmpty());
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        const bool known = i < facts.figures.size();
        m_labels[i]->setText(known ? facts.figures[i].first : QString());
        m_values[i]->setText(known ? facts.figures[i].second : QString());
    }
    const auto scale = models::heatScale(facts.trendMetric);
    m_trendTitle->setText(
        tr("%1, last %2 min").arg(scale.label).arg((kWindowMs + HeatHistory::kStepMs) / 60'000));
    m_trend->setTrend(facts.trend, scale);
}

// Right of the tile and below its top, or where the screen has room.
void HeatCard::showFor(int tile, const QRect& place) {
    m_tile = tile;
    fill(m_model.facts(tile));
    layout()->activate();
    resize(sizeHint());
    const auto* screen = QGuiApplication::screenAt(place.center());
    const auto room
        = (screen == nullptr ? QGuiApplication::primaryScreen() : screen)->availableGeometry();
    int x = place.right() + kAway;
    if (x + width() > room.right()) {
        x = place.left() - kAway - width();
    }
    const int y = std::min(place.top(), room.bottom() - height());
    move(std::max(room.left(), x), std::max(room.top(), y));
    setVisible(true);
}

void HeatCard::refresh() {
    if (isVisible()) {
        fill(m_model.facts(m_tile));
    }
}

} // namespace muster::widgets
