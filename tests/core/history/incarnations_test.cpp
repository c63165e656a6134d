// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/incarnations.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace muster::history {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr Instant kNow = Instant(1'800'000'000s);

// A journal that master after master takes up.
struct Masters {
    test::TemporaryFolder folder;
    std::string path = folder / "control.db";
    std::optional<Journal> journal;
    std::optional<Incarnations> incarnations;
    std::string id;

    void start(const std::string& master) {
        end();
        journal.emplace(*Journal::open(path));
        incarnations.emplace(*Incarnations::recover(*journal));
        id = master;
        commit(incarnations->begin(id, journal->mark().sequence));
    }
    void end() {
        incarnations.reset();
        journal.reset();
    }
    void commit(const Change& change) { ASSERT_TRUE(journal->commit(std::span(&change, 1))); }
    // What an agent is told after so many more commits.
    Mark told(int commits = 0) {
        while (commits-- > 0) {
            commit({.upserts = {{"job", "job-1", "text"}}});
        }
        return {journal->mark().journal, journal->mark().sequence, id};
    }
    bool have(const Mark& known) { return incarnations->have(known, told()); }
    void keepAs(const std::string& name) {
        end();
        fs::copy_file(path, folder / name);
    }
    void putBack(const std::string& name) {
        end();
        fs::copy_file(folder / name, path, fs::copy_options::overwrite_existing);
    }
};

TEST(Incarnations, HaveWhatEachOfThemHasTold) {
    Masters masters;
    masters.start("M1");
    EXPECT_TRUE(masters.have({})) << "a new agent";
    EXPECT_TRUE(masters.have({"another journal", 99, "M9"}));
    const auto first = masters.told(5);
    EXPECT_TRUE(masters.have(first));
    EXPECT_FALSE(masters.have({first.journal, first.sequence + 1, "M1"}));
    masters.start("M2");
    const auto second = masters.told(5);
    EXPECT_TRUE(masters.have(first));
    EXPECT_TRUE(masters.have(second));
    EXPECT_FALSE(masters.have({first.journal, first.sequence + 1, "M1"})) << "M2 wrote that step";
    EXPECT_FALSE(masters.have({first.journal, first.sequence, "M0"})) << "nobody knows M0";
}

TEST(Incarnations, ProveAnOlderCopyAlsoWhenItHasOvertaken) {
    Masters masters;
    masters.start("M1");
    const auto kept = masters.told(3);
    masters.keepAs("older.db");
    masters.start("M2");
    const auto lost = masters.told(3);
    masters.putBack("older.db");
    for (const auto* later : {"M3", "M4", "M5"}) {
        masters.start(later);
        EXPECT_TRUE(masters.have(kept));
        EXPECT_FALSE(masters.have(lost)) << later;
        EXPECT_GT(masters.told(20).sequence, lost.sequence);
        EXPECT_FALSE(masters.have(lost)) << later;
    }
}

TEST(Incarnations, ProveAnOlderCopyFromTheLifeOfOneMaster) {
    Masters masters;
    masters.start("M1");
    masters.told(3);
    masters.keepAs("older.db");
    masters.journal.emplace(*Journal::open(masters.path)); // goes on
    const auto lost = masters.told(3);
    masters.putBack("older.db");
    masters.start("M2");
    masters.told(20);
    EXPECT_FALSE(masters.have(lost));
}

TEST(Incarnations, RememberWhatTheJournalLacks) {
    Masters masters;
    masters.start("M1");
    EXPECT_FALSE(masters.incarnations->lacks());
    masters.commit(masters.incarnations->lack(70));
    EXPECT_TRUE(masters.incarnations->lack(60).empty());
    masters.commit(masters.incarnations->lack(80));
    masters.start("M2");
    EXPECT_EQ(masters.incarnations->lacks(), 80u);
}

TEST(Incarnations, ForgetTheOldestWhoseStepsThenFit) {
    Masters masters;
    masters.start("M0");
    const auto first = masters.told(3);
    ASSERT_TRUE(masters.journal->database().execute("PRAGMA synchronous = OFF"));
    for (std::size_t i = 1; i <= Incarnations::kMost; ++i) {
        masters.commit(
            masters.incarnations->begin("M" + std::to_string(i), masters.journal->mark().sequence));
    }
    EXPECT_EQ(masters.journal->load("incarnation")->size(), Incarnations::kMost);
    masters.start("last");
    EXPECT_TRUE(masters.have(first));
}

TEST(Incarnations, ProveNothingWithTheStepsOfOneThatIsDamaged) {
    Masters masters;
    masters.start("M1");
    masters.told(3);
    masters.start("M2");
    const auto seen = masters.told(3);
    masters.start("M3");
    const auto last = masters.told(3);
    ASSERT_TRUE(masters.journal->database().execute(
        "UPDATE record SET payload = x'ff' WHERE kind = 'incarnation' AND payload = "
        "CAST('M2' AS BLOB)"));
    masters.start("M4");
    const auto damaged = masters.journal->takeDamaged();
    ASSERT_EQ(damaged.size(), 1u);
    EXPECT_TRUE(masters.have(seen));
    EXPECT_TRUE(masters.have(last));
    ASSERT_TRUE(masters.journal->setAside(damaged.front(), kNow));
    masters.told(20);
    const Mark later{seen.journal, last.sequence + 5, "M2"};
    EXPECT_FALSE(masters.have(later)) << "M4 wrote that step";
    masters.start("M5");
    EXPECT_TRUE(masters.have(seen)) << "its row is no longer there";
    EXPECT_FALSE(masters.have(later));
}

TEST(Incarnations, AreForgottenByALeapThatGoesBeyondWhatWasLost) {
    Masters masters;
    masters.start("M1");
    masters.commit({.upserts = {{"meta", "last-job", "job-7"}}});
    masters.keepAs("older.db");
    masters.start("M2");
    const auto lost = masters.told(3);
    masters.putBack("older.db");
    masters.start("M3");
    ASSERT_FALSE(masters.have(lost));
    masters.commit(masters.incarnations->lack(lost.sequence));
    const auto before = masters.told(2);
    ASSERT_TRUE(leapAhead(*masters.journal, kNow, "older journal accepted"));
    masters.start("M4");
    EXPECT_FALSE(masters.incarnations->lacks());
    EXPECT_TRUE(masters.have(lost));
    EXPECT_TRUE(masters.have(before));
    EXPECT_GT(masters.told().sequence, 1'800'000'000'000'000u);
    EXPECT_EQ(masters.journal->loadOne("meta", "last-job").value()->payload, "job-1800000000000");
    EXPECT_EQ(
        masters.journal->audit({}, Instant::max(), 1)->at(0).action, "older journal accepted");
    EXPECT_FALSE(masters.have({lost.journal, masters.told().sequence + 1, "M2"}));
}

TEST(Incarnations, LeapAlsoWhereAClockThatWasAheadHasPutTheNumbers) {
    Masters masters;
    masters.start("M1");
    ASSERT_TRUE(leapAhead(*masters.journal, kNow + 24h * 36500, "journal restored"));
    masters.start("M2");
    const auto ahead = masters.told(3);
    ASSERT_TRUE(leapAhead(*masters.journal, kNow, "journal restored"));
    masters.start("M3");
    EXPECT_GE(masters.told().sequence, ahead.sequence + 1'800'000'000'000'000u);
    EXPECT_EQ(masters.journal->loadOne("meta", "last-job").value()->payload, "job-6753600000000");
}

TEST(Incarnations, LeapBackForNoStepThatSomebodySays) {
    Masters masters;
    masters.start("M1");
    masters.commit(masters.incarnations->lack(UINT64_MAX));
    ASSERT_TRUE(leapAhead(*masters.journal, kNow, "older journal accepted"));
    masters.start("M2");
    const auto far = masters.told().sequence;
    EXPECT_GT(far, 1'800'000'000'000'000u);
    ASSERT_TRUE(leapAhead(*masters.journal, kNow, "older journal accepted"));
    masters.start("M3");
    EXPECT_GT(masters.told().sequence, far);
}

} // namespace
} // namespace muster::history
