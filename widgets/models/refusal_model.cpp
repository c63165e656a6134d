// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/refusal_model.h"

#include <limits>
#include <map>

#include "core/kernel/base/refusal.h"
#include "widgets/models/resource_text.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

// Two of one node and role differ in what is refused.
QString keyOf(const v1::Refusals::Row& refusal) {
    return QStringList{text(refusal.framework_id()), text(refusal.role()), text(refusal.agent_id()),
        text(refusal.resources())}
        .join(QLatin1Char('/'));
}

} // namespace

void RefusalModel::setRefusals(const v1::Refusals& refusals) {
    std::map<QString, const v1::Refusals::Row*> fresh;
    for (const auto* rows : {&refusals.rows(), &refusals.withheld()}) {
        for (const auto& row : *rows) {
            fresh.emplace(keyOf(row), &row);
        }
    }
    for (auto i = static_cast<int>(m_rows.size()) - 1; i >= 0; --i) {
        auto& row = m_rows[static_cast<std::size_t>(i)];
        if (const auto found = fresh.find(row.key); found != fresh.end()) {
            row.refusal = *found->second;
            fresh.erase(found);
        } else {
            beginRemoveRows({}, i, i);
            m_rows.erase(m_rows.begin() + i);
            endRemoveRows();
        }
    }
    if (!m_rows.empty()) { // the end of each may be another one
        emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
    }
    if (!fresh.empty()) {
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(fresh.size()) - 1);
        for (const auto& [key, row] : fresh) {
            m_rows.push_back({key, *row});
        }
        endInsertRows();
    }
}

qint64 RefusalModel::firstEndMs() const {
    qint64 first = 0;
    for (const auto& row : m_rows) {
        const qint64 end = row.refusal.until_ms();
        first = end != 0 && (first == 0 || end < first) ? end : first;
    }
    return first;
}

int RefusalModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RefusalModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

TableModel::Column RefusalModel::head(int column) {
    const auto of = [](const QString& title, const char* keys, Measure measure = Measure::Text,
                        const QString& help = {}) {
        return TableModel::Column{title, keys, measure, Rank::Main, {}, help};
    };
    switch (static_cast<Column>(column)) {
    case Framework:
        return of(tr("Framework"), "framework");
    case Role:
        return of(tr("Role"), "role", Measure::Text,
            tr("Role of the framework in which this is not offered"));
    case Node:
        return of(tr("Node"), "node");
    case Gpus:
        return of(tr("GPUs"), "gpus gpu", Measure::Thousandths);
    case Until:
        return of(tr("Not offered until"), "until");
    case Reason:
        return of(tr("Reason"), "reason");
    case Resources:
        return of(tr("Resources"), "resources", Measure::Text,
            tr("These resources of the node, or less, are not offered"));
    case Why:
        return {.title = tr("Why"), .keys = "why", .rank = Rank::Extra};
    case kColumns:
        break;
    }
    return {};
}

QString RefusalModel::shown(const v1::Refusals::Row& refusal, int column) {
    switch (static_cast<Column>(column)) {
    case Framework:
        return text(
            refusal.framework_name().empty() ? refusal.framework_id() : refusal.framework_name());
    case Role:
        return refusal.role().empty() ? tr("All") : text(refusal.role());
    case Node:
        return !refusal.hostname().empty() ? text(refusal.hostname())
            : refusal.reason() == wireName(RefusalReason::NoGpuCapability) ? tr("All with GPUs")
                                                                           : tr("All");
    case Gpus:
        return refusal.resources().empty() ? QString()
                                           : amountText(resourcesOf(refusal.resources()).gpus());
    case Until:
        return refusal.until_ms() == 0 ? tr("No end") : clockText(refusal.until_ms());
    case Reason:
        return refusalReason(refusal.reason()).word;
    case Resources:
        return text(refusal.resources());
    case Why: {
        const auto known = refusalReason(refusal.reason()).sentence;
        return known.isEmpty() ? text(refusal.why()) : known;
    }
    case kColumns:
        break;
    }
    return {};
}

// What has no end ends last.
QVariant RefusalModel::raw(const v1::Refusals::Row& refusal, int column) {
    if (column == Gpus) {
        return qint64{
            refusal.resources().empty() ? -1 : resourcesOf(refusal.resources()).gpus().value};
    }
    if (column == Until) {
        return refusal.until_ms() == 0 ? std::numeric_limits<qint64>::max()
                                       : qint64{refusal.until_ms()};
    }
    return shown(refusal, column);
}

QString RefusalModel::toolTip(const v1::Refusals::Row& refusal, int column) {
    return column == Framework ? text(refusal.framework_id())
        : column == Node       ? text(refusal.agent_id())
        : column == Until      ? isoText(refusal.until_ms())
                               : shown(refusal, column == Reason ? int(Why) : column);
}

QVariant RefusalModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto& [key, refusal] = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return shown(refusal, column);
    case TableModel::SortRole:
        return raw(refusal, column);
    case Qt::ToolTipRole:
        return toolTip(refusal, column);
    case TableModel::KeyRole:
        return key;
    case TableModel::MarkRole:
        return static_cast<int>(
            column == Reason ? refusalReason(refusal.reason()).mark : Mark::None);
    case Qt::TextAlignmentRole:
        return int((column == Gpus ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant RefusalModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return orientation == Qt::Horizontal && section >= 0 && section < kColumns
        ? TableModel::headerOf(head(section), role)
        : QVariant();
}

} // namespace muster::models
