// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/chart_board.h"

#include <algorithm>
#include <array>

#include <QBuffer>
#include <QButtonGroup>
#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/models/save.h"
#include "widgets/tables/empty_state.h"

namespace muster::widgets {

namespace {

constexpr qint64 kMinuteMs = 60'000;
constexpr qint64 kHourMs = 60 * kMinuteMs;
constexpr int kLeastColumn = 260; // px
constexpr int kMostColumns = 2;
constexpr int kGap = 10;
constexpr int kSettleMs = 300;

struct Window {
    qint64 lengthMs;
    const char* word;
};
constexpr std::array<Window, 6> kWindows{{
    {15 * kMinuteMs, QT_TRANSLATE_NOOP("muster::widgets::ChartBoard", "15 min")},
    {kHourMs, QT_TRANSLATE_NOOP("muster::widgets::ChartBoard", "1 h")},
    {6 * kHourMs, QT_TRANSLATE_NOOP("muster::widgets::ChartBoard", "6 h")},
    {24 * kHourMs, QT_TRANSLATE_NOOP("muster::widgets::ChartBoard", "24 h")},
    {7 * 24 * kHourMs, QT_TRANSLATE_NOOP("muster::widgets::ChartBoard", "7 d")},
    {30 * 24 * kHourMs, QT_TRANSLATE_NOOP("muster::widgets::ChartBoard", "30 d")},
}};

constexpr int kScale = 2; // of pictures: sharp in print
constexpr int kMargin = 10;

} // namespace

ChartBoard::ChartBoard(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(buildBar());
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(buildCharts());
    column->addWidget(m_stack, 1);
    m_resized.setSingleShot(true);
    m_resized.setInterval(kSettleMs);
    connect(&m_resized, &QTimer::timeout, this, [this] {
        if (!m_charts.empty()) {
            emit pointsWanted(qRound(m_charts.front()->plotArea().width() * devicePixelRatioF()));
        }
    });
}

QWidget* ChartBoard::buildBar() {
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    m_windows = new QButtonGroup(this);
    for (std::size_t i = 0; i < kWindows.size(); ++i) {
        auto* button = new QToolButton(bar);
        button->setText(tr(kWindows[i].word));
        button->setCheckable(true);
        button->setToolTip(tr("Show the last %1").arg(button->text()));
        m_windows->addButton(button, static_cast<int>(i));
        row->addWidget(button);
    }
    connect(m_windows, &QButtonGroup::idClicked, this,
        [this](int id) { emit windowWanted(kWindows[static_cast<std::size_t>(id)].lengthMs); });
    m_back = new QToolButton(bar);
    m_back->setText(tr("Back"));
    m_back->setToolTip(tr("Undo the last zoom (Backspace)"));
    connect(m_back, &QToolButton::clicked, this, &ChartBoard::backWanted);
    m_status = new QLabel(bar);
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_back);
    row->addSpacing(kGap / 2);
    row->addWidget(m_status, 1);
    row->addWidget(buildExport(bar));
    return bar;
}

QPushButton* ChartBoard::buildExport(QWidget* parent) {
    auto* button = new QPushButton(tr("Export…"), parent);
    auto* menu = new QMenu(button);
    menu->addAction(
        tr("Values as CSV…"), this, [this] { emit exportWanted(QStringLiteral("csv")); });
    menu->addAction(
        tr("Charts as PNG…"), this, [this] { emit exportWanted(QStringLiteral("png")); });
    menu->addSeparator();
    menu->addAction(tr("Copy values"), this, &ChartBoard::copyValues);
    menu->addAction(tr("Copy picture"), this, &ChartBoard::copyPicture);
    button->setMenu(menu);
    button->setToolTip(tr("Save or copy the charts"));
    return button;
}

QWidget* ChartBoard::buildCharts() {
    m_board = new QWidget(this);
    m_grid = new QGridLayout;
    m_grid->setSpacing(kGap);
    m_note = new QLabel(m_board);
    m_note->setWordWrap(true);
    m_note->hide();
    auto* column = new QVBoxLayout(m_board);
    column->setContentsMargins(0, 0, kGap / 2, 0);
    column->addLayout(m_grid);
    column->addWidget(m_note);
    column->addStretch();
    m_scroll = new QScrollArea(this);
    m_scroll->setWidget(m_board);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setAccessibleName(tr("Charts"));
    return m_scroll;
}

QString ChartBoard::helpText(const QString& help) {
    return help + QLatin1Char('\n') + tr("Line: mean; shaded: minimum to maximum. Drag to zoom.");
}

TimeChart* ChartBoard::addChart(const QString& title, const QString& unit,
    TimeChart::ValueText valueText, const QString& help) {
    auto* chart = new TimeChart(title, unit, std::move(valueText), m_board);
    chart->setToolTip(helpText(help));
    connect(chart, &TimeChart::crosshairMoved, this, &ChartBoard::showCrosshair);
    connect(chart, &TimeChart::zoomWanted, this, &ChartBoard::zoomWanted);
    connect(chart, &TimeChart::backWanted, this, &ChartBoard::backWanted);
    connect(chart, &TimeChart::resetWanted, this, &ChartBoard::resetWanted);
    chart->hide();
    m_charts.push_back(chart);
    return chart;
}

void ChartBoard::setLines(TimeChart* chart, std::vector<TimeChart::Line> lines) {
    const bool shown = !lines.empty();
    const bool moved = shown == chart->isHidden();
    chart->setVisible(shown);
    chart->setLines(std::move(lines));
    if (moved) {
        placeCharts();
    }
}

void ChartBoard::showSpan(const Span& span, const std::vector<Band>& bands) {
    m_span = span;
    showBar();
    for (auto* chart : m_charts) {
        chart->setZoomed(span.zoomed);
        chart->setLoading(span.loading);
        chart->setTime(span.time, bands);
    }
}

void ChartBoard::setNote(const QString& words) {
    m_note->setText(words);
    m_note->setVisible(!words.isEmpty());
}

void ChartBoard::setEmpty(const QString& icon, const QString& sentence, const QString& reason) {
    if (sentence.isEmpty()) {
        m_stack->setCurrentWidget(m_scroll);
        return;
    }
    if (m_empty == nullptr) {
        m_empty = new EmptyState(this);
        m_stack->addWidget(m_empty);
    }
    m_empty->setTexts(icon, sentence, reason);
    m_stack->setCurrentWidget(m_empty);
}

void ChartBoard::setColumns(std::function<std::vector<models::CsvColumn>()> columns) {
    m_columnsToSave = std::move(columns);
}

void ChartBoard::showBar() {
    const bool known = std::any_of(kWindows.begin(), kWindows.end(),
        [this](const Window& window) { return window.lengthMs == m_span.windowMs; });
    for (std::size_t i = 0; i < kWindows.size(); ++i) {
        auto* button = m_windows->button(static_cast<int>(i));
        const bool chosen = kWindows[i].lengthMs == m_span.windowMs;
        auto font = this->font();
        font.setBold(chosen); // Fusion's sunken grey is hard to see
        button->setChecked(chosen);
        button->setFont(font);
        // Else Tab stays with the one that it came to first.
        button->setFocusPolicy(chosen || !known ? Qt::TabFocus : Qt::NoFocus);
    }
    m_back->setEnabled(m_span.zoomed);
    const auto span = spanText(m_span.time);
    const auto words = m_span.loading ? tr("%1 · Loading…").arg(span)
        : m_span.problem.isEmpty()    ? span
                                      : tr("%1 · No history: %2").arg(span, m_span.problem);
    const auto metrics = m_status->fontMetrics();
    const auto shown = words == span && metrics.horizontalAdvance(span) > m_status->width()
        ? clockSpanText(m_span.time)
        : words;
    m_status->setText(metrics.elidedText(shown, Qt::ElideRight, m_status->width()));
    m_status->setToolTip(words);
    m_status->setAccessibleName(words);
}

void ChartBoard::showCrosshair(std::optional<qint64> atMs) {
    for (auto* chart : m_charts) {
        chart->setCrosshair(atMs);
    }
}

int ChartBoard::fittingColumns() const {
    return std::clamp(width() / kLeastColumn, 1, kMostColumns); // the viewport is told later
}

void ChartBoard::placeCharts() {
    m_columns = fittingColumns();
    int place = 0;
    for (auto* chart : m_charts) {
        m_grid->removeWidget(chart);
        if (!chart->isHidden()) {
            m_grid->addWidget(chart, place / m_columns, place % m_columns);
            ++place;
        }
    }
}

void ChartBoard::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (fittingColumns() != m_columns) {
        placeCharts();
    }
    showBar();
    m_resized.start();
}

QByteArray ChartBoard::values() const {
    return models::csv(
        m_columnsToSave ? m_columnsToSave() : std::vector<models::CsvColumn>(), m_span.time);
}

QString ChartBoard::saveCsv(const QString& path) const {
    return models::saveFile(path, values());
}

QImage ChartBoard::picture() {
    showCrosshair(std::nullopt);
    const int head = fontMetrics().height() + kMargin;
    const auto size = m_board->size() + QSize(2 * kMargin, head + 2 * kMargin);
    QImage image(size * kScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(kScale);
    image.fill(palette().color(QPalette::Window));
    QPainter painter(&image);
    painter.setFont(font());
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(kMargin, kMargin, size.width() - 2 * kMargin, head),
        Qt::AlignLeft | Qt::AlignTop, tr("%1 · %2").arg(m_heading, spanText(m_span.time)));
    painter.end();
    m_board->render(&image, {kMargin, kMargin + head}, {}, QWidget::DrawChildren);
    return image;
}

QString ChartBoard::savePicture(const QString& path) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture().save(&buffer, "PNG");
    return models::saveFile(path, bytes);
}

void ChartBoard::copyValues() {
    QGuiApplication::clipboard()->setText(QString::fromUtf8(values()));
    emit copied(tr("Copied the values as CSV"));
}

void ChartBoard::copyPicture() {
    QGuiApplication::clipboard()->setImage(picture());
    emit copied(tr("Copied the charts as a picture"));
}

} // namespace muster::widgets
