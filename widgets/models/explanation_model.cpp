// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/explanation_model.h"

#include <google/protobuf/util/message_differencer.h>

#include "widgets/models/mark.h"
#include "widgets/models/table_model.h"
#include "widgets/models/text.h"

namespace muster::models {

void ExplanationModel::setExplanation(const v1::Explanation& explanation) {
    auto next = explanation;
    next.set_at_ms(0); // asked again and again: a view keeps its place while nothing changes
    if (google::protobuf::util::MessageDifferencer::Equals(next, m_explanation)) {
        return;
    }
    beginResetModel();
    m_explanation = std::move(next);
    endResetModel();
}

int ExplanationModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_explanation.machines_size();
}

int ExplanationModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : 1 + m_explanation.requirements_size();
}

QVariant ExplanationModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto& machine = m_explanation.machines(index.row());
    if (role == TableModel::KeyRole) {
        return text(machine.agent_id());
    }
    const int at = index.column() - 1;
    if (at < 0 || at >= machine.findings_size()) {
        return role == Qt::DisplayRole && at < 0 ? text(machine.hostname()) : QVariant();
    }
    const auto& finding = machine.findings(at);
    switch (role) {
    case Qt::DisplayRole:
        return text(finding.found());
    case TableModel::MarkRole:
        return int(finding.met() ? Mark::Good : Mark::Bad);
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole:
        return finding.met()
            ? tr("%1: has %2, sufficient").arg(header(index.column()), text(finding.found()))
            : tr("%1: has %2, not sufficient").arg(header(index.column()), text(finding.found()));
    default:
        return {};
    }
}

QString ExplanationModel::header(int section) const {
    if (section <= 0 || section > m_explanation.requirements_size()) {
        return tr("Node");
    }
    const auto& requirement = m_explanation.requirements(section - 1);
    return tr("%1: %2").arg(text(requirement.name()), text(requirement.needed()));
}

QVariant ExplanationModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    }
    return role == Qt::DisplayRole ? QVariant(header(section)) : QVariant();
}

} // namespace muster::models
