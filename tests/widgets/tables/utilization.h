// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/gpu_model.h"

namespace muster::test {

inline constexpr int kUtilization = models::GpuModel::columnOf(Metric::GpuUtilization);

} // namespace muster::test
