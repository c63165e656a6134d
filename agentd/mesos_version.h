// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace muster::agentd {

// The version of Mesos whose API this is. Clients of Mesos compare it, and some cannot read
// letters.
inline constexpr const char* kMesosVersion = "1.12.0";

} // namespace muster::agentd
