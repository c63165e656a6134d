// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/journal_age.h"

#include <utility>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace muster::agentd {

JournalAge::JournalAge(history::Mark mark, history::Incarnations incarnations)
    : m_mark(std::move(mark)), m_incarnations(std::move(incarnations)) { }

history::Change JournalAge::begin(const std::string& incarnation) {
    auto out = m_incarnations.begin(incarnation, m_mark.sequence);
    m_mark.incarnation = incarnation;
    if (const auto& lacks = m_incarnations.lacks()) {
        condemn(*lacks);
    }
    return out;
}

std::optional<history::Change> JournalAge::onSeen(const history::Mark& known) {
    if (m_incarnations.have(known, m_mark)) {
        return std::nullopt;
    }
    auto proof = m_incarnations.lack(known.sequence);
    if (proof.empty()) {
        return std::nullopt;
    }
    condemn(known.sequence);
    return proof;
}

// What was decided after it would be decided again.
void JournalAge::condemn(std::uint64_t lacks) {
    m_olderCopy = Error{
        fmt::format(
            "The master's journal is an older copy: agents have seen step {}, which it lacks. Stop "
            "the master and restore a newer backup with 'muster restore', or start it with "
            "--accept_older_journal to continue without what is lost. Until then it accepts "
            "nothing; running tasks continue",
            lacks),
        Error::Kind::Unavailable};
    spdlog::critical("{}", m_olderCopy->message);
}

} // namespace muster::agentd
