// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolButton>
#include <QWidget>

class QMainWindow;

namespace muster::console {

class OperatorMode;

// Says in which mode the window is, so that nobody overlooks it: the word at the end of the menu
// bar, which switches when it is clicked, and in operator mode a coloured line round everything.
class OperatorFrame : public QWidget {
    Q_OBJECT
public:
    OperatorFrame(OperatorMode& mode, QMainWindow& window);

    QWidget* badge(); // says which mode it is, and switches it; to be placed by the window

    QString word() const { return m_badge->text(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Badge : public QToolButton {
    public:
        using QToolButton::QToolButton;
        QSize sizeHint() const override;

    protected:
        void paintEvent(QPaintEvent* event) override;
    };

    void showMode(bool on);
    void fit();

    OperatorMode& m_mode;
    Badge* m_badge;
};

} // namespace muster::console
