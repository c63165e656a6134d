// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentd/rights.h"
#include "core/kernel/base/operator_command.h"

namespace google::protobuf {
class FieldDescriptor;
}

namespace muster::agentd::api {

// Muster's own calls over plain HTTP: what the document says of them beside their rows of the table
// of rights and their messages. Any thread.
struct MusterCall {
    Endpoint endpoint;
    std::string_view id; // "listGpus"
    std::string_view summary;
    // A list: the field of Rows, what one of its rows is called, and the id of the call for one.
    int rows = 0;
    OperatorCommandInfo::Object object{};
    std::string_view one{};
    // Of the example: "$UUID" and the like are for whoever runs it to fill in.
    std::string_view query{};
    std::string_view body{};
    std::string_view result{}; // a field of Reply; empty: a note, or nothing
};
std::span<const MusterCall> musterCalls();

// The message that the call's query or body is.
const google::protobuf::Descriptor& requestOf(const MusterCall& call);
// Of a list, that of a row.
const google::protobuf::Descriptor& rowTypeOf(const MusterCall& call);
// Whether a list can be asked for the rows with one value of it.
bool isFilter(const google::protobuf::FieldDescriptor& field);

inline constexpr std::int64_t kUsualRows = 1000; // of one answer
inline constexpr std::int64_t kMostRows = 2000;

// The variables of "/api/v1/gpus/{uuid}/restriction" in that path, by name; nothing: it is another.
using Variables = std::map<std::string, std::string>;
std::optional<Variables> matchPath(std::string_view pattern, std::string_view path);
std::vector<std::string> variablesOf(std::string_view pattern);

} // namespace muster::agentd::api
