// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "app/cli/command.h"
#include "app/cli/conversation.h"
#include "app/cli/listing.h"
#include "app/cli/master_flags.h"

namespace muster::cli {

// What the three commands have in common: they ask all machines, or one, and each answers. What a
// machine could not do is said on stderr; the others go on.
class ImageCommand : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

protected:
    virtual void addTo(CommandLine& line) = 0;
    virtual muster::v1::ImageCall call() const = 0;
    virtual void progress(const std::string& /*machine*/, const std::string& /*sentence*/,
        const CliContext& /*here*/) { }
    virtual void answer(
        const std::string& machine, const muster::v1::ImageReport& report, const CliContext& here)
        = 0;
    virtual void end(const CliContext& /*here*/) { } // all have answered

private:
    MasterFlags m_master;
    std::string m_node;
    bool m_failed = false;
};

// muster images list
class ListImages final : public ImageCommand {
    void addTo(CommandLine& line) override;
    muster::v1::ImageCall call() const override;
    void answer(const std::string& machine, const muster::v1::ImageReport& report,
        const CliContext& here) override;
    void end(const CliContext& here) override;

    std::string m_output = "table";
    // By machine, then by name.
    std::map<std::pair<std::string, std::string>, std::vector<Cell>> m_rows;
};

// muster images pull: so that the first task that needs it does not wait.
class PullImage final : public ImageCommand {
    void addTo(CommandLine& line) override;
    muster::v1::ImageCall call() const override;
    void progress(
        const std::string& machine, const std::string& sentence, const CliContext& here) override;
    void answer(const std::string& machine, const muster::v1::ImageReport& report,
        const CliContext& here) override;

    std::string m_image;
};

// muster images prune
class PruneImages final : public ImageCommand {
    void addTo(CommandLine& line) override;
    muster::v1::ImageCall call() const override;
    void answer(const std::string& machine, const muster::v1::ImageReport& report,
        const CliContext& here) override;
};

} // namespace muster::cli
