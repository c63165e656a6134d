// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/cluster_view.h"
#include "app/cli/command.h"
#include "app/cli/conversation.h"
#include "app/cli/listing.h"
#include "app/cli/master_flags.h"
#include "core/kernel/base/result.h"
#include "core/kernel/base/wire_names.h"

namespace muster::cli {

// What gpus, nodes, offers, tasks and jobs have in common: the flags, the connection, the output.
class ListCommand : public Command {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

    // The rows that pass the filters, in the order that people read them.
    virtual Listing list(const ClusterView& view) const = 0;

protected:
    struct Filters {
        std::optional<std::string> state; // any case; a prefix TASK_ may be left out
        std::optional<std::string> node; // its name
    };

    virtual void addTo(CommandLine&) { }
    virtual std::string emptyHint() const = 0; // what to do when there is nothing
    virtual std::vector<std::string> states() const { return {}; } // that the filter may name
    virtual bool wantsTelemetry() const { return false; }
    virtual bool wantsEnded() const { return false; }
    // Of a table that leaves out what has ended: how to see that. Empty: nothing is left out.
    virtual std::string leftOutHint(const ClusterView&) const { return {}; }
    bool passes(std::string_view state, const std::string& node) const;
    // Whether --state names this one.
    bool filtersFor(std::string_view state) const;
    // Whether it names one that is an end: of JobState or TaskState.
    template <typename State>
    bool filtersForEnded() const {
        for (int i = 0; isKnown(wording(static_cast<State>(i))); ++i) {
            const auto state = static_cast<State>(i);
            if (isTerminal(state) && filtersFor(wireName(state)))
                return true;
        }
        return false;
    }

    Filters m_filters;

private:
    std::vector<std::string> typedStates() const; // as people type them
    Status checkState() const;
    Status checkNode(const ClusterView& view) const; // a list without rows has a reason
    bool isTable() const { return m_output == "table" || m_output == "wide"; }
    ExitCode show(Conversation& conversation, const CliContext& here, bool& isShown) const;
    void print(const ClusterView& view, const Listing& listing, const CliContext& here) const;

    MasterFlags m_master;
    std::string m_output = "table";
    bool m_noHeader = false;
    bool m_watch = false;
};

} // namespace muster::cli
