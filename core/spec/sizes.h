// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/kernel/base/units.h"

namespace muster::spec {

// "64m", "1gb", "65536": binary units, as docker run reads them. Nothing for 0, and for what is no
// size or does not fit.
std::optional<Bytes> sizeOf(std::string_view text);
// The shortest text that says it.
std::string sizeText(Bytes size);

} // namespace muster::spec
