// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/operator_frame.h"

#include <algorithm>

#include <QAction>
#include <QEvent>
#include <QMainWindow>
#include <QPainter>

#include "app/console/commands/operator_mode.h"
#include "widgets/theme/theme.h"

namespace muster::console {

namespace {

constexpr int kLine = 3; // px
constexpr int kBadgeAir = 10; // px left and right of its word

QColor lineColour(const QPalette& palette) {
    return widgets::markColour(models::Mark::Draining, palette);
}

} // namespace

OperatorFrame::OperatorFrame(OperatorMode& mode, QMainWindow& window)
    : QWidget(&window), m_mode(mode), m_badge(new Badge(&window)) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    m_badge->setCheckable(true);
    m_badge->setFocusPolicy(Qt::TabFocus);
    connect(m_badge, &QToolButton::clicked, &mode, &OperatorMode::setOn);
    connect(&mode, &OperatorMode::changed, this, &OperatorFrame::showMode);
    window.installEventFilter(this);
    showMode(mode.isOn());
}

QWidget* OperatorFrame::badge() {
    return m_badge;
}

void OperatorFrame::showMode(bool on) {
    m_badge->setChecked(on);
    m_badge->setText(on ? tr("Operator") : tr("Viewer"));
    m_badge->setAccessibleName(
        on ? tr("Operator mode is on") : tr("Viewer mode: no changes can be made"));
    m_badge->setToolTip(on
            ? tr("Return to viewer mode, %1")
                  .arg(m_mode.action()->shortcut().toString(QKeySequence::NativeText))
            : m_mode.howToSwitchOn());
    setVisible(on);
    const int line = on ? kLine : 0;
    parentWidget()->setContentsMargins(line, line, line, line);
    fit();
}

// Only the line itself, so that what lies within is not painted through it.
void OperatorFrame::fit() {
    setGeometry(parentWidget()->rect());
    setMask(QRegion(rect()).subtracted(rect().adjusted(kLine, kLine, -kLine, -kLine)));
    raise();
}

bool OperatorFrame::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::ChildAdded) {
        fit();
    }
    return QWidget::eventFilter(watched, event);
}

void OperatorFrame::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), lineColour(palette()));
}

// Wide enough for either word: the menu bar does not move.
QSize OperatorFrame::Badge::sizeHint() const {
    const auto metrics = fontMetrics();
    const int widest = std::max(metrics.horizontalAdvance(OperatorFrame::tr("Operator")),
        metrics.horizontalAdvance(OperatorFrame::tr("Viewer")));
    return {widest + metrics.height() + 3 * kBadgeAir, metrics.height() + 4};
}

void OperatorFrame::Badge::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto ground = isChecked() ? lineColour(palette()) : palette().color(QPalette::Window);
    const auto ink = isChecked() ? widgets::textOn(ground) : palette().color(QPalette::WindowText);
    const auto body = QRectF(rect()).adjusted(1.5, 0.5, -5.5, -1.5);
    painter.setPen(QPen(
        hasFocus() || underMouse() ? ink : widgets::mixed(ink, ground, 0.6), hasFocus() ? 2 : 1));
    painter.setBrush(ground);
    painter.drawRoundedRect(body, 4, 4);
    const int side = fontMetrics().height();
    const QRect symbol(int(body.left()) + kBadgeAir, (height() - side) / 2, side, side);
    widgets::icon(isChecked() ? QStringLiteral("wrench") : QStringLiteral("lock"), ink)
        .paint(&painter, symbol);
    painter.setPen(ink);
    painter.drawText(QRectF(symbol.right() + kBadgeAir / 2.0, 0,
                         body.right() - symbol.right() - kBadgeAir / 2.0, height()),
        Qt::AlignLeft | Qt::AlignVCenter, text());
}

} // namespace muster::console
