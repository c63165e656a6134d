// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/failure_card.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QStringList>

#include "widgets/theme/theme.h"

namespace muster::widgets {

FailureCard::FailureCard(QWidget* parent)
    : QFrame(parent), m_icon(new QLabel(this)), m_title(new QLabel(this)), m_grid(new QGridLayout) {
    setObjectName(QStringLiteral("failureCard"));
    setFrameShape(StyledPanel);
    auto bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_grid->setColumnStretch(2, 1);
    m_grid->setContentsMargins(8, 6, 8, 6);
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(2);
    m_grid->addWidget(m_icon, 0, 0);
    m_grid->addWidget(m_title, 0, 1, 1, 2);
    setLayout(m_grid);
    hide();
}

void FailureCard::setFailure(const QString& title, const models::FailureText& lines) {
    QStringList all{title};
    for (const auto& [label, words] : lines) {
        all << tr("%1: %2").arg(label, words);
    }
    setVisible(!lines.empty());
    auto shown = lines.empty() ? QString() : all.join(QLatin1Char('\n'));
    if (shown == m_shown) {
        return;
    }
    m_shown = std::move(shown);
    qDeleteAll(findChildren<QLabel*>(QStringLiteral("line")));
    m_title->setText(title);
    m_icon->setPixmap(markIcon(models::Mark::Bad, palette()).pixmap(fontMetrics().height()));
    setAccessibleName(title);
    setAccessibleDescription(m_shown);
    int row = 0;
    for (const auto& [label, words] : lines) {
        addLine(++row, label, words);
    }
}

void FailureCard::addLine(int row, const QString& label, const QString& words) {
    auto* left = new QLabel(label, this);
    auto* right = new QLabel(words, this);
    for (auto* part : {left, right}) {
        part->setObjectName(QStringLiteral("line"));
        part->setTextFormat(Qt::PlainText);
        part->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    }
    left->setForegroundRole(QPalette::PlaceholderText);
    right->setWordWrap(true);
    right->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_grid->addWidget(left, row, 1);
    m_grid->addWidget(right, row, 2);
}

QString FailureCard::text() const {
    return m_shown;
}

void FailureCard::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        m_icon->setPixmap(markIcon(models::Mark::Bad, palette()).pixmap(fontMetrics().height()));
    }
    QFrame::changeEvent(event);
}

} // namespace muster::widgets
