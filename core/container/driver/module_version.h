// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace muster::container::driver {

// Of /sys/module/nvidia/version ("390.30\n") or /proc/driver/nvidia/version ("NVRM version: NVIDIA
// UNIX x86_64 Kernel Module  390.30  Wed Jan 31 ..."); "" if there is none in it.
std::string parseModuleVersion(std::string_view text);

// Of the loaded kernel module; "" if there is none, as with the simulator.
std::string readModuleVersion(const std::string& root = "/");

// Why the two do not work together, with the remedy; nothing if they are equal or one is unknown.
std::optional<std::string> versionMismatch(std::string_view module, std::string_view library);

} // namespace muster::container::driver
