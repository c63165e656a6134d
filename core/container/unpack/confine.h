// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/container/unpack/options.h"
#include "core/kernel/base/result.h"

namespace muster::unpack {

// The descriptor of the folder to fill.
constexpr int rootDescriptor = 3;

// From here on this process reaches descriptors 0 to 3 and the folder behind 3, which is its root:
// no other file, no socket, no new program or process, no memory that is both written and run, and
// only the capabilities that owners, modes and overlayfs' marks need. Once, before the first byte
// of input is read; what libraries load lazily is loaded before.
Status confine(const Options& options);

// Threads, should there be any, have to exist already. The part of confine() that names system
// calls.
Status filterSystemCalls();

} // namespace muster::unpack
