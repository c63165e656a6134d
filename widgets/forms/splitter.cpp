// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/splitter.h"

#include <QKeyEvent>
#include <QPainter>

namespace muster::widgets {

namespace {

constexpr int kDividerWidth = 12; // px
constexpr int kDividerFocus = 2; // px, of the line that shows the focus

class Divider : public QSplitterHandle {
public:
    Divider(Qt::Orientation orientation, QSplitter* splitter)
        : QSplitterHandle(orientation, splitter) {
        setFocusPolicy(Qt::TabFocus);
        setAccessibleName(Splitter::tr("Divider"));
        setAccessibleDescription(Splitter::tr("The arrow keys move it"));
    }

protected:
    void keyPressEvent(QKeyEvent* event) override {
        const bool sideways = orientation() == Qt::Horizontal;
        const int back = sideways ? Qt::Key_Left : Qt::Key_Up;
        const int on = sideways ? Qt::Key_Right : Qt::Key_Down;
        if (event->key() != back && event->key() != on) {
            QSplitterHandle::keyPressEvent(event);
            return;
        }
        const int place = sideways ? x() : y();
        moveSplitter(place + (event->key() == on ? Splitter::kStep : -Splitter::kStep));
    }

    void paintEvent(QPaintEvent* event) override {
        QSplitterHandle::paintEvent(event);
        if (hasFocus()) {
            QPainter painter(this);
            painter.setPen(QPen(palette().color(QPalette::Link), kDividerFocus));
            painter.drawRect(rect().adjusted(1, 1, -1, -1));
        }
    }
};

} // namespace

Splitter::Splitter(Qt::Orientation orientation, QWidget* parent) : QSplitter(orientation, parent) {
    setHandleWidth(kDividerWidth);
    setChildrenCollapsible(false);
}

QSplitterHandle* Splitter::createHandle() {
    return new Divider(orientation(), this);
}

} // namespace muster::widgets
