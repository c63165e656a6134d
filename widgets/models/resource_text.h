// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <QString>

#include "core/kernel/resources/resources.h"

namespace muster::models {

// A bundle as the master wrote it; what does not parse is an empty bundle.
Resources resourcesOf(const std::string& text);

QString amountText(Milli amount); // "4", "0.5"
QString mebibytesText(Milli mebibytes); // "512 MiB", "7.5 GiB"

} // namespace muster::models
