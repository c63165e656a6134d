// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/explain_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include "widgets/models/text.h"
#include "widgets/tables/state_delegate.h"

namespace muster::widgets {

using models::text;

namespace {

QLabel* paragraph(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

ExplainPanel::ExplainPanel(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_sentence(paragraph(this)),
      m_changes(paragraph(this)), m_machines(new QTableView(this)), m_foot(paragraph(this)) {
    auto heading = font();
    heading.setBold(true);
    m_title->setFont(heading);
    m_sentence->setObjectName(QStringLiteral("explainSentence"));
    m_machines->setModel(&m_model);
    m_machines->setItemDelegate(new StateDelegate(m_machines));
    m_machines->setAccessibleName(tr("Nodes and how they meet the job's requirements"));
    m_machines->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_machines->setSelectionMode(QAbstractItemView::SingleSelection);
    m_machines->setAlternatingRowColors(true);
    m_machines->setShowGrid(false);
    m_machines->setWordWrap(false);
    m_machines->setTabKeyNavigation(false);
    m_machines->verticalHeader()->hide();
    m_machines->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
    m_machines->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_machines->horizontalHeader()->setStretchLastSection(true);
    m_machines->horizontalHeader()->setHighlightSections(false);
    auto* words = new QVBoxLayout;
    for (auto* label : {m_title, m_sentence, m_changes, m_foot}) {
        words->addWidget(label);
    }
    words->addStretch();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    row->addLayout(words, 2);
    row->addWidget(m_machines, 3);
    fill({}, {}, {});
}

void ExplainPanel::setTitle(const QString& title) {
    m_title->setText(title);
}

QString ExplainPanel::sentence() const {
    return m_sentence->text();
}

void ExplainPanel::setExplanation(const v1::Explanation& explanation) {
    QStringList changes;
    for (const auto& change : explanation.would_start()) {
        changes << QStringLiteral("  •  ") + models::localTimes(text(change));
    }
    if (!changes.isEmpty()) {
        changes.prepend(tr("It would start"));
    }
    QStringList foot;
    if (explanation.left_out() > 0) {
        foot << (explanation.left_out() == 1 ? tr("1 more node")
                                             : tr("%1 more nodes").arg(explanation.left_out()));
    }
    if (explanation.ahead() > 0) {
        foot << (explanation.ahead() == 1
                ? tr("1 job ahead in the queue")
                : tr("%1 jobs ahead in the queue").arg(explanation.ahead()));
    }
    if (explanation.at_ms() > 0) {
        foot << tr("As of %1").arg(models::clockText(explanation.at_ms()));
    }
    m_model.setExplanation(explanation);
    fill(models::localTimes(text(explanation.sentence())), changes.join(QLatin1Char('\n')),
        foot.join(QStringLiteral("  ·  ")));
}

void ExplainPanel::setProblem(const QString& text) {
    m_model.setExplanation({});
    fill(text, {}, {});
}

void ExplainPanel::fill(const QString& sentence, const QString& changes, const QString& foot) {
    m_sentence->setText(sentence);
    m_changes->setText(changes);
    m_changes->setVisible(!changes.isEmpty());
    m_foot->setText(foot);
    m_foot->setVisible(!foot.isEmpty());
    m_machines->setVisible(m_model.rowCount() > 0);
    setAccessibleName(m_title->text());
    setAccessibleDescription(sentence);
}

} // namespace muster::widgets
