// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <tl/expected.hpp>

namespace muster {

// What went wrong, in words an operator can act on: the numbers, the remedy, no final period.
// Where Mesos has a text for the case, the message is that text.
struct Error {
    enum class Kind { Invalid, NotFound, Denied, Conflict, Unavailable, Timeout, Internal };
    // What the one who called can do something about itself.
    enum class Cause { Other, DiskFull, Damaged, TooLarge };

    std::string message;
    Kind kind = Kind::Invalid;
    Cause cause = Cause::Other;

    bool operator==(const Error&) const = default;
};

// The one error path: wherever the outside world answers. No exception crosses a folder.
template <typename T>
using Result = tl::expected<T, Error>;
using Status = Result<void>;

inline tl::unexpected<Error> failure(std::string message, Error::Kind kind = Error::Kind::Invalid,
    Error::Cause cause = Error::Cause::Other) {
    return tl::unexpected<Error>(Error{std::move(message), kind, cause});
}

// Puts the context in front: "Failed to open /x: No such file or directory".
inline tl::unexpected<Error> failure(std::string_view context, const Error& cause) {
    return tl::unexpected<Error>(
        Error{fmt::format("{}: {}", context, cause.message), cause.kind, cause.cause});
}

} // namespace muster
