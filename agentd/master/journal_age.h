// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/history/incarnations.h"
#include "core/kernel/base/result.h"

namespace muster::agentd {

// Whether the journal that a master writes is the newest: agents keep the mark that they were told,
// and one that has seen a step which the journal lacks proves it an older copy. Once proved it is
// one for good, in this life and in those that follow on this journal. Not thread-safe.
class JournalAge {
public:
    // `mark`: of the journal as it is on the disk.
    JournalAge(history::Mark mark, history::Incarnations incarnations);

    // A new life begins: returns what the next commit has to keep. Before anything else.
    history::Change begin(const std::string& incarnation);
    void onCommitted(std::uint64_t sequence) { m_mark.sequence = sequence; }
    // What agents are told: what is on the disk, with the incarnation that this life is.
    const history::Mark& mark() const { return m_mark; }

    // An agent has seen that. Returns what has to be kept if it proves more than was known;
    // nothing: it proves nothing, or no later step.
    std::optional<history::Change> onSeen(const history::Mark& known);
    // What everybody is told of an older copy, with the latest step that it lacks; null: it is
    // none.
    const Error* olderCopy() const { return m_olderCopy ? &*m_olderCopy : nullptr; }

private:
    void condemn(std::uint64_t lacks);

    history::Mark m_mark;
    history::Incarnations m_incarnations;
    std::optional<Error> m_olderCopy;
};

} // namespace muster::agentd
