// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>

#include "core/spec/template.h"

namespace muster::spec {

// Where templates are, the user's folder first: $XDG_CONFIG_HOME/muster/templates, else
// ~/.config/...; then the machine's. The two variables are arguments.
std::vector<std::filesystem::path> templateFolders(const char* xdgConfigHome, const char* home);
inline constexpr const char* kMachinesTemplates = "/etc/muster/templates";

struct TemplateFile {
    std::string name; // of the file, without ".yaml"
    std::filesystem::path path;
    Result<Template> content; // a broken one is there too, with its error
};

struct KnownTemplate {
    std::filesystem::file_time_type changed;
    std::uintmax_t bytes = 0;
    Result<Template> content;
};
using KnownTemplates = std::map<std::filesystem::path, KnownTemplate>;

// Of a name that is in several folders the first, sorted. A folder that is not there is empty; of
// each at most 500 files are read. `known`: what was read before; a file that is still the same is
// not read again.
std::vector<TemplateFile> readTemplates(
    const std::vector<std::filesystem::path>& folders, KnownTemplates* known = nullptr);

// The one of that name, as readTemplates has it; only its file is read. None: no such file.
std::optional<TemplateFile> findTemplate(
    const std::vector<std::filesystem::path>& folders, const std::string& name);

// An error for a name that is no file's: letters, digits, '.', '_' and '-'.
Status checkTemplateName(const std::string& name);

// As one step; the folder is made. A file of that name is replaced only if `replace`.
Status writeTemplate(const std::filesystem::path& folder, const std::string& name,
    const std::string& text, bool replace);

} // namespace muster::spec
