// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

// For the sources of this folder: how JSON says text, numbers and bytes.
namespace muster::proto {

// In quotes, as RapidJSON escapes. What is not UTF-8 becomes U+FFFD.
void appendQuoted(std::string_view text, std::string& out);

// The fewest digits that give the same number back, always with a fraction or an exponent: 15.0,
// 1795169372.872296, 1e30. Infinity is the text that Mesos reads as one, NaN is null.
void appendDouble(double value, std::string& out);

void appendBase64(std::string_view bytes, std::string& out);

// As lenient as Mesos: blanks are skipped, "=" ends it, a missing "=" is no error. Nothing for a
// character outside of the alphabet, which `wrong` then is.
std::optional<std::string> decodeBase64(std::string_view text, char& wrong);

// The length of the UTF-8 character that `text` starts with; 0 if it starts with none.
std::size_t utf8Length(std::string_view text);
bool isUtf8(std::string_view text);

} // namespace muster::proto
