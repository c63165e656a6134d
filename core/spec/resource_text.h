// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/kernel/resources/resources.h"

namespace muster::spec {

// Resources as people ask for them: "cpus:1;mem:4G;gpus:2". mem and disk may have a unit
// (mebibytesOf()). A slip of the pen or another system's word for a resource of Muster is refused,
// as no node would ever offer it; every other name may be an agent's own.
Result<Resources> parseResources(const std::string& text);

// The resource of Muster that the name was to be: "gpus" for "gpu", "mem" for "ram". Empty: it is
// one, or a name of its own.
std::string_view meantResource(std::string_view name);

} // namespace muster::spec
