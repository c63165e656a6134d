// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/theme/focus_ring.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QPainter>

namespace muster::widgets {

namespace {

constexpr int kLine = 2; // px

// A child of what it surrounds: it moves, hides and is cut off with it.
class Ring : public QFocusFrame {
public:
    explicit Ring(QWidget* around) : QFocusFrame(around) {
        around->installEventFilter(this);
        fit();
        show();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == parent() && event->type() == QEvent::Resize) {
            fit();
        }
        return false;
    }
    void paintEvent(QPaintEvent*) override {
        QPainter(this).fillRect(rect(), palette().color(QPalette::Link));
    }

private:
    // Only the line itself, so that what lies within is not painted through it.
    void fit() {
        setGeometry(parentWidget()->rect());
        setMask(QRegion(rect()).subtracted(rect().adjusted(kLine, kLine, -kLine, -kLine)));
        raise();
    }
};

bool isSilent(const QWidget* widget) {
    return qobject_cast<const QAbstractScrollArea*>(widget) != nullptr
        || qobject_cast<const QLabel*>(widget) != nullptr;
}

} // namespace

FocusRing::FocusRing(QObject* parent) : QObject(parent) {
    connect(
        qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
}

FocusRing::~FocusRing() {
    delete m_ring;
}

void FocusRing::follow(QWidget* now) {
    delete m_ring;
    if (isSilent(now) && now->window()->testAttribute(Qt::WA_KeyboardFocusChange)
        && now->window()->windowType() != Qt::Popup) {
        m_ring = new Ring(now);
    }
}

} // namespace muster::widgets
