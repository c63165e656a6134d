// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/lists/list_command.h"

namespace muster::cli {

// muster gpus: one row a GPU, with its newest samples; -o wide has all that nvidia-smi shows
// (doc/features.md A19).
class Gpus final : public ListCommand {
public:
    Listing list(const ClusterView& view) const override;

protected:
    void addTo(CommandLine& line) override;
    std::vector<std::string> states() const override;
    std::string emptyHint() const override;
    bool wantsTelemetry() const override { return true; }
};

} // namespace muster::cli
