// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace muster::spec {

using Text = std::optional<std::string>;
using Texts = std::vector<std::string>;

// A job as people write it: in flags of `muster submit`, in a file, in a form. Nothing of it is
// believed yet.
struct JobText {
    Text name; // else the first word of the command
    Text image; // as Docker names it; else the machine's own files
    Text command; // for /bin/sh -c
    Texts argv; // in place of `command`: words that run as they stand
    Text gpus;
    Text cpus;
    Text memory; // "4096": MiB; "4G"
    Text resources; // in place of these three: "cpus:1;mem:128;gpus:2"
    Texts constraints; // "gpu:K40"
    bool linked = false;
    Text priority;
    Text retries;
    Text killGrace; // "30s"
    Text user; // else who submits it
    Texts env; // "NAME=VALUE"
    Texts uris; // for its sandbox
    bool terminal = false;
    bool readOnly = false;
    Texts tmpfs; // "/tmp:size=64m"
    Texts volumes; // "/data/sets:/sets:ro"
    Text shmSize; // "1g"
    Texts ulimits; // "nofile=1024:4096"
    Texts capAdd; // "IPC_LOCK"
    Texts capDrop;

    bool operator==(const JobText&) const = default;
};

enum class Part {
    Name,
    Image,
    Command,
    Argv,
    Gpus,
    Cpus,
    Memory,
    Resources,
    Constraints,
    Linked,
    Priority,
    Retries,
    KillGrace,
    User,
    Env,
    Uris,
    Terminal,
    ReadOnly,
    Tmpfs,
    Volumes,
    ShmSize,
    Ulimits,
    CapAdd,
    CapDrop
};

// What each part is called, once for all that read or write it.
struct PartRow {
    Part part;
    const char* key; // in a file
    const char* flag; // without its dashes; "": the words after "--"
    std::variant<Text JobText::*, Texts JobText::*, bool JobText::*> member;
};

std::span<const PartRow> partTable(); // in the order of the enum, which is that of a file
const PartRow& rowOf(Part part);

// What the flags say counts: one text replaces the other, lists grow, a variable is set anew. The
// words of a command replace both ways of saying one, `resources` the three single amounts.
JobText overridden(JobText base, const JobText& by);

// `edited` stays as people made it where it is not as in `before`; the rest is taken from `now`.
JobText merged(const JobText& before, const JobText& edited, const JobText& now);

} // namespace muster::spec
