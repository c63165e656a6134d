// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/kernel/base/units.h"

namespace muster::spec {

// A unit is k, m, g or t in any case, alone or followed by i, b or ib, and always a power of 1024:
// "4g", "4G", "4GB", "4Gi" and "4GiB" are the same size.

// "64m", "1gb", "65536": without a unit bytes, as docker run reads them. Nothing for 0, and for
// what is no size or does not fit.
std::optional<Bytes> sizeOf(std::string_view text);
// The shortest text that says it.
std::string sizeText(Bytes size);

// Memory or disk in MiB, which is the unit if there is none: "4096", "0.5". With one ("512M",
// "1.5GiB") it must come to whole MiB. Nothing for what is no such size or does not fit.
std::optional<Milli> mebibytesOf(std::string_view text);
inline constexpr const char* kSizeRule
    = "must be a number of MiB, or whole MiB with a unit, such as 512M or 16G";

} // namespace muster::spec
