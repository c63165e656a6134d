// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/audit_model.h"

#include <algorithm>

#include "core/columns/event.h"
#include "core/words/state_words.h"
#include "widgets/models/holding.h"
#include "widgets/models/shown_columns.h"

namespace muster::models {

namespace {

template <typename Rows>
int sameTime(Rows begin, Rows end) {
    if (begin == end) {
        return 0;
    }
    const auto at = begin->row.at_ms();
    return static_cast<int>(
        std::find_if(begin, end, [at](const auto& one) { return one.row.at_ms() != at; }) - begin);
}

const auto& shownColumns() {
    static const ShownColumns<v1::AuditRow> all(
        "muster::models::AuditModel", columns::eventColumns(), columns::eventOrder());
    return all;
}

// Maintenance names several machines at once.
bool namesHost(const std::string& object, const std::string& host) {
    const auto names = text(object).split(QLatin1Char(','), Qt::SkipEmptyParts);
    return std::any_of(names.begin(), names.end(),
        [host = text(host)](const QString& name) { return name.trimmed() == host; });
}

} // namespace

AuditModel::AuditModel(const ClusterState& state, QObject* parent)
    : QAbstractTableModel(parent), m_state(state) {
    connect(&state, &ClusterState::changed, this, &AuditModel::onChanged);
}

int AuditModel::newestRows() const {
    return sameTime(m_rows.begin(), m_rows.end());
}

int AuditModel::oldestRows() const {
    return sameTime(m_rows.rbegin(), m_rows.rend());
}

int AuditModel::addNewer(const v1::AuditRows& rows) {
    const int fresh = std::max(0, rows.rows_size() - newestRows());
    std::deque<qint64> shown;
    for (int i = fresh - 1; i >= 0; --i) {
        m_rows.push_front({m_rows.empty() ? 0 : m_rows.front().number + 1, rows.rows(i)});
        if (concerns(rows.rows(i))) {
            shown.push_front(m_rows.front().number);
        }
    }
    if (!shown.empty()) {
        beginInsertRows({}, 0, static_cast<int>(shown.size()) - 1);
        m_shown.insert(m_shown.begin(), shown.begin(), shown.end());
        endInsertRows();
    }
    return fresh;
}

int AuditModel::addOlder(const v1::AuditRows& rows) {
    const int before = oldestRows();
    std::deque<qint64> shown;
    for (int i = before; i < rows.rows_size(); ++i) {
        m_rows.push_back({m_rows.empty() ? 0 : m_rows.back().number - 1, rows.rows(i)});
        if (concerns(rows.rows(i))) {
            shown.push_back(m_rows.back().number);
        }
    }
    if (!shown.empty()) {
        const int first = rowCount();
        beginInsertRows({}, first, first + static_cast<int>(shown.size()) - 1);
        m_shown.insert(m_shown.end(), shown.begin(), shown.end());
        endInsertRows();
    }
    return std::max(0, rows.rows_size() - before);
}

void AuditModel::clear() {
    beginResetModel();
    m_rows.clear();
    m_shown.clear();
    endResetModel();
}

void AuditModel::setScope(AuditScope scope) {
    if (scope == m_scope) {
        return;
    }
    beginResetModel();
    m_scope = std::move(scope);
    m_shown.clear();
    for (const auto& [number, row] : m_rows) {
        if (concerns(row)) {
            m_shown.push_back(number);
        }
    }
    endResetModel();
}

// A job is told of before it has a GPU. What was shown once stays, though its task may be
// forgotten.
void AuditModel::onChanged(const Changes& changes) {
    if (m_scope.of == AuditScope::Of::Cluster
        || (!changes.everything && changes.of(Kind::Jobs).empty() && changes.of(Kind::Tasks).empty()
            && changes.of(Kind::Gpus).empty())) {
        return;
    }
    std::size_t at = 0;
    for (const auto& [number, row] : m_rows) {
        const bool isShown = at < m_shown.size() && m_shown[at] == number;
        if (!isShown && !concerns(row)) {
            continue;
        }
        if (!isShown) {
            beginInsertRows({}, static_cast<int>(at), static_cast<int>(at));
            m_shown.insert(m_shown.begin() + static_cast<std::ptrdiff_t>(at), number);
            endInsertRows();
        }
        ++at;
    }
}

// Tasks are "FRAMEWORK/TASK" in the audit; jobs stand for the task that they have or had.
const v1::Task* AuditModel::taskOf(const std::string& object) const {
    if (const auto job = m_state.jobs().find(object); job != m_state.jobs().end()) {
        return m_state.taskOf(job->second);
    }
    const auto slash = object.find('/');
    if (slash == std::string::npos) {
        return nullptr;
    }
    const auto task
        = m_state.tasks().find(taskKey(object.substr(0, slash), object.substr(slash + 1)));
    return task == m_state.tasks().end() ? nullptr : &task->second;
}

bool AuditModel::concerns(const v1::AuditRow& row) const {
    const auto& object = row.object();
    switch (m_scope.of) {
    case AuditScope::Of::Cluster:
        return true;
    case AuditScope::Of::Gpu: {
        const auto* task = taskOf(object);
        return object == m_scope.id || (task != nullptr && holds(*task, m_scope.id));
    }
    case AuditScope::Of::Node:
        break;
    }
    const auto* agent = m_state.agent(m_scope.id);
    const auto* gpu = m_state.gpu(object);
    const auto* task = taskOf(object);
    return object == m_scope.id || (agent != nullptr && namesHost(object, agent->hostname()))
        || (gpu != nullptr && gpu->agent_id() == m_scope.id)
        || (task != nullptr && task->agent_id() == m_scope.id);
}

const AuditModel::Row& AuditModel::rowOf(qint64 number) const {
    return m_rows[static_cast<std::size_t>(m_rows.front().number - number)];
}

const v1::AuditRow* AuditModel::find(const QString& key) const {
    bool isNumber = false;
    const auto number = key.toLongLong(&isNumber);
    if (!isNumber || m_rows.empty() || number > m_rows.front().number
        || number < m_rows.back().number) {
        return nullptr;
    }
    return &rowOf(number).row;
}

int AuditModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int AuditModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : shownColumns().count();
}

QString AuditModel::objectName(const v1::AuditRow& row) const {
    if (const auto* gpu = m_state.gpu(row.object())) {
        const auto* agent = m_state.agent(gpu->agent_id());
        if (agent != nullptr) {
            return tr("%1:%2").arg(text(agent->hostname())).arg(gpu->index());
        }
    }
    if (const auto* task = taskOf(row.object());
        task != nullptr && !m_state.jobs().contains(row.object())) {
        return text(task->id());
    }
    const auto* agent = m_state.agent(row.object());
    return text(agent == nullptr ? row.object() : agent->hostname());
}

TableModel::Cell AuditModel::cell(const v1::AuditRow& row, int column) const {
    auto cell = shownColumns().cell(column, row);
    if (column == Object) {
        cell.text = objectName(row);
        cell.sort = cell.text;
    }
    if (column == Detail) {
        cell.text = localTimes(cell.text);
    }
    if (column == Action) {
        cell.mark = words::markOf(row.kind());
    }
    return cell;
}

QVariant AuditModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto& [number, row] = rowOf(m_shown[static_cast<std::size_t>(index.row())]);
    return TableModel::dataOf(
        role, [id = number] { return QString::number(id); }, [&] { return column(index.column()); },
        [&, &shown = row] { return cell(shown, index.column()); });
}

TableModel::Column AuditModel::column(int index) {
    return shownColumns().head(index);
}

QVariant AuditModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return orientation == Qt::Horizontal && section >= 0 && section < columnCount()
        ? TableModel::headerOf(column(section), role)
        : QVariant();
}

} // namespace muster::models
