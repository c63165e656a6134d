// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace muster::container {

// Where muster-init has the outer end of its command's terminal, for the agent to take a copy of
// (pidfd_getfd): input and sizes are written there. Non-blocking. Its output is read by init alone.
inline constexpr int kTerminalDescriptor = 9;

} // namespace muster::container
