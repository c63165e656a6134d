// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/history/journal.h"

namespace muster::history {

// The kind of the records of browsers that are signed in.
inline constexpr const char* kWebSession = "web-session";

// Who wrote a journal: each start of a master is an incarnation, with an id that was never used
// before, from the step of its first commit to the one before the next incarnation. Whoever was
// told of a step and its incarnation can prove a journal that lacks them to be an older copy, also
// when it has gone on since. A restore forgets the incarnations: every step before it then fits.
class Incarnations {
public:
    static constexpr std::size_t kMost = 1000; // the oldest are forgotten; their steps fit

    // What the journal knows. A damaged row is left out, and told by Journal::takeDamaged(): up to
    // the last step of that moment, which is kept, what an unknown incarnation wrote then fits.
    static Result<Incarnations> recover(Journal& journal);

    // A new one, which the next commit has to keep. `last`: of the journal.
    Change begin(const std::string& id, std::uint64_t last);
    // Whether the journal, at the step of `ours`, has what `known` tells of. REQUIRES: one has
    // begun.
    bool have(const Mark& known, const Mark& ours) const;

    // The latest step by which the journal was proved to be an older copy; nothing: it was not.
    const std::optional<std::uint64_t>& lacks() const { return m_lacks; }
    // It is proved by that step, which has to be kept; empty: it is known by this or a later one.
    Change lack(std::uint64_t step);

private:
    struct Incarnation {
        std::uint64_t first = 0; // step
        std::string id;
    };
    std::vector<Incarnation> m_all; // the oldest first
    std::optional<std::uint64_t> m_lacks;
    std::uint64_t m_unproved = 0; // the last step of which an unknown incarnation proves nothing
};

// The journal goes on as the truth, whatever it lacks: its steps and job numbers leap far above
// what was given out, so that none is given out again, and what others know of earlier steps fits.
// `action`: for the audit log. The journal then has to be opened anew.
// Whoever had signed in has to do so again: they may have signed out since.
Status leapAhead(Journal& journal, Instant now, std::string action);

} // namespace muster::history
