// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/kernel/base/result.h"

namespace google::protobuf {
class Message;
}

namespace muster::proto {

// The two encodings of the wire, by WebSocket subprotocol.
enum class Encoding { Binary, Json };
inline constexpr std::string_view kBinarySubprotocol = "muster.v1.proto";
inline constexpr std::string_view kJsonSubprotocol = "muster.v1.json";
constexpr Encoding encodingOf(std::string_view subprotocol) {
    return subprotocol == kJsonSubprotocol ? Encoding::Json : Encoding::Binary;
}

inline constexpr std::size_t kMaximumMessage = 4 << 20; // bytes
// Of what a master says to a client that chose it: all rows of the largest cluster are one Snapshot
// (10,000 agents with 8 GPUs each: tens of MiB).
inline constexpr std::size_t kMaximumOfMaster = 512 << 20; // bytes
// Between master and agent, either way: a registration names all that the agent runs, and a launch
// is larger than the call that asks for it.
inline constexpr std::size_t kMaximumOfAgent = 256 << 20; // bytes
inline constexpr int kMaximumDepth = 64; // brackets of JSON
// Messages in binary: even where each is in a list, JSON of them can be read again.
inline constexpr int kMaximumNesting = kMaximumDepth / 2 - 1;

std::string encode(const google::protobuf::Message& message, Encoding encoding);

// Bytes become a message here, under limits, and nowhere else. An error says what is wrong with
// them; the message is then undefined. What the message's texts say is not looked at: only for what
// a master tells its clients, and for whoever then asks text_rules.h with words of his own.
Status parseBytes(std::string_view bytes, Encoding encoding, google::protobuf::Message& message,
    std::size_t maximum = kMaximumMessage);

// Of whoever is connected: with checkTexts of text_rules.h.
Status decode(std::string_view bytes, Encoding encoding, google::protobuf::Message& message,
    std::size_t maximum = kMaximumMessage);

// Of an agent, in binary: what a task or a program says may be cut amid a letter, and the agent
// would repeat it for ever. With repairTexts of text_rules.h.
Status decodeRepaired(std::string_view bytes, google::protobuf::Message& message,
    std::size_t maximum = kMaximumMessage);

} // namespace muster::proto
