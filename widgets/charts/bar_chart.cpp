// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/bar_chart.h"

#include <algorithm>
#include <cmath>

#include <QGraphicsLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>
#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSeries>
#include <QtCharts/QBarSet>
#include <QtCharts/QCategoryAxis>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QHorizontalBarSeries>
#include <QtCharts/QValueAxis>

#include "widgets/charts/ticks.h"
#include "widgets/theme/heading.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

namespace {

constexpr int kBarAir = 4; // px
constexpr int kRowAir = 8;
constexpr int kLeastColumns = 240;
constexpr int kLeastRows = 96;
constexpr int kSumSteps = 4;
constexpr double kBarWidth = 0.6; // of the row
constexpr double kMostName = 0.4; // of the chart's width
constexpr double kGridInk = 0.15; // of the ink
constexpr double kCurrent = 0.25; // of the highlight

// Axes leave out a name that they have already.
QString distinct(QString name, const QStringList& others) {
    while (others.contains(name)) {
        name += QChar(0x200b); // no width
    }
    return name;
}

} // namespace

BarChart::BarChart(const QString& title, Qt::Orientation orientation, QWidget* parent)
    : QWidget(parent), m_orientation(orientation), m_title(heading(title, this)),
      m_empty(new QLabel(this)), m_view(new QtCharts::QChartView(this)) {
    setTitle(title);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(
        QSizePolicy::Preferred, isHorizontal() ? QSizePolicy::Preferred : QSizePolicy::Expanding);
    m_empty->setWordWrap(true);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->viewport()->setFocusPolicy(Qt::NoFocus);
    m_view->viewport()->setAutoFillBackground(false);
    m_view->setMinimumSize(isHorizontal() ? 0 : kLeastColumns, isHorizontal() ? 0 : kLeastRows);
    auto* chart = m_view->chart();
    chart->legend()->hide();
    chart->setBackgroundVisible(false);
    chart->setMargins({});
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setLocale(QLocale());
    chart->setLocalizeNumbers(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kBarAir);
    column->addWidget(m_title);
    column->addWidget(m_view, 1);
    column->addWidget(m_empty);
    column->addStretch();
    fill();
}

void BarChart::setTitle(const QString& title) {
    m_title->setText(title);
    setAccessibleName(title);
}

void BarChart::setBars(std::vector<Bar> bars) {
    if (bars != m_bars) {
        m_bars = std::move(bars);
        fill();
    }
}

void BarChart::setEmpty(const QString& sentence, const QString& reason) {
    m_empty->setText(reason.isEmpty() ? sentence : QStringLiteral("%1\n%2").arg(sentence, reason));
    describe();
}

void BarChart::setStale(bool stale) {
    m_stale = stale;
    restyle();
}

QStringList BarChart::texts() const {
    QStringList out;
    for (const auto& bar : m_bars) {
        out << QStringLiteral("%1|%2").arg(bar.name, QLocale().toString(bar.value));
    }
    return out;
}

double BarChart::highest() const {
    double out = 0;
    for (const auto& bar : m_bars) {
        out = std::max(out, bar.value);
    }
    return out;
}

int BarChart::rowHeight() const {
    return fontMetrics().height() + kRowAir;
}

void BarChart::fill() {
    auto* chart = m_view->chart();
    chart->removeAllSeries();
    for (auto* axis : chart->axes()) {
        chart->removeAxis(axis);
        delete axis;
    }
    m_set = nullptr;
    m_current = std::min(m_current, static_cast<int>(m_bars.size()) - 1);
    m_view->setVisible(!m_bars.empty());
    m_empty->setVisible(m_bars.empty());
    if (!m_bars.empty()) {
        m_set = new QtCharts::QBarSet(accessibleName());
        isHorizontal() ? addShares() : addSums();
        restyle();
        place();
    }
    describe();
    update();
}

void BarChart::addShares() {
    auto* series = new QtCharts::QHorizontalBarSeries;
    auto* names = new QtCharts::QBarCategoryAxis;
    for (auto bar = m_bars.rbegin(); bar != m_bars.rend(); ++bar) { // from the bottom
        *m_set << bar->value;
        names->append(QString::number(names->count()));
    }
    series->append(m_set);
    series->setBarWidth(kBarWidth);
    series->setLabelsVisible(true);
    series->setLabelsPosition(QtCharts::QAbstractBarSeries::LabelsOutsideEnd);
    m_view->chart()->addSeries(series);
    names->setVisible(false); // Qt Charts shortens names that have room: they are painted here
    auto* values = new QtCharts::QValueAxis;
    values->setVisible(false);
    m_view->chart()->addAxis(names, Qt::AlignLeft);
    m_view->chart()->addAxis(values, Qt::AlignBottom);
    series->attachAxis(names);
    series->attachAxis(values);
}

void BarChart::addSums() {
    auto* series = new QtCharts::QBarSeries;
    auto* names = new QtCharts::QCategoryAxis;
    names->setLabelsPosition(QtCharts::QCategoryAxis::AxisLabelsPositionOnValue);
    names->setStartValue(-1);
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        *m_set << m_bars[i].value;
        if (!m_bars[i].name.isEmpty()) {
            names->append(
                distinct(m_bars[i].name, names->categoriesLabels()), static_cast<double>(i));
        }
    }
    series->append(m_set);
    series->setBarWidth(kBarWidth);
    m_view->chart()->addSeries(series);
    names->setRange(-0.5, static_cast<double>(m_bars.size()) - 0.5);
    names->setGridLineVisible(false);
    const auto axis = valueAxis(highest(), {}, false, kSumSteps);
    auto* values = new QtCharts::QValueAxis;
    values->setRange(0, axis.top);
    values->setTickCount(qRound(axis.top / axis.step) + 1);
    values->setLabelFormat(QStringLiteral("%.0f"));
    values->setLineVisible(false);
    m_view->chart()->addAxis(names, Qt::AlignBottom);
    m_view->chart()->addAxis(values, Qt::AlignLeft);
    series->attachAxis(names);
    series->attachAxis(values);
}

// Where bars lie depends on the widths of words.
void BarChart::place() {
    auto* chart = m_view->chart();
    const auto across = chart->axes(Qt::Horizontal);
    if (!isHorizontal() || m_bars.empty() || across.isEmpty()) { // asked for while it is filled
        return;
    }
    const auto metrics = fontMetrics();
    int widest = 0;
    for (const auto& bar : m_bars) {
        widest = std::max(widest, metrics.horizontalAdvance(bar.name));
    }
    const int left = std::min(widest, static_cast<int>(kMostName * width()));
    const int height = static_cast<int>(m_bars.size()) * rowHeight();
    m_view->setFixedHeight(height);
    const int before = left + 3 * kBarAir;
    const QRectF area(before, 0, std::max(1, width() - before), height);
    chart->setPlotArea(area);
    // The longest bar ends where its value still has room.
    const int value = metrics.horizontalAdvance(QLocale().toString(highest())) + 4 * kBarAir;
    const auto shown = std::max(0.1, 1 - value / area.width());
    across.front()->setRange(0, std::max(highest(), 1e-9) / shown);
}

void BarChart::restyle() {
    if (m_set == nullptr) {
        return;
    }
    m_styling = true;
    const auto ink = palette().color(QPalette::WindowText);
    const auto grid = mixed(palette().color(QPalette::Base), ink, kGridInk);
    m_set->setBrush(m_stale ? QBrush(ink, Qt::BDiagPattern)
                            : QBrush(markColour(models::Mark::Busy, palette())));
    m_set->setPen(m_stale ? QPen(ink) : QPen(Qt::NoPen));
    m_set->setLabelColor(ink);
    m_set->setLabelFont(font());
    for (auto* axis : m_view->chart()->axes()) {
        axis->setLabelsColor(ink);
        axis->setLabelsFont(font());
        axis->setGridLineColor(grid);
        axis->setLinePenColor(palette().color(QPalette::Mid));
    }
    m_styling = false;
}

void BarChart::describe() {
    if (hasFocus() && m_current >= 0) {
        setAccessibleDescription(m_bars[static_cast<std::size_t>(m_current)].help);
        return;
    }
    QStringList all;
    for (const auto& bar : m_bars) {
        all << bar.help;
    }
    setAccessibleDescription(all.isEmpty() ? m_empty->text() : all.join(QStringLiteral("; ")));
}

QRect BarChart::boxOf(int bar) const {
    const auto area = m_view->chart()->plotArea().translated(m_view->pos());
    const auto count = static_cast<double>(m_bars.size());
    if (isHorizontal()) {
        const double height = area.height() / count;
        return QRectF(0, area.top() + bar * height, width(), height).toRect();
    }
    const double step = area.width() / count;
    return QRectF(area.left() + bar * step, area.top(), step, area.height()).toRect();
}

int BarChart::barAt(QPoint at) const {
    for (int bar = 0; bar < static_cast<int>(m_bars.size()); ++bar) {
        if (boxOf(bar).contains(at)) {
            return bar;
        }
    }
    return -1;
}

bool BarChart::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int bar = barAt(help->pos());
        QToolTip::showText(help->globalPos(),
            bar < 0 ? QString() : m_bars[static_cast<std::size_t>(bar)].help, this);
        return true;
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        m_current = m_bars.empty() ? -1 : std::max(m_current, 0);
        const bool done = QWidget::event(event);
        describe();
        update();
        return done;
    }
    return QWidget::event(event);
}

void BarChart::changeEvent(QEvent* event) {
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        && !m_styling) {
        restyle();
        place();
    }
    QWidget::changeEvent(event);
}

void BarChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place();
}

// What lies below the bars: the names beside them, and where the keyboard is.
void BarChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (hasFocus() && m_current >= 0) {
        auto ground = palette().color(QPalette::Highlight);
        ground.setAlphaF(kCurrent);
        painter.fillRect(boxOf(m_current), ground);
    }
    if (isHorizontal()) {
        painter.setPen(palette().color(QPalette::WindowText));
        const int right = qRound(m_view->chart()->plotArea().left()) - kBarAir;
        for (int bar = 0; bar < static_cast<int>(m_bars.size()); ++bar) {
            auto box = boxOf(bar);
            box.setLeft(kBarAir);
            box.setRight(right);
            painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                fontMetrics().elidedText(
                    m_bars[static_cast<std::size_t>(bar)].name, Qt::ElideRight, box.width()));
        }
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(rect().adjusted(1, m_title->geometry().bottom() + 2, -1, -1));
    }
}

void BarChart::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(m_bars.size()) - 1;
    const int key = event->key();
    if (last < 0) {
        QWidget::keyPressEvent(event);
    } else if (key == Qt::Key_Up || key == Qt::Key_Left) {
        m_current = std::max(0, m_current - 1);
    } else if (key == Qt::Key_Down || key == Qt::Key_Right) {
        m_current = std::min(last, m_current + 1);
    } else if (key == Qt::Key_Home) {
        m_current = 0;
    } else if (key == Qt::Key_End) {
        m_current = last;
    } else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_current >= 0) {
        emit chosen(m_bars[static_cast<std::size_t>(m_current)].key);
    } else {
        QWidget::keyPressEvent(event);
    }
    describe();
    update();
}

void BarChart::mouseReleaseEvent(QMouseEvent* event) {
    const int bar = barAt(event->pos());
    if (event->button() == Qt::LeftButton && bar >= 0) {
        m_current = bar;
        emit chosen(m_bars[static_cast<std::size_t>(bar)].key);
        describe();
        update();
    }
}

} // namespace muster::widgets
