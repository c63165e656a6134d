// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/lists/list_command.h"

namespace muster::cli {

// muster jobs: the queue, with the reason why each job waits. Those that have ended only with --all
// or a --state of theirs.
class Jobs final : public ListCommand {
public:
    Listing list(const ClusterView& view) const override;

protected:
    void addTo(CommandLine& line) override;
    std::vector<std::string> states() const override;
    std::string emptyHint() const override;
    bool wantsEnded() const override;

private:
    bool m_all = false; // the ended ones too
};

} // namespace muster::cli
