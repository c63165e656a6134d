// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/acknowledge_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace muster::widgets {

namespace {
constexpr int kLongestNote = 250; // characters: within the master's 1000 bytes in any script
} // namespace

AcknowledgeDialog::AcknowledgeDialog(const QString& alert, const QString& sentence, QWidget* parent)
    : QDialog(parent), m_note(new QLineEdit(this)), m_mute(new QComboBox(this)) {
    setWindowTitle(tr("Acknowledge an alert"));
    m_note->setMaxLength(kLongestNote);
    m_note->setPlaceholderText(tr("What is being done (optional)"));
    m_mute->addItem(tr("No"), qint64{0});
    constexpr qint64 kHourMs = 3'600'000;
    m_mute->addItem(tr("For 1 hour"), kHourMs);
    m_mute->addItem(tr("For 8 hours"), 8 * kHourMs);
    m_mute->addItem(tr("For 1 day"), 24 * kHourMs);
    m_mute->setToolTip(tr("A muted alert is not reported as new if it returns"));
    buildLayout(alert, sentence);
    m_note->setFocus();
}

void AcknowledgeDialog::buildLayout(const QString& alert, const QString& sentence) {
    auto* title = new QLabel(alert, this);
    auto bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    auto* words = new QLabel(sentence, this);
    for (auto* label : {title, words}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setMinimumWidth(fontMetrics().averageCharWidth() * 56);
    }
    auto* form = new QFormLayout;
    form->addRow(tr("&Note"), m_note);
    form->addRow(tr("&Mute"), m_mute);
    auto* buttons = new QDialogButtonBox(this);
    auto* acknowledge = buttons->addButton(tr("Acknowledge"), QDialogButtonBox::AcceptRole);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    acknowledge->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addWidget(title);
    column->addWidget(words);
    column->addLayout(form);
    column->addWidget(buttons);
}

QString AcknowledgeDialog::note() const {
    return m_note->text().trimmed();
}

void AcknowledgeDialog::setNote(const QString& note) {
    m_note->setText(note);
}

qint64 AcknowledgeDialog::muteMs() const {
    return m_mute->currentData().toLongLong();
}

void AcknowledgeDialog::setMuteMs(qint64 length) {
    m_mute->setCurrentIndex(m_mute->findData(length));
}

} // namespace muster::widgets
