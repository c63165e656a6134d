// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <pwd.h>
#include <sys/types.h>

namespace muster::net {

// Whether it is the account that the service muster-master runs as: of the system, with the
// service's work directory as its home, so that no person has it.
bool isServiceAccount(const passwd& account);

// Its number on this machine; nothing where the package is not installed. Any thread.
std::optional<uid_t> serviceAccount();

} // namespace muster::net
