// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/device_rules.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/bpf.h>
#include <sys/syscall.h>

namespace muster::container {
namespace {

constexpr std::string_view kEverything = "a *:* rwm";
constexpr std::string_view kPrograms = "programs";
constexpr unsigned kMostPrograms = 64; // BPF_CGROUP_MAX_PROGS

bool writeLine(const std::string& path, std::string_view text) {
    const Fd file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
    return file
        && write(file.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

long bpf(int command, bpf_attr& attributes) {
    return syscall(SYS_bpf, command, &attributes, sizeof attributes);
}

// Of "c 195:3 rwm": the GPU, if it is one's node.
std::optional<unsigned> gpuIn(std::string_view line) {
    constexpr std::string_view kNvidia = "c 195:";
    constexpr unsigned kFirstOther = 254; // nvidia-modeset and nvidiactl
    unsigned minor = 0;
    if (!line.starts_with(kNvidia)) {
        return std::nullopt;
    }
    const auto* begin = line.data() + kNvidia.size();
    const auto [end, error] = std::from_chars(begin, line.data() + line.size(), minor);
    return error == std::errc{} && end != begin && minor < kFirstOther ? std::optional(minor)
                                                                       : std::nullopt;
}

std::vector<std::string> without(
    const std::vector<std::string>& lines, const std::vector<std::string>& others) {
    std::vector<std::string> out;
    std::set_difference(
        lines.begin(), lines.end(), others.begin(), others.end(), std::back_inserter(out));
    return out;
}

void tell(DeviceRules::Change& change, const std::vector<std::string>& lines, const char* what) {
    for (const auto& line : lines) {
        const auto gpu = gpuIn(line);
        if (gpu) {
            change.gpuMinors.push_back(*gpu);
        }
        const auto device = line == kEverything ? std::string("every device")
            : gpu                               ? fmt::format("/dev/nvidia{}", *gpu)
                                                : std::string("a device");
        change.what
            += fmt::format("{}{} was {} ({})", change.what.empty() ? "" : ", ", device, what, line);
    }
}

} // namespace

Result<DeviceRules> DeviceRules::of(const std::vector<std::string>& directories) {
    for (const auto& directory : directories) {
        const auto list = readFile(directory + "/devices.list");
        if (!list) {
            continue;
        }
        DeviceRules out;
        out.m_directory = directory;
        std::istringstream lines(*list);
        for (std::string line; std::getline(lines, line);) {
            out.m_lines.push_back(std::move(line));
        }
        std::sort(out.m_lines.begin(), out.m_lines.end());
        return out;
    }
    for (const auto& directory : directories) {
        const Fd group(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (!group) {
            continue;
        }
        unsigned ids[kMostPrograms] = {};
        bpf_attr query;
        std::memset(&query, 0, sizeof query);
        query.query.target_fd = static_cast<unsigned>(group.number());
        query.query.attach_type = BPF_CGROUP_DEVICE;
        query.query.prog_ids = reinterpret_cast<std::uint64_t>(ids);
        query.query.prog_cnt = kMostPrograms;
        if (bpf(BPF_PROG_QUERY, query) != 0) {
            continue;
        }
        DeviceRules out;
        out.m_directory = directory;
        out.m_flags = query.query.attach_flags;
        for (unsigned i = 0; i < query.query.prog_cnt; ++i) {
            bpf_attr get;
            std::memset(&get, 0, sizeof get);
            get.prog_id = ids[i];
            const auto number = static_cast<int>(bpf(BPF_PROG_GET_FD_BY_ID, get));
            out.m_programs.push_back(
                {ids[i], number < 0 ? nullptr : std::make_shared<const Fd>(number)});
        }
        return out;
    }
    const bool there = std::any_of(directories.begin(), directories.end(),
        [](const auto& directory) { return access(directory.c_str(), F_OK) == 0; });
    return failure("The control group has no device rules that can be read",
        there ? Error::Kind::Unavailable : Error::Kind::NotFound);
}

std::optional<std::vector<unsigned>> DeviceRules::gpuMinors() const {
    if (m_lines.empty() || std::count(m_lines.begin(), m_lines.end(), kEverything) > 0) {
        return std::nullopt;
    }
    std::vector<unsigned> out;
    for (const auto& line : m_lines) {
        if (const auto gpu = gpuIn(line)) {
            out.push_back(*gpu);
        }
    }
    return out;
}

DeviceRules DeviceRules::parse(const std::string& text) {
    DeviceRules out;
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, out.m_directory);
    while (std::getline(lines, line)) {
        if (!line.starts_with(kPrograms)) {
            out.m_lines.push_back(line);
            continue;
        }
        std::istringstream words(line.substr(kPrograms.size()));
        words >> out.m_flags;
        for (unsigned id = 0; words >> id;) {
            out.m_programs.push_back({id, nullptr});
        }
    }
    return out;
}

std::string DeviceRules::text() const {
    auto out = m_directory + "\n";
    for (const auto& line : m_lines) {
        out += line + "\n";
    }
    if (!m_programs.empty()) {
        out += fmt::format("{} {}", kPrograms, m_flags);
        for (const auto& program : m_programs) {
            out += fmt::format(" {}", program.id);
        }
        out += "\n";
    }
    return out;
}

bool DeviceRules::operator==(const DeviceRules& other) const {
    return m_lines == other.m_lines
        && std::equal(m_programs.begin(), m_programs.end(), other.m_programs.begin(),
            other.m_programs.end(),
            [](const Program& a, const Program& b) { return a.id == b.id; });
}

DeviceRules::Change DeviceRules::changeTo(const DeviceRules& now) const {
    Change change;
    tell(change, without(now.m_lines, m_lines), "allowed");
    tell(change, without(m_lines, now.m_lines), "taken away");
    if (change.what.empty() && !(*this == now)) {
        change.what
            = fmt::format("the device programs of its control group were changed from {} to {}",
                m_programs.size(), now.m_programs.size());
    }
    return change;
}

Status DeviceRules::restore(const DeviceRules& now) const {
    const bool open
        = std::find(now.m_lines.begin(), now.m_lines.end(), kEverything) != now.m_lines.end();
    const auto deny = m_directory + "/devices.deny";
    const auto allow = m_directory + "/devices.allow";
    if (open) { // the kernel has dropped the list
        writeLine(deny, "a");
    }
    for (const auto& line : open ? std::vector<std::string>{} : without(now.m_lines, m_lines)) {
        writeLine(deny, line);
    }
    for (const auto& line : open ? m_lines : without(m_lines, now.m_lines)) {
        writeLine(allow, line);
    }
    const Fd group(::open(m_directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const auto change = [&](int command, const Program& program) {
        if (!program.program) {
            return;
        }
        bpf_attr attributes;
        std::memset(&attributes, 0, sizeof attributes);
        attributes.target_fd = static_cast<unsigned>(group.number());
        attributes.attach_bpf_fd = static_cast<unsigned>(program.program->number());
        attributes.attach_type = BPF_CGROUP_DEVICE;
        attributes.attach_flags = command == BPF_PROG_ATTACH ? m_flags : 0;
        bpf(command, attributes);
    };
    const auto has = [](const std::vector<Program>& programs, const Program& program) {
        return std::any_of(programs.begin(), programs.end(),
            [&](const Program& one) { return one.id == program.id; });
    };
    for (const auto& program : m_programs) {
        if (!has(now.m_programs, program)) {
            change(BPF_PROG_ATTACH, program);
        }
    }
    for (const auto& program : now.m_programs) {
        if (!has(m_programs, program)) {
            change(BPF_PROG_DETACH, program);
        }
    }
    const auto after = of({m_directory});
    if (!after || !(*after == *this)) {
        return failure("The rules could not be put back: "
                + (after ? changeTo(*after).what : after.error().message),
            Error::Kind::Unavailable);
    }
    return {};
}

} // namespace muster::container
