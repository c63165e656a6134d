// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace muster::widgets {

class LogText;

// Left of a log's lines: when each arrived, of which task it is, and a word and a bar on those of
// stderr. Beside the text, so that nobody copies it by accident.
class LogGutter : public QWidget {
    Q_OBJECT
public:
    explicit LogGutter(LogText& text); // its child

    int wantedWidth() const; // 0: nothing is to be said

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    int timeWidth() const; // 0: times are not shown
    int markWidth() const;

    LogText& m_text;
};

} // namespace muster::widgets
