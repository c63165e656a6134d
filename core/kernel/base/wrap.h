// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace muster {

// What --help says of a flag stands beside its name, in a hundred columns together.
inline constexpr std::size_t kHelpColumns = 70;

// Text in lines of at most `columns` bytes, broken at blanks; a longer word stays whole.
std::string wrapped(std::string_view text, std::size_t columns);

// The name of an option as CLI11 prints it, without its "{false}" of a "--no-..." form.
std::string withoutFalseMark(std::string option);

} // namespace muster
