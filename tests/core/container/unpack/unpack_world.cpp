// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/container/unpack/unpack_world.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "core/container/process.h"
#include "tests/support/paths.h"

namespace muster::unpack {
namespace {

namespace fs = std::filesystem;
using container::Fd;

std::string textOf(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void writeText(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

std::string kindOf(const fs::path& path, const struct stat& found) {
    if (S_ISLNK(found.st_mode))
        return " -> " + fs::read_symlink(path).string();
    if (S_ISCHR(found.st_mode) && found.st_rdev == makedev(0, 0))
        return " removed";
    if (S_ISREG(found.st_mode) && found.st_size > 40)
        return fmt::format(" {} bytes", found.st_size);
    if (S_ISREG(found.st_mode))
        return fmt::format(" '{}'", textOf(path));
    return S_ISDIR(found.st_mode) ? "/" : S_ISFIFO(found.st_mode) ? "|" : " of another type";
}

std::string lineOf(const fs::path& path, const std::string& name) {
    struct stat found { };
    lstat(path.c_str(), &found);
    auto line = name + kindOf(path, found);
    const auto mode = found.st_mode & 07777;
    if (!S_ISLNK(found.st_mode) && !S_ISCHR(found.st_mode)
        && mode != (S_ISDIR(found.st_mode) ? 0755 : 0644))
        line += fmt::format(" {:o}", mode);
    if (found.st_uid != 0 || found.st_gid != 0)
        line += fmt::format(" {}:{}", found.st_uid, found.st_gid);
    if (!S_ISDIR(found.st_mode) && found.st_nlink > 1)
        line += fmt::format(" {} names", found.st_nlink);
    const auto attributes = attributesOf(path);
    return attributes.empty() ? line : line + ' ' + fmt::format("{}", fmt::join(attributes, " "));
}

// Everything about everything outside the target that could be changed.
std::string fingerprint(const std::string& base, const std::string& target) {
    std::vector<std::string> lines;
    const auto add = [&](const fs::path& path) {
        struct stat found { };
        lstat(path.c_str(), &found);
        lines.push_back(fmt::format("{} {} {} {}.{}", lineOf(path, path.string()), found.st_ino,
            found.st_nlink, found.st_mtim.tv_sec, found.st_mtim.tv_nsec));
    };
    add(base);
    for (auto at = fs::recursive_directory_iterator(base); at != fs::end(at); ++at) {
        if (at->path() == target) // its own attributes are the root entry's to change
            at.disable_recursion_pending();
        else
            add(at->path());
    }
    std::sort(lines.begin(), lines.end());
    return fmt::format("{}", fmt::join(lines, "\n"));
}

std::string withoutNewline(std::string text) {
    if (text.ends_with('\n'))
        text.pop_back();
    return text;
}

} // namespace

std::vector<std::string> attributesOf(const std::string& path) {
    std::string names(65536, '\0');
    names.resize(static_cast<std::size_t>(
        std::max<ssize_t>(llistxattr(path.c_str(), names.data(), names.size()), 0)));
    std::vector<std::string> all;
    for (std::size_t start = 0; start < names.size();) {
        const std::string name = names.c_str() + start;
        start += name.size() + 1;
        std::string value(65536, '\0');
        value.resize(static_cast<std::size_t>(std::max<ssize_t>(
            lgetxattr(path.c_str(), name.c_str(), value.data(), value.size()), 0)));
        all.push_back(name == "security.capability"
                ? fmt::format("{} of {} bytes", name, value.size())
                : name + '=' + value);
    }
    std::erase_if(all, [](const auto& text) {
        return text.starts_with("security.selinux") || text.starts_with("trusted.muster.implied");
    });
    std::sort(all.begin(), all.end());
    return all;
}

bool isImplied(const std::string& folder) {
    char value = 0;
    return lgetxattr(folder.c_str(), "trusted.muster.implied", &value, 1) == 1 && value == 'y';
}

bool keepsUserAttributes(const std::string& folder) {
    const auto probe = folder + "/probe";
    writeText(probe, "");
    const bool kept = setxattr(probe.c_str(), "user.probe", "x", 1, 0) == 0;
    fs::remove(probe);
    return kept;
}

Fd memoryFile(const std::string& bytes) {
    Fd file(memfd_create("input", MFD_CLOEXEC));
    for (std::size_t done = 0; done < bytes.size();) {
        const auto count = write(file.number(), bytes.data() + done, bytes.size() - done);
        if (count <= 0)
            break;
        done += static_cast<std::size_t>(count);
    }
    lseek(file.number(), 0, SEEK_SET);
    return file;
}

std::string contentOf(int memoryFile) {
    std::string text(65536, '\0');
    text.resize(
        static_cast<std::size_t>(std::max<ssize_t>(pread(memoryFile, text.data(), 65536, 0), 0)));
    return text;
}

void UnpackWorld::SetUp() {
    if (geteuid() != 0)
        GTEST_SKIP() << "Unpacking with owners needs root";
    fs::create_directories(m_base + "/canary/folder");
    fs::create_directories(m_target);
    writeText(m_secret, "do not touch");
    writeText(m_base + "/passwd", "root:x:0:0:");
    fs::create_symlink("secret", m_base + "/canary/link");
    setxattr(m_secret.c_str(), "trusted.canary", "x", 1, 0);
    ASSERT_EQ(chown((m_base + "/canary/folder").c_str(), 4711, 4712), 0);
    m_before = fingerprint(m_base, m_target);
}

void UnpackWorld::TearDown() {
    if (!m_before.empty()) {
        EXPECT_EQ(fingerprint(m_base, m_target), m_before) << "something outside has changed";
    }
}

std::vector<std::string> UnpackWorld::layerFlags() {
    return {"layer", "--max-bytes=67108864", "--max-entries=1000", "--max-seconds=60"};
}

std::vector<std::string> UnpackWorld::archiveFlags() {
    return {"archive", "--max-bytes=67108864", "--max-entries=1000", "--max-seconds=60",
        "--owner=1000:1001"};
}

Outcome UnpackWorld::run(const std::string& bytes, const std::vector<std::string>& flags) {
    return run(memoryFile(bytes).number(), flags);
}

Outcome UnpackWorld::run(int input, const std::vector<std::string>& flags) {
    const Fd target(open(m_target.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const Fd output = memoryFile("");
    const Fd error = memoryFile("");
    std::vector<std::string> argv{MUSTER_BIN_DIR "/muster-unpack"};
    argv.insert(argv.end(), flags.begin(), flags.end());
    const auto pid = container::spawn(argv, {}, "/",
        {.in = input, .out = output.number(), .error = error.number(), .extra = {target.number()}});
    if (!pid)
        return {.status = -1, .error = pid.error().message};
    return {.status = container::waitForChild(*pid),
        .output = withoutNewline(contentOf(output.number())),
        .error = withoutNewline(contentOf(error.number()))};
}

void UnpackWorld::clear() {
    for (const auto& entry : fs::directory_iterator(m_target))
        fs::remove_all(entry.path());
}

std::string UnpackWorld::treeOf(const std::string& folder) {
    std::vector<std::string> lines;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        lines.push_back(lineOf(entry.path(), entry.path().lexically_relative(folder).string()));
    std::sort(lines.begin(), lines.end());
    return fmt::format("{}", fmt::join(lines, "\n"));
}

std::uint64_t UnpackWorld::diskUse() const {
    std::uint64_t bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(m_target)) {
        struct stat found { };
        lstat(entry.path().c_str(), &found);
        bytes += static_cast<std::uint64_t>(found.st_blocks) * 512;
    }
    return bytes;
}

} // namespace muster::unpack
