// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/lists/list_command.h"

namespace muster::cli {

// muster tasks: what runs, for whom and on which GPUs. Those that have ended only with --all or a
// --state of theirs.
class Tasks final : public ListCommand {
public:
    Listing list(const ClusterView& view) const override;

protected:
    void addTo(CommandLine& line) override;
    std::vector<std::string> states() const override;
    std::string emptyHint() const override;
    bool wantsEnded() const override { return m_all || filtersForEnded<TaskState>(); }
    std::string leftOutHint(const ClusterView& view) const override;

private:
    bool fits(const muster::v1::Task& task) const; // the filters

    bool m_all = false; // the ended ones too
};

} // namespace muster::cli
