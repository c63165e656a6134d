// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/restrict_dialog.h"

#include <QCheckBox>
#include <QDateTimeEdit>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace muster::widgets {

namespace {
constexpr int kSecondsAtFirst = 2 * 3600;
}

RestrictDialog::RestrictDialog(
    const QString& gpu, const QString& task, const QDateTime& now, QWidget* parent)
    : QDialog(parent),
      m_effect(task.isEmpty()
              ? tr("%1 is taken out of service at once: it is offered to nobody.").arg(gpu)
              : tr("%1 is offered to nobody any more. Task %2 that holds it runs to its end.")
                    .arg(gpu, task)),
      m_reason(new QLineEdit(this)), m_limited(new QCheckBox(tr("&Until"), this)),
      m_until(new QDateTimeEdit(now.addSecs(kSecondsAtFirst), this)),
      m_restrict(new QPushButton(tr("Restrict"), this)),
      m_cancel(new QPushButton(tr("Cancel"), this)) {
    setWindowTitle(tr("Restrict a GPU"));
    m_until->setMinimumDateTime(now);
    m_until->setCalendarPopup(true);
    m_until->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
    m_until->setAccessibleName(tr("End of the restriction"));
    m_until->setEnabled(false);
    m_reason->setPlaceholderText(tr("Why, for those who ask later"));
    buildLayout();
    connect(m_limited, &QCheckBox::toggled, m_until, &QWidget::setEnabled);
    connect(m_reason, &QLineEdit::textChanged, this, &RestrictDialog::check);
    connect(m_restrict, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_restrict->setAutoDefault(false);
    m_cancel->setDefault(true);
    m_cancel->setFocus();
    check();
}

void RestrictDialog::buildLayout() {
    auto* effect = new QLabel(m_effect, this);
    effect->setWordWrap(true);
    effect->setMinimumWidth(fontMetrics().averageCharWidth() * 56);
    auto* form = new QFormLayout;
    form->addRow(tr("&Reason"), m_reason);
    form->addRow(m_limited, m_until);
    auto* buttons = new QDialogButtonBox(this);
    buttons->addButton(m_cancel, QDialogButtonBox::RejectRole);
    buttons->addButton(m_restrict, QDialogButtonBox::AcceptRole);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addWidget(effect);
    column->addLayout(form);
    column->addWidget(buttons);
}

QString RestrictDialog::reason() const {
    return m_reason->text().trimmed();
}

void RestrictDialog::setReason(const QString& reason) {
    m_reason->setText(reason);
}

qint64 RestrictDialog::untilMs() const {
    return m_limited->isChecked() ? m_until->dateTime().toMSecsSinceEpoch() : 0;
}

void RestrictDialog::setUntil(const std::optional<QDateTime>& until) {
    m_limited->setChecked(until.has_value());
    if (until) {
        m_until->setDateTime(*until);
    }
}

bool RestrictDialog::canRestrict() const {
    return m_restrict->isEnabled();
}

void RestrictDialog::check() {
    m_restrict->setEnabled(!reason().isEmpty());
    m_restrict->setToolTip(reason().isEmpty() ? tr("A reason is needed") : QString());
}

} // namespace muster::widgets
