// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/problem_label.h"

#include <QEvent>

#include "widgets/theme/theme.h"

namespace muster::widgets {

ProblemLabel::ProblemLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    wear();
    hide();
}

void ProblemLabel::say(const QString& words, bool good) {
    m_good = good;
    wear();
    setText(words);
    setVisible(!words.isEmpty());
}

// Roles that are not set are those of the parent, also when it changes.
void ProblemLabel::wear() {
    QPalette colours;
    if (!m_good) {
        colours.setColor(QPalette::WindowText, markColour(models::Mark::Bad, palette()));
    }
    setPalette(colours);
}

void ProblemLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    const auto tone = markColour(models::Mark::Bad, palette());
    if (event->type() == QEvent::PaletteChange && !m_good
        && palette().color(QPalette::WindowText) != tone) {
        wear();
    }
}

} // namespace muster::widgets
