// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/lists/list_command.h"

namespace muster::cli {

// muster alerts: what needs somebody's attention; what nobody has seen first.
class Alerts final : public ListCommand {
public:
    Listing list(const ClusterView& view) const override;

protected:
    void addTo(CommandLine& line) override;
    std::vector<std::string> states() const override;
    std::string emptyHint() const override;

private:
    bool m_new = false; // only what nobody has acknowledged
};

} // namespace muster::cli
