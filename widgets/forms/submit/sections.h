// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/forms/submit/form_section.h"
#include "widgets/models/gpu_types.h"

class QComboBox;
class QDoubleSpinBox;
class QSpinBox;

namespace muster::widgets {

// What every job says: its name, what runs, and how much of what it needs.
class JobSection : public FormSection {
    Q_OBJECT
public:
    explicit JobSection(QWidget* parent = nullptr);

    void setGpuTypes(const std::vector<models::GpuType>& types); // with what is free of each
    void setAmountsEnabled(bool enabled);

private:
    QString gpuType() const;
    void addCommand();
    void addGpus();
    void addAmounts();
    void showGpuType(const QString& type);

    QSpinBox* m_gpus;
    QComboBox* m_gpuType;
    QDoubleSpinBox* m_cpus;
    QSpinBox* m_memory;
};

// The rest, folded.
FormSection* environmentSection(QWidget* parent);
FormSection* placementSection(QWidget* parent);
FormSection* retriesSection(const QString& user, QWidget* parent);
FormSection* containerSection(QWidget* parent);

} // namespace muster::widgets
