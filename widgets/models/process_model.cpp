// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/process_model.h"

#include "core/kernel/base/metric.h"
#include "widgets/models/table_model.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {
bool sameProcesses(const v1::Gpu& a, const v1::Gpu& b) {
    return a.uuid() == b.uuid() && a.processes_size() == b.processes_size()
        && std::equal(a.processes().begin(), a.processes().end(), b.processes().begin(),
            [](const auto& left, const auto& right) {
                return left.SerializeAsString() == right.SerializeAsString();
            });
}
} // namespace

void ProcessModel::setGpu(const v1::Gpu* gpu) {
    const auto& next = gpu == nullptr ? v1::Gpu::default_instance() : *gpu;
    if (sameProcesses(next, m_gpu)) {
        return;
    }
    beginResetModel();
    m_gpu = next;
    endResetModel();
}

int ProcessModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_gpu.processes_size();
}

int ProcessModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QVariant ProcessModel::value(const v1::GpuProcess& process, int column, bool raw) const {
    switch (column) {
    case Gpu:
        return m_gpu.index();
    case Pid:
        return process.pid();
    case Type:
        return process.graphics() ? QStringLiteral("G") : QStringLiteral("C");
    case Name:
        return process.name().empty() ? unknownText() : text(process.name());
    default:
        break;
    }
    if (!process.has_memory_bytes()) {
        return raw ? QVariant(qint64{kUnknown}) : QVariant(unknownText());
    }
    const auto mebibytes = static_cast<qint64>(process.memory_bytes() >> 20);
    return raw ? QVariant(mebibytes) : QVariant(QString::number(mebibytes));
}

QVariant ProcessModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto& process = m_gpu.processes(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return value(process, index.column(), false);
    case TableModel::SortRole:
        return value(process, index.column(), true);
    case TableModel::KeyRole:
        return QString::number(process.pid());
    case Qt::TextAlignmentRole: {
        const bool texts = index.column() == Type || index.column() == Name;
        return int((texts ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    default:
        return {};
    }
}

QVariant ProcessModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        const bool texts = section == Type || section == Name;
        return int((texts ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
    case Gpu:
        return tr("GPU");
    case Pid:
        return tr("PID");
    case Type:
        return tr("Type");
    case Name:
        return tr("Process");
    case Memory:
        return tr("Memory (MiB)");
    case kColumns:
        break;
    }
    return {};
}

} // namespace muster::models
