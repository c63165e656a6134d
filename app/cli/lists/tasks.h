// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/lists/list_command.h"

namespace muster::cli {

// muster tasks: what runs, for whom and on which GPUs.
class Tasks final : public ListCommand {
public:
    Listing list(const ClusterView& view) const override;

protected:
    void addTo(CommandLine& line) override;
    std::vector<std::string> states() const override;
    std::string emptyHint() const override;
    bool wantsEnded() const override { return m_all || filtersForEnded<TaskState>(); }

private:
    bool m_all = false; // the ended ones too
};

} // namespace muster::cli
