// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/empty_state.h"

#include <algorithm>

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

#include "widgets/theme/theme.h"

namespace muster::widgets {

namespace {
constexpr int kReasonCharacters = 70;

// What is there to be copied stands on a line of its own: broken at its hyphens it reads badly.
QString withWholeCommands(const QString& words) {
    static const QRegularExpression command(
        QStringLiteral("\\s*(muster-[a-z]+( [a-z]+)?( --[a-z_]+=[\\w:]+)+)[.。]?\\s*(.*)"));
    const auto found = command.match(words);
    const auto before = words.left(found.hasMatch() ? found.capturedStart() : words.size());
    QStringList lines{before, found.captured(1), found.captured(4)};
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

} // namespace

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent), m_icon(new QLabel(this)), m_sentence(new QLabel(this)),
      m_reason(new QLabel(this)), m_button(new QPushButton(this)) {
    auto font = m_sentence->font();
    font.setPointSizeF(font.pointSizeF() * 1.3);
    font.setBold(true);
    m_sentence->setFont(font);
    m_reason->setWordWrap(true);
    m_reason->setAlignment(Qt::AlignCenter);
    m_reason->setFixedWidth(fontMetrics().averageCharWidth() * kReasonCharacters);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto* column = new QVBoxLayout(this);
    column->setSpacing(10);
    column->addStretch();
    for (QWidget* part : {static_cast<QWidget*>(m_icon), static_cast<QWidget*>(m_sentence),
             static_cast<QWidget*>(m_reason), static_cast<QWidget*>(m_button)}) {
        column->addWidget(part, 0, Qt::AlignHCenter);
    }
    column->addStretch();
    connect(m_button, &QPushButton::clicked, this, &EmptyState::buttonClicked);
}

void EmptyState::setTexts(
    const QString& icon, const QString& sentence, const QString& reason, const QString& button) {
    m_iconName = icon;
    paintIcon();
    m_sentence->setText(sentence);
    m_reason->setText(withWholeCommands(reason));
    m_reason->setFixedHeight(std::max(0, m_reason->heightForWidth(m_reason->width())));
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
}

void EmptyState::paintIcon() {
    const auto colour = palette().color(QPalette::PlaceholderText);
    constexpr int kSize = 48;
    m_icon->setPixmap(icon(m_iconName, colour).pixmap(kSize, kSize));
}

void EmptyState::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        paintIcon();
    }
    QWidget::changeEvent(event);
}

QString EmptyState::sentence() const {
    return m_sentence->text();
}

} // namespace muster::widgets
