// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/cli_context.h"
#include "app/cli/command_line.h"
#include "app/cli/rest_client.h"

// What a command sends as JSON: a file, or what its flags say. Errors name the flag, "--mem".
namespace muster::cli {

// '-' is the input.
Result<RestClient::Json> readObject(const std::string& path);

// A file says all: refuses the first flag, argument or word beside it that would have no effect,
// but for those of the master and those of `allowed`. `untouched`: the line of a command of that
// kind that nothing was parsed into.
Status checkAlone(const CommandLine& given, const CommandLine& untouched,
    const std::vector<std::string>& allowed = {});

Result<double> amountOf(const char* flag, const std::string& text);
Result<double> mebibytesOf(const char* flag, const std::string& text); // "4G" too
Result<std::int64_t> secondsOf(const char* flag, const std::string& text); // whole ones
Result<std::int64_t> countOf(const char* flag, const std::string& text); // 0 or more
// Of those that the master would cut to its most in silence: 1 to 1000.
Status checkMost(const char* flag, int number);
// "NAME=VALUE", with `between` for its '='.
Result<std::pair<std::string, std::string>> pairOf(
    const char* flag, const std::string& text, char between = '=');

} // namespace muster::cli
