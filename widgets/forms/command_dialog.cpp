// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/command_dialog.h"

#include <algorithm>

#include <QCheckBox>
#include <QDateTimeEdit>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QStyle>
#include <QVBoxLayout>

#include "core/kernel/base/operator_command.h"
#include "widgets/forms/tab_order.h"

namespace muster::widgets {

namespace {
constexpr int kSecondsAtFirst = 2 * 3600;
constexpr int kGraceAtFirst = 10; // min
constexpr int kLongestGrace = 24 * 60; // min
constexpr int kMostInstances = 100'000;
constexpr int kMostBytes = int(kLongestReason);
constexpr int kShownRows = 8;
constexpr int kMostCharacters = 110; // of a row, before it has to be scrolled
} // namespace

CommandDialog::CommandDialog(const CommandQuestion& question, const QDateTime& now, QWidget* parent)
    : QDialog(parent), m_question(question), m_missing(new QLabel(this)),
      m_confirm(new QPushButton(question.verb, this)),
      m_cancel(new QPushButton(tr("Cancel"), this)) {
    setWindowTitle(question.title);
    build(now);
    connect(m_confirm, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_confirm->setAutoDefault(false);
    m_cancel->setDefault(true);
    m_cancel->setFocus();
    check();
}

void CommandDialog::build(const QDateTime& now) {
    auto* effect = new QLabel(m_question.effect, this);
    effect->setWordWrap(true);
    effect->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    effect->setTextFormat(Qt::PlainText);
    setAccessibleDescription(m_question.effect);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addWidget(effect);
    if (!m_question.list.isEmpty()) {
        column->addWidget(buildList(), 1);
    }
    buildFields(now);
    auto* buttons = new QDialogButtonBox(this);
    buttons->addButton(m_cancel, QDialogButtonBox::RejectRole);
    buttons->addButton(m_confirm, QDialogButtonBox::AcceptRole);
    m_missing->setWordWrap(true);
    column->addWidget(m_missing);
    column->addWidget(buttons);
    orderTabs(*this);
}

QWidget* CommandDialog::buildList() {
    auto* list = new QListWidget(this);
    list->addItems(m_question.list);
    list->setSelectionMode(QAbstractItemView::NoSelection);
    list->setAlternatingRowColors(true);
    list->setUniformItemSizes(true);
    list->setAccessibleName(tr("Affected objects"));
    const int rows = std::min(kShownRows, m_question.list.size());
    if (rows < kShownRows) {
        list->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    }
    list->setMinimumHeight(list->sizeHintForRow(0) * rows + 2 * list->frameWidth() + 4);
    list->setMinimumWidth(std::min(list->sizeHintForColumn(0) + 2 * list->frameWidth()
            + list->style()->pixelMetric(QStyle::PM_ScrollBarExtent),
        fontMetrics().averageCharWidth() * kMostCharacters));
    return list;
}

void CommandDialog::buildFields(const QDateTime& now) {
    auto* form = new QFormLayout;
    if (m_question.instances) {
        m_instances = new QSpinBox(this);
        m_instances->setRange(0, kMostInstances);
        m_instances->setValue(*m_question.instances);
        form->addRow(tr("&Instances"), m_instances);
    }
    if (m_question.reason != CommandQuestion::Reason::None) {
        m_reason = new QLineEdit(m_question.given, this);
        m_reason->setPlaceholderText(m_question.reason == CommandQuestion::Reason::Required
                ? tr("Reason, shown to others")
                : tr("Reason (optional)"));
        form->addRow(tr("&Reason"), m_reason);
        connect(m_reason, &QLineEdit::textChanged, this, &CommandDialog::check);
    }
    if (m_question.canEnd) {
        m_limited = new QCheckBox(tr("&Until"), this);
        m_until = new QDateTimeEdit(now.addSecs(kSecondsAtFirst), this);
        m_until->setMinimumDateTime(now);
        m_until->setCalendarPopup(true);
        m_until->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
        m_until->setAccessibleName(tr("End time"));
        m_until->setEnabled(false);
        form->addRow(m_limited, m_until);
        connect(m_limited, &QCheckBox::toggled, m_until, &QWidget::setEnabled);
    }
    if (m_question.hasGrace) {
        m_hurried = new QCheckBox(tr("Maximum &grace period"), this);
        m_hurried->setToolTip(tr("Otherwise each task has its own grace period"));
        m_grace = new QSpinBox(this);
        m_grace->setRange(1, kLongestGrace);
        m_grace->setValue(kGraceAtFirst);
        m_grace->setSuffix(tr(" min"));
        m_grace->setAccessibleName(tr("Maximum grace period"));
        m_grace->setEnabled(false);
        form->addRow(m_hurried, m_grace);
        connect(m_hurried, &QCheckBox::toggled, m_grace, &QWidget::setEnabled);
    }
    if (m_question.objects > kTypedAbove) {
        m_typed = new QLineEdit(this);
        form->addRow(tr("&Type %1 to confirm").arg(m_question.objects), m_typed);
        connect(m_typed, &QLineEdit::textChanged, this, &CommandDialog::check);
    }
    if (form->rowCount() > 0) {
        static_cast<QVBoxLayout*>(layout())->addLayout(form);
    } else {
        delete form;
    }
}

// QDialog's own would press Cancel, the default button, whatever has the focus.
void CommandDialog::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!enter || m_cancel->hasFocus()) {
        QDialog::keyPressEvent(event);
    } else if (m_confirm->hasFocus()) {
        m_confirm->click();
    } else if (m_confirm->isEnabled()) {
        m_confirm->setFocus(Qt::TabFocusReason);
    } else if (m_reason != nullptr && reason().isEmpty()) {
        m_reason->setFocus(Qt::TabFocusReason);
    } else if (m_typed != nullptr) {
        m_typed->setFocus(Qt::TabFocusReason);
    }
}

QString CommandDialog::reason() const {
    return m_reason == nullptr ? QString() : m_reason->text().trimmed();
}

void CommandDialog::setReason(const QString& reason) {
    if (m_reason != nullptr) {
        m_reason->setText(reason);
    }
}

qint64 CommandDialog::untilMs() const {
    return m_limited != nullptr && m_limited->isChecked() ? m_until->dateTime().toMSecsSinceEpoch()
                                                          : 0;
}

void CommandDialog::setUntil(const std::optional<QDateTime>& until) {
    if (m_limited != nullptr) {
        m_limited->setChecked(until.has_value());
        m_until->setDateTime(until.value_or(m_until->dateTime()));
    }
}

qint64 CommandDialog::graceMs() const {
    return m_hurried != nullptr && m_hurried->isChecked() ? m_grace->value() * qint64{60'000} : 0;
}

void CommandDialog::setGrace(std::optional<int> minutes) {
    if (m_hurried != nullptr) {
        m_hurried->setChecked(minutes.has_value());
        m_grace->setValue(minutes.value_or(m_grace->value()));
    }
}

int CommandDialog::instances() const {
    return m_instances != nullptr ? m_instances->value() : 0;
}

void CommandDialog::setInstances(int count) {
    if (m_instances != nullptr) {
        m_instances->setValue(count);
    }
}

void CommandDialog::setTypedCount(const QString& typed) {
    if (m_typed != nullptr) {
        m_typed->setText(typed);
    }
}

bool CommandDialog::canRun() const {
    return m_confirm->isEnabled();
}

QString CommandDialog::missing() const {
    if (m_question.reason == CommandQuestion::Reason::Required && reason().isEmpty()) {
        return tr("A reason is required");
    }
    if (const auto bytes = reason().toUtf8().size(); bytes > kMostBytes) {
        return tr("The reason has %1 bytes, the maximum is %2").arg(bytes).arg(kMostBytes);
    }
    if (m_typed != nullptr && m_typed->text().trimmed() != QString::number(m_question.objects)) {
        return tr("Enter the number to confirm");
    }
    return {};
}

// Said beside the button too: a disabled one shows no tool tip to a keyboard.
void CommandDialog::check() {
    const auto lacks = missing();
    m_confirm->setEnabled(lacks.isEmpty());
    m_confirm->setToolTip(lacks);
    m_missing->setText(lacks);
    m_missing->setVisible(m_reason != nullptr || m_typed != nullptr);
}

} // namespace muster::widgets
