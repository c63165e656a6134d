// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/proto/resources.h"

namespace muster::test {

// A bundle on Muster's wire, of the words of --resources: "cpus:8;mem:1024;gpus:4". And back.
inline v1::Resources bundle(std::string_view words) {
    return proto::toRow(Resources::parse(words).value());
}

inline std::string wordsOf(const v1::Resources& bundle) {
    return proto::ofRow(bundle).text();
}

// Attributes in the words of --attributes: "rack:abc;gpu:K40".
inline proto::AttributeList attributes(std::string_view words) {
    proto::AttributeList out;
    proto::append(parseAttributes(words).value(), out);
    return out;
}

} // namespace muster::test
