// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "core/proto/muster/v1/view.pb.h"

namespace muster::models {

// nvidia-smi's process table of some GPUs: GPU, PID, type, name, memory.
class ProcessModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Gpu, Pid, Type, Name, Memory, kColumns };

    using QAbstractTableModel::QAbstractTableModel;

    void setGpu(const v1::Gpu* gpu); // copied; nullptr: none

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant value(const v1::GpuProcess& process, int column, bool raw) const;

    v1::Gpu m_gpu;
};

} // namespace muster::models
