// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/submit/command_field.h"

#include <QComboBox>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include "widgets/forms/submit/form_section.h"
#include "widgets/models/text.h"
#include "widgets/models/text_items.h"

namespace muster::widgets {

namespace {
constexpr int kLines = 4;
}

CommandField::CommandField(QWidget* parent)
    : QWidget(parent), m_kind(new QComboBox(this)), m_text(textField(kLines, this)) {
    m_kind->addItems({tr("Shell command"), tr("Arguments, one per line")});
    m_kind->setObjectName(QStringLiteral("jobCommandKind"));
    m_kind->setAccessibleName(tr("Form of the command"));
    m_kind->setToolTip(tr("A shell expands $NAME, * and pipes; arguments are passed unchanged"));
    m_text->setObjectName(QStringLiteral("jobCommand"));
    m_text->setAccessibleName(tr("Command"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_text);
    column->addWidget(m_kind, 0, Qt::AlignLeft);
    setTabOrder(m_text, m_kind);
    showExample();
    connect(m_text, &QPlainTextEdit::textChanged, this, &CommandField::edited);
    connect(m_kind, qOverload<int>(&QComboBox::currentIndexChanged), this, [this] {
        showExample();
        emit edited();
    });
}

bool CommandField::isWords() const {
    return m_kind->currentIndex() == 1;
}

void CommandField::showExample() {
    m_text->setPlaceholderText(
        isWords() ? tr("python3\ntrain.py\n--epochs=10") : tr("python3 train.py --epochs 10"));
}

void CommandField::read(spec::JobText& job) const {
    job.command.reset();
    job.argv.clear();
    if (isWords()) {
        job.argv = models::itemsOf(m_text->toPlainText());
    } else if (const auto words = m_text->toPlainText(); !words.trimmed().isEmpty()) {
        job.command = words.toStdString();
    }
}

void CommandField::showJob(const spec::JobText& job) {
    m_kind->setCurrentIndex(job.argv.empty() ? 0 : 1);
    m_text->setPlainText(
        job.argv.empty() ? models::text(job.command.value_or("")) : models::linesOf(job.argv));
}

} // namespace muster::widgets
