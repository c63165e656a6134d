// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/refusal_model.h"

#include <limits>
#include <map>

#include "core/columns/refusal.h"
#include "widgets/models/resource_text.h"
#include "widgets/models/shown_columns.h"

namespace muster::models {

namespace {

// Two of one node and role differ in what is refused.
QString keyOf(const v1::Refusals::Row& refusal) {
    return QStringList{text(refusal.framework_id()), text(refusal.role()), text(refusal.agent_id()),
        bundleText(refusal.resources())}
        .join(QLatin1Char('/'));
}

const auto& shownColumns() {
    static const ShownColumns<v1::Refusals::Row> all(
        "muster::models::RefusalModel", columns::refusalColumns(), columns::refusalOrder());
    return all;
}

TableModel::Cell wordCell(const QString& word, const QString& toolTip = {}) {
    return {word, word, toolTip.isNull() ? word : toolTip};
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
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
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
    return parent.isValid() ? 0 : shownColumns().count();
}

// A filter takes the end by its words: it lies ahead, and may be none.
TableModel::Column RefusalModel::column(int index) {
    auto column = shownColumns().head(index);
    if (index == Until) {
        column.measure = Measure::Text;
    }
    return column;
}

// What has no end ends last.
TableModel::Cell RefusalModel::cell(const v1::Refusals::Row& refusal, int column) {
    const auto known = refusalReason(refusal.reason());
    const auto why = known.sentence.isEmpty() ? text(refusal.why()) : known.sentence;
    switch (column) {
    case Role:
        return wordCell(refusal.role().empty() ? tr("All") : text(refusal.role()));
    case Node:
        return !refusal.hostname().empty()
            ? wordCell(text(refusal.hostname()), text(refusal.agent_id()))
            : wordCell(refusal.reason() == v1::Refusals::NO_GPU_CAPABILITY ? tr("All with GPUs")
                                                                           : tr("All"));
    case Gpus:
        if (!refusal.has_resources()) {
            return {qint64{-1}, QString()};
        }
        break;
    case Until:
        if (refusal.until_ms() == 0) {
            return {std::numeric_limits<qint64>::max(), tr("No end")};
        }
        break;
    case Reason:
        return {known.word, known.word, why, known.mark};
    case Why:
        return wordCell(why);
    default:
        break;
    }
    return shownColumns().cell(column, refusal);
}

QVariant RefusalModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto& [key, refusal] = m_rows[static_cast<std::size_t>(index.row())];
    return TableModel::dataOf(
        role, [&own = key] { return own; }, [&] { return column(index.column()); },
        [&, &shown = refusal] { return cell(shown, index.column()); });
}

QVariant RefusalModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return orientation == Qt::Horizontal && section >= 0 && section < columnCount()
        ? TableModel::headerOf(column(section), role)
        : QVariant();
}

} // namespace muster::models
