// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/template_files.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include <unistd.h>

namespace muster::spec {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFiles = 500;
constexpr const char* kSuffix = ".yaml";

Result<Template> readTemplate(const fs::path& path) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    if (error || size > kLongestYaml)
        return failure(error ? error.message()
                             : fmt::format("{} bytes, the maximum is {}", size, kLongestYaml));
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return file ? parseTemplate(text.str()) : failure("It cannot be read");
}

Result<Template> readAgain(
    const fs::path& path, const KnownTemplates& known, KnownTemplates& next) {
    std::error_code error;
    const auto changed = fs::last_write_time(path, error);
    const auto bytes = error ? 0 : fs::file_size(path, error);
    if (error)
        return failure(error.message());
    const auto before = known.find(path);
    const bool isSame = before != known.end() && before->second.changed == changed
        && before->second.bytes == bytes;
    auto content = isSame ? before->second.content : readTemplate(path);
    next.emplace(path, KnownTemplate{changed, bytes, content});
    return content;
}

} // namespace

std::vector<fs::path> templateFolders(const char* xdgConfigHome, const char* home) {
    const fs::path below = "muster/templates";
    std::vector<fs::path> out;
    if (xdgConfigHome && *xdgConfigHome == '/')
        out.push_back(xdgConfigHome / below);
    else if (home && *home == '/')
        out.push_back(fs::path(home) / ".config" / below);
    out.emplace_back(kMachinesTemplates);
    return out;
}

std::vector<TemplateFile> readTemplates(
    const std::vector<fs::path>& folders, KnownTemplates* known) {
    KnownTemplates next; // without the files that are gone
    std::map<std::string, TemplateFile> found;
    for (const auto& folder : folders) {
        std::error_code error;
        std::size_t seen = 0;
        for (fs::directory_iterator at(folder, error), end;
             !error && at != end && seen < kMostFiles; at.increment(error)) {
            const auto& path = at->path();
            const auto name = path.stem().string();
            std::error_code unknown;
            if (path.extension() != kSuffix || found.contains(name)
                || !fs::is_regular_file(path, unknown))
                continue;
            ++seen;
            found.emplace(name,
                TemplateFile{name, path,
                    known != nullptr ? readAgain(path, *known, next) : readTemplate(path)});
        }
    }
    if (known != nullptr)
        *known = std::move(next);
    std::vector<TemplateFile> out;
    for (auto& [name, file] : found)
        out.push_back(std::move(file));
    return out;
}

std::optional<TemplateFile> findTemplate(
    const std::vector<fs::path>& folders, const std::string& name) {
    if (name.empty() || name.find('/') != std::string::npos || name.find('\0') != std::string::npos)
        return std::nullopt;
    for (const auto& folder : folders) {
        const auto path = folder / (name + kSuffix);
        std::error_code unknown;
        if (fs::is_regular_file(path, unknown))
            return TemplateFile{name, path, readTemplate(path)};
    }
    return std::nullopt;
}

Status checkTemplateName(const std::string& name) {
    const bool good = !name.empty() && name.size() <= 100 && name.front() != '.'
        && std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return (c < 0x80 && std::isalnum(c) != 0) || c == '.' || c == '_' || c == '-';
           });
    return good
        ? Status()
        : failure(fmt::format(
            "'{}' is not a valid template name: use letters, digits, '.', '_' and '-'", name));
}

Status writeTemplate(
    const fs::path& folder, const std::string& name, const std::string& text, bool replace) {
    if (auto good = checkTemplateName(name); !good)
        return good;
    const auto path = folder / (name + kSuffix);
    std::error_code error;
    if (!replace && fs::exists(path, error))
        return failure(fmt::format("Template '{}' already exists", name), Error::Kind::Conflict);
    fs::create_directories(folder, error);
    const auto next = folder / fmt::format(".{}.{}.new", name, ::getpid());
    {
        std::ofstream file(next, std::ios::binary | std::ios::trunc);
        file << text << std::flush;
        if (!file) {
            fs::remove(next, error);
            return failure(fmt::format("Cannot write {}", path.string()), Error::Kind::Unavailable);
        }
    }
    fs::rename(next, path, error);
    return error ? failure(fmt::format("Cannot write {}: {}", path.string(), error.message()),
               Error::Kind::Unavailable)
                 : Status();
}

} // namespace muster::spec
