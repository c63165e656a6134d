// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QTimer>

class QAction;
class QLabel;
class QToolButton;

namespace muster::widgets {

// Says what became of an operator command, for a while, and offers to undo it. A problem stays
// until it is closed or another notice comes.
class NoticeBar : public QFrame {
    Q_OBJECT
public:
    static constexpr int kShownMs = 30'000;

    explicit NoticeBar(QWidget* parent = nullptr);

    void tell(const QString& text, bool good, bool canUndo);
    QString text() const;
    QAction* undo() { return m_undo; } // for a menu: enabled while there is something to undo

signals:
    void undoWanted();

private:
    void dismiss();

    QLabel* m_icon;
    QLabel* m_text;
    QAction* m_undo;
    QToolButton* m_undoButton;
    QToolButton* m_close;
    QTimer m_timer;
};

} // namespace muster::widgets
