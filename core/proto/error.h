// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/result.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::proto {

muster::v1::Error toProto(const Error& error);
Error fromProto(const muster::v1::Error& in);

} // namespace muster::proto
