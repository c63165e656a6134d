// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/pattern_field.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>

#include "widgets/theme/theme.h"

namespace muster::widgets {

namespace {
constexpr int kPauseMs = 150;
}

PatternField::PatternField(Kind kind, const QString& name, QWidget* parent)
    : QWidget(parent), m_field(new QLineEdit(this)) {
    m_field->setPlaceholderText(name);
    m_field->setAccessibleName(name);
    m_field->setClearButtonEnabled(true);
    m_field->installEventFilter(this);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    row->addWidget(m_field, 1);
    m_case = addOption(QStringLiteral("Aa"), tr("Match case"));
    m_regex = addOption(QStringLiteral(".*"), tr("Regular expression"));
    m_inverse = addOption(QStringLiteral("≠"), tr("Only lines that do not match"));
    m_inverse->setVisible(kind == Kind::Filter);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &PatternField::changed);
    connect(m_field, &QLineEdit::textChanged, &m_pause, qOverload<>(&QTimer::start));
}

QToolButton* PatternField::addOption(const QString& sign, const QString& words) {
    auto* button = new QToolButton(this);
    button->setText(sign);
    button->setCheckable(true);
    button->setToolTip(words);
    button->setAccessibleName(tr("%1: %2").arg(m_field->accessibleName(), words));
    button->setFocusPolicy(Qt::StrongFocus);
    layout()->addWidget(button);
    connect(button, &QToolButton::toggled, this, [this] {
        emit changed();
        emit optionsChanged();
    });
    return button;
}

models::LogPattern PatternField::pattern() const {
    return {m_field->text(), m_regex->isChecked(), m_case->isChecked(), m_inverse->isChecked()};
}

void PatternField::setText(const QString& text) {
    m_field->setText(text);
    m_pause.stop();
    emit changed();
}

void PatternField::setOptions(bool regex, bool matchCase, bool inverse) {
    const QSignalBlocker quiet(this);
    m_regex->setChecked(regex);
    m_case->setChecked(matchCase);
    m_inverse->setChecked(inverse);
}

void PatternField::setProblem(const QString& problem) {
    auto colours = QPalette();
    if (!problem.isEmpty()) {
        colours.setColor(QPalette::Text, markColour(models::Mark::Bad, palette()));
    }
    m_field->setPalette(colours);
    m_field->setToolTip(problem);
    m_field->setAccessibleDescription(problem);
}

bool PatternField::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto& press = *static_cast<QKeyEvent*>(event);
        if (press.key() == Qt::Key_Return || press.key() == Qt::Key_Enter) {
            if (m_pause.isActive()) {
                m_pause.stop();
                emit changed();
            }
            emit stepped(!press.modifiers().testFlag(Qt::ShiftModifier));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace muster::widgets
