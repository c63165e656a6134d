// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/result.h"

namespace muster::agentd {

// One line of a configuration file: NAME = VALUE, where NAME is that of a flag. Whether there is
// such a flag is not known here.
struct ConfigEntry {
    std::string name;
    std::string text; // as on the command line; a list of texts is joined by commas
    unsigned line = 0;
    bool isSwitch = false; // true or false, without quotes

    bool operator==(const ConfigEntry&) const = default;
};

// Of TOML without tables, in the order of the lines. Errors begin with "PATH:LINE: ".
Result<std::vector<ConfigEntry>> parseConfig(std::string_view toml, const std::string& path);

// The same of a file. One that everybody may write to is refused: its flags name programs that root
// runs.
Result<std::vector<ConfigEntry>> readConfig(const std::string& path);

} // namespace muster::agentd
