// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/kernel/base/result.h"

namespace muster::container::image {

inline constexpr std::size_t mostLayers = 127; // Docker's own limit
inline constexpr std::size_t longestUser = 256;

using Variables = std::vector<std::pair<std::string, std::string>>; // no name twice
// Replaces the value of that name, else adds it at the end.
void setVariable(Variables& variables, std::string name, std::string value);

// What an image says about running it (OCI image-spec, "config"), within limits. Nothing here is
// more than a preference of whoever made the image.
struct ImageConfig {
    std::vector<std::string> entrypoint;
    std::vector<std::string> cmd;
    Variables environment;
    std::string workingDirectory; // absolute, no ".."; empty: none, a task starts in its sandbox
    std::string user; // "", "name", "name:group", "1000:1000": accounts.h
    std::string stopSignal; // "SIGTERM", "15"; empty: the task's own
    std::vector<std::string> volumes; // absolute paths
    Variables labels;
    std::vector<std::string> diffIds; // "sha256:<64 hex>" of each layer's tar, lowest first

    bool operator==(const ImageConfig&) const = default;
};

// "linux/amd64": what an image must be for.
std::string_view ourPlatform();

// Refuses an image for another machine with both names in the text, and one beyond the limits:
// 4 MiB of JSON, 127 layers, 1,000 variables, 128 KiB of them.
Result<ImageConfig> parseImageConfig(std::string_view json);
// A text that parses to the same again.
std::string imageConfigText(const ImageConfig& config);

// The command of a task, as Mesos' CommandInfo says it.
struct TaskCommand {
    bool shell = true;
    std::optional<std::string> value;
    std::vector<std::string> arguments; // with a value, the first is what the program is called
    Variables environment;
};

struct ImageCommand {
    std::vector<std::string> argv; // never empty
    Variables environment; // the image's, the task's over it
    std::string workingDirectory; // inside the image; may be empty

    bool operator==(const ImageCommand&) const = default;
};

// What runs, as Mesos' docker/runtime isolator decides: a shell's value or a value and its
// arguments replace what the image says; without a value the image's entrypoint runs with the
// task's arguments or its own; an image without an entrypoint runs its cmd.
Result<ImageCommand> resolveCommand(const TaskCommand& task, const ImageConfig& image);

} // namespace muster::container::image
