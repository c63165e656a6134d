// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/job_text.h"

#include <algorithm>
#include <array>

namespace muster::spec {

namespace {

constexpr auto kTable = std::to_array<PartRow>({
    {Part::Name, "name", "name", &JobText::name},
    {Part::Image, "image", "image", &JobText::image},
    {Part::Command, "command", "command", &JobText::command},
    {Part::Argv, "command", "", &JobText::argv},
    {Part::Gpus, "gpus", "gpus", &JobText::gpus},
    {Part::Cpus, "cpus", "cpus", &JobText::cpus},
    {Part::Memory, "mem", "mem", &JobText::memory},
    {Part::Resources, "resources", "resources", &JobText::resources},
    {Part::Constraints, "constraints", "constraint", &JobText::constraints},
    {Part::Linked, "linked", "linked", &JobText::linked},
    {Part::Priority, "priority", "priority", &JobText::priority},
    {Part::Retries, "retries", "retries", &JobText::retries},
    {Part::KillGrace, "kill_grace", "kill-grace", &JobText::killGrace},
    {Part::User, "user", "user", &JobText::user},
    {Part::Env, "env", "env", &JobText::env},
    {Part::Uris, "uris", "uri", &JobText::uris},
    {Part::Terminal, "tty", "tty", &JobText::terminal},
    {Part::ReadOnly, "read_only", "read-only", &JobText::readOnly},
    {Part::Tmpfs, "tmpfs", "tmpfs", &JobText::tmpfs},
    {Part::Volumes, "volumes", "volume", &JobText::volumes},
    {Part::ShmSize, "shm_size", "shm-size", &JobText::shmSize},
    {Part::Ulimits, "ulimits", "ulimit", &JobText::ulimits},
    {Part::CapAdd, "cap_add", "cap-add", &JobText::capAdd},
    {Part::CapDrop, "cap_drop", "cap-drop", &JobText::capDrop},
});

std::string variableName(const std::string& text) {
    return text.substr(0, text.find('='));
}

void override(Text& base, const Text& by) {
    if (by)
        base = by;
}

void override(Texts& base, const Texts& by) {
    base.insert(base.end(), by.begin(), by.end());
}

void override(bool& base, bool by) {
    base = base || by;
}

} // namespace

std::span<const PartRow> partTable() {
    return kTable;
}

const PartRow& rowOf(Part part) {
    return kTable[static_cast<std::size_t>(part)];
}

JobText overridden(JobText base, const JobText& by) {
    if (by.command || !by.argv.empty()) {
        base.command.reset();
        base.argv.clear();
    }
    if (by.resources)
        base.gpus = base.cpus = base.memory = std::nullopt;
    std::erase_if(base.env, [&](const std::string& old) {
        return std::any_of(by.env.begin(), by.env.end(),
            [&](const auto& text) { return variableName(text) == variableName(old); });
    });
    for (const auto& row : kTable)
        std::visit([&](auto member) { override(base.*member, by.*member); }, row.member);
    return base;
}

JobText merged(const JobText& before, const JobText& edited, const JobText& now) {
    auto out = edited;
    for (const auto& row : kTable) {
        std::visit(
            [&](auto member) {
                if (edited.*member == before.*member)
                    out.*member = now.*member;
            },
            row.member);
    }
    return out;
}

} // namespace muster::spec
