// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace muster::widgets {

class LogText;

// Left of a log's lines: of which task each is, and a word and a bar on those of stderr. Beside the
// text, so that nobody copies it by accident.
class LogGutter : public QWidget {
    Q_OBJECT
public:
    explicit LogGutter(LogText& text); // its child

    int wantedWidth() const; // 0: nothing is to be said

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    LogText& m_text;
};

} // namespace muster::widgets
