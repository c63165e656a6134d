// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/proto/resources.h"

namespace muster::models {

QString bundleText(const v1::Resources& resources); // "cpus:8; mem:1024; gpus:4"
QString amountText(Milli amount); // "4", "0.5"
QString mebibytesText(Milli mebibytes); // "512 MiB", "7.5 GiB"

} // namespace muster::models
