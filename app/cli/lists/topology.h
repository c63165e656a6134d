// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/cluster_view.h"
#include "app/cli/command.h"
#include "app/cli/listing.h"
#include "app/cli/master_flags.h"

namespace muster::cli {

// muster nodes topology: how the GPUs of a machine reach each other, as `nvidia-smi topo -m`.
class Topology final : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    MasterFlags m_master;
    std::string m_node;
    std::string m_output = "table";
    bool m_noHeader = false;
};

// The machine of that name or id. NotFound: with the nearest names. Invalid: several have the name.
Result<const muster::v1::Agent*> findNode(const ClusterView& view, const std::string& typed);

// A GPU a row, a GPU a column, in the order of their indices.
Listing topology(const ClusterView& view, const muster::v1::Agent& agent);

} // namespace muster::cli
