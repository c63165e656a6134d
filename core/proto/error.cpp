// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/error.h"

#include <algorithm>

namespace muster::proto {
namespace {

using Kind = Error::Kind;
using Wire = muster::v1::Error;

constexpr std::pair<Kind, Wire::Kind> kKinds[] = {{Kind::Internal, Wire::INTERNAL},
    {Kind::Invalid, Wire::INVALID}, {Kind::NotFound, Wire::NOT_FOUND}, {Kind::Denied, Wire::DENIED},
    {Kind::Conflict, Wire::CONFLICT}, {Kind::Unavailable, Wire::UNAVAILABLE},
    {Kind::Timeout, Wire::TIMEOUT}};

} // namespace

muster::v1::Error toProto(const Error& error) {
    muster::v1::Error out;
    out.set_kind(
        std::ranges::find(kKinds, error.kind, &std::pair<Kind, Wire::Kind>::first)->second);
    out.set_message(error.message);
    return out;
}

Error fromProto(const muster::v1::Error& in) {
    const auto* row = std::ranges::find(kKinds, in.kind(), &std::pair<Kind, Wire::Kind>::second);
    return {in.message(), row == std::end(kKinds) ? Kind::Internal : row->first};
}

} // namespace muster::proto
