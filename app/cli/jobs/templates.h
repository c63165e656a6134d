// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "core/spec/template_files.h"

namespace muster::cli {

// The job of the template with these values, each "field=value". An error names template or field.
Result<spec::JobFile> fillTemplate(
    const std::string& name, const std::vector<std::string>& set, const CliContext& here);

// muster templates: what there is, broken ones with their error.
class ListTemplates final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    std::string m_output = "table";
};

// muster templates show: what one asks for.
class ShowTemplate final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    std::string m_name;
};

} // namespace muster::cli
