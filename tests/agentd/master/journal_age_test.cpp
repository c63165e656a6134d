// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/journal_age.h"

#include <span>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

// The journal of masters that follow each other.
struct Life {
    test::TemporaryFolder folder;
    history::Journal journal = *history::Journal::open(folder / "control.db");
    std::optional<JournalAge> age;

    explicit Life(const std::string& incarnation) { begin(incarnation); }
    void begin(const std::string& incarnation) {
        age.emplace(journal.mark(), *history::Incarnations::recover(journal));
        commit(age->begin(incarnation));
    }
    void commit(const history::Change& change) {
        ASSERT_TRUE(journal.commit(std::span(&change, 1)));
        age->onCommitted(journal.mark().sequence);
    }
    // A step of this incarnation, so many ahead of the journal.
    history::Mark ahead(std::uint64_t steps) const {
        auto out = age->mark();
        out.sequence += steps;
        return out;
    }
};

TEST(JournalAge, TellsOfWhatIsOnTheDiskAndWhoWroteIt) {
    Life life("M1");
    EXPECT_EQ(life.age->mark().journal, life.journal.mark().journal);
    EXPECT_EQ(life.age->mark().sequence, life.journal.mark().sequence);
    EXPECT_EQ(life.age->mark().incarnation, "M1");
    EXPECT_EQ(life.age->olderCopy(), nullptr);
}

TEST(JournalAge, IsNotProvedByWhatTheJournalHas) {
    Life life("M1");
    const auto known = life.age->mark();
    life.commit({.upserts = {{"job", "job-1", "text"}}});
    EXPECT_FALSE(life.age->onSeen({})) << "a new agent";
    EXPECT_FALSE(life.age->onSeen(known));
    EXPECT_FALSE(life.age->onSeen(life.age->mark()));
    EXPECT_EQ(life.age->olderCopy(), nullptr);
}

TEST(JournalAge, IsProvedByAStepThatTheJournalLacks) {
    Life life("M1");
    const auto seen = life.ahead(7);
    const auto proof = life.age->onSeen(seen);
    ASSERT_TRUE(proof);
    EXPECT_FALSE(proof->empty());
    ASSERT_NE(life.age->olderCopy(), nullptr);
    EXPECT_EQ(life.age->olderCopy()->kind, Error::Kind::Unavailable);
    EXPECT_EQ(life.age->olderCopy()->message,
        fmt::format("The master's journal is an older copy: agents have seen step {}, which it "
                    "lacks. Stop the master and restore a newer backup with 'muster restore', or "
                    "start it with --accept_older_journal to continue without what is lost. Until "
                    "then it accepts nothing; running tasks continue",
            seen.sequence));
}

TEST(JournalAge, IsProvedAnewByALaterStepOnly) {
    Life life("M1");
    ASSERT_TRUE(life.age->onSeen(life.ahead(7)));
    const auto first = life.age->olderCopy()->message;
    EXPECT_FALSE(life.age->onSeen(life.ahead(7)));
    EXPECT_FALSE(life.age->onSeen(life.ahead(3)));
    EXPECT_EQ(life.age->olderCopy()->message, first);
    const auto latest = life.ahead(9);
    EXPECT_TRUE(life.age->onSeen(latest));
    EXPECT_NE(life.age->olderCopy()->message.find(fmt::format("step {},", latest.sequence)),
        std::string::npos);
    EXPECT_FALSE(life.age->onSeen({}));
    EXPECT_NE(life.age->olderCopy(), nullptr) << "for good";
}

TEST(JournalAge, IsKnownInTheLivesThatFollow) {
    Life life("M1");
    const auto seen = life.ahead(7);
    life.commit(*life.age->onSeen(seen));
    life.begin("M2");
    ASSERT_NE(life.age->olderCopy(), nullptr);
    EXPECT_NE(life.age->olderCopy()->message.find(fmt::format("step {},", seen.sequence)),
        std::string::npos);
    EXPECT_FALSE(life.age->onSeen(seen)) << "nothing new";
}

} // namespace
} // namespace muster::agentd
