// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/mount.h>

#include "agentd/master/journal_guard.h"
#include "core/history/backup.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {
namespace {

constexpr Instant kNow{std::chrono::hours(480000)};

TEST(JournalGuard, LetsANewMasterBegin) {
    test::TemporaryFolder folder;
    EXPECT_TRUE(checkJournalIsThere(folder.path(), true));
    folder.write("control.db", "something");
    folder.write("telemetry.db", "something");
    EXPECT_TRUE(checkJournalIsThere(folder.path(), true));
}

TEST(JournalGuard, RefusesAWorkDirectoryWhoseJournalIsEmptyOrMissing) {
    test::TemporaryFolder folder;
    folder.write("telemetry.db", "samples");
    const auto missing = checkJournalIsThere(folder.path(), false);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message,
        (folder / "control.db")
            + " is missing, but telemetry.db shows that a master has worked here: starting would "
              "lose all jobs and tasks. Restore a backup with 'muster restore', or start with "
              "--start_empty if nothing needs to be kept");
    folder.write("control.db", "");
    const auto empty = checkJournalIsThere(folder.path(), false);
    ASSERT_FALSE(empty);
    EXPECT_NE(empty.error().message.find("control.db is empty, but"), std::string::npos);
}

TEST(JournalGuard, NamesWhatAnInterruptedRepairHasLeft) {
    test::TemporaryFolder folder;
    folder.write("control.db.damaged-17", "something");
    folder.write("control.db.damaged-17-wal", "something");
    folder.write("control.db.salvaged", "something");
    const auto missing = checkJournalIsThere(folder.path(), false);
    ASSERT_FALSE(missing);
    EXPECT_NE(
        missing.error().message.find(
            "needs to be kept. Earlier repairs left control.db.damaged-17, control.db.salvaged "
            "next to it: rename control.db.salvaged to control.db to use it"),
        std::string::npos)
        << missing.error().message;
}

TEST(JournalGuard, RefusesAJournalOfAnotherVersionAndLeavesItAsItIs) {
    const test::TemporaryFolder folder;
    const auto path = folder / "control.db";
    {
        auto journal = *history::Journal::open(path);
        ASSERT_TRUE(journal.database().execute("PRAGMA user_version = 3"));
    }
    for (int i = 0; i < 2; ++i) {
        const auto refused = openJournal(path, kNow);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().message,
            path
                + " has control schema version 3, this Muster reads version 1: use the Muster that "
                  "wrote it, or move the file away to start over");
    }
}

TEST(JournalGuard, RefusesTheJournalOfABuildBeforeItsTablesHadTheirNames) {
    const test::TemporaryFolder folder;
    const auto path = folder / "control.db";
    {
        auto journal = *history::Journal::open(path);
        ASSERT_TRUE(journal.database().execute("PRAGMA application_id = 0x4d75436f"));
    }
    const auto refused = openJournal(path, kNow);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
        path + " is not a Muster control database: choose another path or move the file away");
}

TEST(JournalGuard, SeesAStandaloneMasterByItsAgent) {
    test::TemporaryFolder folder;
    folder.write("meta/agent", "S0");
    EXPECT_TRUE(checkJournalIsThere(folder.path(), false)) << "an agent of another master";
    EXPECT_FALSE(checkJournalIsThere(folder.path(), true));
}

TEST(JournalGuard, SetsADamagedTelemetryFileAside) {
    test::TemporaryFolder folder;
    folder.write("telemetry.db", std::string(9000, 'x'));
    const auto telemetry = openTelemetry(folder / "telemetry.db", kNow);
    ASSERT_TRUE(telemetry) << telemetry.error().message;
    EXPECT_EQ(folder.read("telemetry.db.damaged-1728000000"), std::string(9000, 'x'));
}

// As a bad sector leaves it.
void damageTable(const std::string& path, const std::string& table) {
    std::int64_t page = 0;
    std::int64_t size = 0;
    {
        auto database = *history::Database::open({.path = path});
        ASSERT_TRUE(database.execute("PRAGMA wal_checkpoint(TRUNCATE)"));
        history::Statement root(database,
            "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size "
            "WHERE name = ?1");
        ASSERT_TRUE(root.bind(table));
        ASSERT_TRUE(root.step().value());
        page = root.int64(0);
        size = root.int64(1);
    }
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp((page - 1) * size);
    file << std::string(static_cast<std::size_t>(size), 'Z');
}

struct DamagedPage {
    test::TemporaryFolder folder;
    std::string path = folder / "control.db";
    history::Mark mark;

    explicit DamagedPage(const std::string& table) {
        auto journal = *history::Journal::open(path);
        const history::Change change{.upserts = {{"job", "job-1", "text"}, {"job", "job-2", ""}},
            .endings = {{.kind = "job",
                .id = "job-2",
                .at = kNow,
                .wait = history::Wait{kNow, "alice", std::chrono::seconds(3)}}},
            .audit = {{kNow, "alice", "submit", "job-1", "train"}}};
        EXPECT_TRUE(journal.commit(std::span(&change, 1)));
        mark = journal.mark();
        damageTable(path, table);
    }
};

TEST(DamagedPage, OfWhatIsOnlyCountedIsLeftBehind) {
    DamagedPage world("waited");
    {
        auto journal = openJournal(world.path, kNow);
        ASSERT_TRUE(journal) << journal.error().message;
        EXPECT_EQ(journal->load("job")->size(), 1u);
        EXPECT_EQ(journal->ended("job", 10)->size(), 1u);
        const auto audit = *journal->audit({}, Instant::max(), 10);
        ASSERT_EQ(audit.size(), 2u);
        EXPECT_EQ(audit[0].action, "journal repaired");
        EXPECT_EQ(audit[0].detail, "without what was damaged: waited");
        EXPECT_EQ(journal->mark().journal, world.mark.journal);
        EXPECT_EQ(journal->mark().sequence, world.mark.sequence + 1);
        EXPECT_TRUE(journal->database().checkIntegrity());
    }
    EXPECT_TRUE(std::filesystem::exists(world.path + ".damaged-1728000000"));
    EXPECT_TRUE(openJournal(world.path, kNow + std::chrono::seconds(1)));
    EXPECT_FALSE(std::filesystem::exists(world.path + ".damaged-1728000001")) << "it is whole";
}

TEST(DamagedPage, OfAnythingElseIsFoundAtTheStart) {
    for (const auto* table : {"record", "ended", "audit"}) {
        DamagedPage world(table);
        const auto journal = openJournal(world.path, kNow);
        ASSERT_FALSE(journal) << table;
        EXPECT_NE(journal.error().message.find("'muster restore"), std::string::npos)
            << journal.error().message;
        EXPECT_FALSE(std::filesystem::exists(world.path + ".salvaged"));
    }
}

TEST(DamagedPage, LeavesBehindNoTableThatTheJournalHas) {
    test::TemporaryFolder folder;
    auto journal = *history::Journal::open(folder / "control.db");
    history::Statement tables(journal.database(),
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('record', "
        "'ended', 'audit', 'damaged', 'mark', 'usage_interval', 'holder', 'waited')");
    ASSERT_TRUE(tables.step().value());
    EXPECT_EQ(tables.int64(0), 0) << "a new table is to be salvaged, too";
}

// A master's journal on a small disk of its own.
struct FullDisk : testing::Test {
    test::TemporaryFolder folder;
    boost::asio::io_context io;
    std::optional<history::Journal> journal;
    std::unique_ptr<Control> control;
    unsigned answered = 0;

    void SetUp() override {
        if (::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=32m") != 0) {
            GTEST_SKIP() << "needs root";
        }
        journal.emplace(*history::Journal::open(folder / "control.db"));
        keepReserve(folder.path());
        control = *Control::open(io, {.master = {.id = "M1"}, .jobs = {}}, *journal);
        run();
    }
    void TearDown() override {
        control.reset();
        journal.reset();
        ::umount2(folder.path().c_str(), MNT_DETACH);
    }
    void run() { settle(io, *control); }
    void fill(std::uintmax_t left = 0) {
        std::ofstream ballast(folder / "ballast", std::ios::binary);
        const std::string much(1 << 12, 'b');
        while (std::filesystem::space(folder.path()).available > left
            && ballast.write(much.data(), static_cast<std::streamsize>(much.size()))
            && ballast.flush()) { }
    }
    std::string submit() {
        std::string said;
        control->submit(trainingJob("cpus:1;mem:32", "root", std::string(100'000, 'x')), {},
            "alice", [&](Result<JobId> job, bool) {
                ++answered;
                said = job ? std::string() : job.error().message;
            });
        run();
        return said;
    }
};

TEST_F(FullDisk, HasAReserveForWhatWasTakenOn) {
    fill();
    unsigned asked = 0;
    std::string why;
    while (why.empty() && ++asked < 100) {
        why = submit();
    }
    EXPECT_EQ(answered, asked) << "nobody waits for an answer";
    EXPECT_NE(why.find("The master's disk is full: "), std::string::npos) << why;
    EXPECT_NE(why.find("Free some space there"), std::string::npos) << why;
    EXPECT_EQ(journal->load("job")->size(), asked - 1) << "what was answered is written";
    std::filesystem::remove(folder / "ballast");
    control->lookAtDisk();
    EXPECT_EQ(control->admission().whyNotBegin(), nullptr);
    EXPECT_EQ(submit(), "");
}

TEST_F(FullDisk, IsSeenBeforeItIsFull) {
    unsigned told = 0;
    control->onStalled = [&told] { ++told; };
    control->lookAtDisk();
    EXPECT_EQ(control->admission().whyNotBegin(), nullptr);
    fill();
    control->lookAtDisk();
    EXPECT_EQ(submit(),
        "The master's disk is full: 0 MiB of " + folder.path().string()
            + " free, 16 MiB needed. Free some space there; running tasks continue");
    control->lookAtDisk();
    EXPECT_EQ(told, 1u);
    std::filesystem::remove(folder / "ballast");
    control->lookAtDisk();
    EXPECT_EQ(told, 2u);
    EXPECT_EQ(submit(), "");
}

TEST_F(FullDisk, TakesOnWhatEndsAndFreesUntilAWriteHasFailed) {
    ASSERT_EQ(submit(), "");
    const auto said = [&](auto ask) {
        std::optional<Status> got;
        ask([&](const Status& status) { got = status; });
        run();
        return got ? *got : failure("no answer");
    };
    const auto release = [&](const Control::Done& done) {
        control->execute(cluster::OperatorRelease{0, {"GPU-x"}, "alice"}, done);
    };
    fill(std::uintmax_t{4} << 20);
    control->lookAtDisk();
    EXPECT_NE(submit().find("The master's disk is nearly full: "), std::string::npos);
    EXPECT_EQ(said(release).error().kind, Error::Kind::NotFound) << "it was asked for";
    const auto killed = said([&](const Control::Done& done) {
        control->killJob(control->jobs().jobs().front()->id, {"alice", ""}, done);
    });
    EXPECT_TRUE(killed) << killed.error().message;
}

TEST_F(FullDisk, LetsFrameworksEndThingsAndBeginNone) {
    EXPECT_EQ(control->admission().whyNot(cluster::Accept{}), nullptr);
    fill(std::uintmax_t{4} << 20);
    control->lookAtDisk();
    for (const cluster::FrameworkCall& call :
        {cluster::FrameworkCall(cluster::Accept{}), cluster::FrameworkCall(cluster::Subscribe{})}) {
        ASSERT_NE(control->admission().whyNot(call), nullptr);
        EXPECT_NE(
            control->admission().whyNot(call)->message.find("is nearly full"), std::string::npos);
    }
    for (const cluster::FrameworkCall& call :
        {cluster::FrameworkCall(cluster::Kill{}), cluster::FrameworkCall(cluster::Acknowledge{}),
            cluster::FrameworkCall(cluster::Decline{})}) {
        EXPECT_EQ(control->admission().whyNot(call), nullptr);
    }
}

struct DamagedJournal {
    test::TemporaryFolder folder;
    history::Journal journal = *history::Journal::open(folder / "control.db");
    boost::asio::io_context io;

    void keep(const history::Change& change) { ASSERT_TRUE(journal.commit(std::span(&change, 1))); }
    void damage(const std::string& id) {
        ASSERT_TRUE(journal.database().execute("UPDATE record SET payload = x'ff' WHERE id = '" + id
            + "'; UPDATE ended SET payload = x'ff' WHERE id = '" + id + "'"));
    }
    Result<std::unique_ptr<Control>> open(bool setAsideDamaged = false) {
        return Control::open(
            io, {.master = {.id = "M1"}, .jobs = {}, .setAsideDamaged = setAsideDamaged}, journal);
    }
};

TEST(DamagedJournal, StartsWithoutARowOfWhatHasEnded) {
    DamagedJournal world;
    for (const auto* id : {"job-1", "job-2"}) {
        world.keep({.upserts = {{"job", id, ""}}, .endings = {{"job", id, kNow}}});
    }
    world.damage("job-1");
    const auto control = world.open();
    ASSERT_TRUE(control) << control.error().message;
    EXPECT_EQ(world.journal.ended("job", 10)->size(), 0u) << "job-2 has no content either";
    history::Statement kept(world.journal.database(), "SELECT count(*) FROM damaged");
    ASSERT_TRUE(kept.step().value());
    EXPECT_EQ(kept.int64(0), 2);
}

TEST(DamagedJournal, RefusesARowOfWhatLivesUnlessItIsToldTo) {
    DamagedJournal world;
    world.keep({.upserts = {{"job", "job-7", "text"}}});
    world.damage("job-7");
    const auto refused = world.open();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
        (world.folder / "control.db")
            + ": the row of job job-7 is damaged: its bytes do not match their checksum. Restore a "
              "backup with 'muster restore', or start with --set_aside_damaged to continue without "
              "it");
    EXPECT_TRUE(world.journal.loadOne("job", "job-7")) << "nothing was changed";
    EXPECT_FALSE(world.open());
    const auto control = world.open(true);
    ASSERT_TRUE(control) << control.error().message;
    EXPECT_TRUE((*control)->jobs().jobs().empty());
}

TEST(DamagedJournal, StartsWithoutTheRowOfAnIncarnation) {
    DamagedJournal world;
    world.keep({.upserts = {{"incarnation", "00000000000000000001", "M0"}}});
    world.damage("00000000000000000001");
    const auto control = world.open();
    ASSERT_TRUE(control) << control.error().message;
    const auto& mark = world.journal.mark();
    EXPECT_TRUE((*control)->fits({mark.journal, 1, "M0"})) << "an agent that knows it";
}

// Masters on one journal, of which a copy was kept that lacks what the second has decided.
struct OlderCopy : testing::Test {
    test::TemporaryFolder folder;
    std::string path = folder / "control.db";
    boost::asio::io_context io;
    std::optional<history::Journal> journal;
    std::unique_ptr<Control> control;
    history::Mark seen; // by an agent of the second

    void SetUp() override {
        start("M1");
        EXPECT_EQ(submit(), "job-1");
        stop();
        std::filesystem::copy_file(path, folder / "older.db");
        start("M2");
        EXPECT_EQ(submit(), "job-2");
        EXPECT_EQ(submit(), "job-3");
        seen = control->mark();
        stop();
        std::filesystem::copy_file(
            folder / "older.db", path, std::filesystem::copy_options::overwrite_existing);
    }
    void start(const std::string& master, bool acceptOlder = false) {
        stop();
        auto opened = openJournal(path, kNow, acceptOlder);
        ASSERT_TRUE(opened) << opened.error().message;
        journal.emplace(std::move(*opened));
        control = *Control::open(io, {.master = {.id = master}, .jobs = {}}, *journal);
        run();
    }
    void stop() {
        control.reset();
        journal.reset();
    }
    void run() { settle(io, *control); }
    void post(std::string& answer) {
        control->submit(
            trainingJob("cpus:1;mem:32"), {}, "alice", [&answer](Result<JobId> job, bool) {
                answer = job ? job->value : job.error().message;
            });
    }
    std::string submit() {
        std::string answer = "no answer";
        post(answer);
        run();
        return answer;
    }
    std::string refusal() const {
        return fmt::format("The master's journal is an older copy: agents have seen step {}, which "
                           "it lacks. Stop the master and restore a newer backup with 'muster "
                           "restore', or start it with --accept_older_journal to continue without "
                           "what is lost. Until then it accepts nothing; running tasks continue",
            seen.sequence);
    }
};

TEST_F(OlderCopy, IsFoundOutByAnAgentAndAcceptsNothingFromThenOn) {
    start("M3");
    EXPECT_EQ(submit(), "job-2") << "nobody can know yet";
    unsigned told = 0;
    control->onOlderCopy = [&told] { ++told; };
    EXPECT_FALSE(control->fits(seen));
    EXPECT_FALSE(control->fits(seen));
    run();
    EXPECT_EQ(told, 1u);
    EXPECT_EQ(submit(), refusal());
    std::string released;
    control->execute(cluster::OperatorRelease{0, {"GPU-x"}, "alice"},
        [&](const Status& status) { released = status ? "released" : status.error().message; });
    EXPECT_EQ(released, refusal()) << "nothing is freed either";
    for (const cluster::FrameworkCall& call :
        {cluster::FrameworkCall(cluster::Subscribe{}), cluster::FrameworkCall(cluster::Kill{}),
            cluster::FrameworkCall(cluster::Acknowledge{})}) {
        ASSERT_NE(control->admission().whyNot(call), nullptr);
        EXPECT_EQ(control->admission().whyNot(call)->message, refusal());
    }
    EXPECT_EQ(control->admission().diskProblem(), nullptr);
    EXPECT_FALSE(control->fits(control->mark())) << "no agent is admitted";
    EXPECT_EQ(control->jobs().jobs().size(), 2u) << "what there is can be read";
}

TEST_F(OlderCopy, RefusesWhatItHasNotDecidedYetAndClosesItsAgents) {
    start("M3");
    std::string closed;
    const auto agent = control->addAgent(
        {.send = [](const auto&) {}, .close = [&closed](const std::string& why) { closed = why; }});
    cluster::AgentInfo info{.hostname = "node-1", .total = *Resources::parse("cpus:2;mem:64")};
    std::string answer;
    post(answer);
    control->fromAgent(agent, cluster::Register{{}, info, {}, {}});
    EXPECT_FALSE(control->fits(seen));
    run();
    EXPECT_EQ(answer, refusal());
    EXPECT_EQ(closed, refusal());
    control->removeLink(agent);
    run();
    EXPECT_EQ(control->jobs().jobs().size(), 1u);
    EXPECT_TRUE(control->master().agents().empty());
}

// Screens are told who is gone; nothing else is found out, for nobody acts on it.
TEST_F(OlderCopy, OffersAndExplainsNothingMore) {
    start("M3");
    const auto agent
        = control->addAgent({.send = [](const auto&) {}, .close = [](const std::string&) {}});
    const cluster::AgentInfo info{
        .hostname = "node-1", .total = *Resources::parse("cpus:2;mem:16")};
    control->fromAgent(agent, cluster::Register{{}, info, {}, {}});
    control->fromAgent(agent, cluster::AgentUpdate{info, {}});
    run();
    const auto* job = control->jobs().job({"job-1"});
    ASSERT_NE(job, nullptr);
    const auto before = job->waitText;
    EXPECT_NE(before.find("node-1"), std::string::npos) << before;
    EXPECT_FALSE(control->fits(seen));
    run();
    std::vector<cluster::Event> told;
    control->onEvents = [&told](const BatchEvents& events) {
        told.insert(told.end(), events.cluster.begin(), events.cluster.end());
        EXPECT_TRUE(events.jobs.empty());
    };
    control->removeLink(agent);
    run();
    EXPECT_TRUE(std::ranges::any_of(
        told, [](const cluster::Event& event) { return cluster::shownAgent(event) != nullptr; }));
    EXPECT_EQ(job->waitText, before);
}

TEST_F(OlderCopy, NamesTheLatestStepThatAnAgentHasSeen) {
    start("M3");
    std::vector<std::string> told;
    control->onOlderCopy = [&] { told.push_back(control->admission().olderCopy()->message); };
    const auto latest = seen;
    seen.sequence -= 1;
    EXPECT_FALSE(control->fits(seen));
    const auto first = refusal();
    EXPECT_FALSE(control->fits(latest));
    EXPECT_FALSE(control->fits(seen));
    seen = latest;
    EXPECT_EQ(told, (std::vector{first, refusal()}));
    EXPECT_EQ(submit(), refusal());
    start("M4");
    ASSERT_NE(control->admission().olderCopy(), nullptr);
    EXPECT_EQ(control->admission().olderCopy()->message, refusal());
}

TEST_F(OlderCopy, IsOneInEveryLaterLife) {
    start("M3");
    EXPECT_FALSE(control->fits(seen));
    run();
    for (const auto* later : {"M4", "M5"}) {
        start(later);
        ASSERT_NE(control->admission().olderCopy(), nullptr) << later;
        EXPECT_EQ(submit(), refusal());
    }
}

TEST_F(OlderCopy, IsFoundOutAlsoWhenItHasGoneFurther) {
    start("M3");
    while (control->mark().sequence <= seen.sequence) {
        submit();
    }
    start("M4");
    EXPECT_EQ(control->admission().olderCopy(), nullptr);
    EXPECT_FALSE(control->fits(seen));
}

TEST_F(OlderCopy, ThatIsAcceptedGoesOnWithNewNumbers) {
    start("M3");
    EXPECT_FALSE(control->fits(seen));
    run();
    start("M4", true);
    EXPECT_EQ(control->admission().olderCopy(), nullptr);
    EXPECT_TRUE(control->fits(seen));
    EXPECT_EQ(submit(), "job-1728000000001");
    start("M5");
    EXPECT_TRUE(control->fits(seen));
    EXPECT_EQ(submit(), "job-1728000000002");
}

TEST_F(OlderCopy, ThatIsRestoredOnPurposeIsNone) {
    start("M3");
    EXPECT_FALSE(control->fits(seen));
    run();
    stop();
    ASSERT_TRUE(history::restoreJournal(folder / "older.db", folder.path(), kNow));
    start("M4");
    EXPECT_TRUE(control->fits(seen));
    EXPECT_EQ(submit(), "job-1728000000001");
}

TEST_F(OlderCopy, ByADamagedLogIsRefusedAtTheStart) {
    start("M3");
    for (int i = 0; i < 20; ++i) {
        submit();
    }
    for (const auto* suffix : {"", "-wal"}) { // as after a power cut
        std::filesystem::copy_file(path + suffix, (folder / "damaged.db") + suffix);
    }
    const auto last = control->mark();
    stop();
    for (const auto* suffix : {"", "-wal"}) {
        std::filesystem::copy_file((folder / "damaged.db") + suffix, path + suffix,
            std::filesystem::copy_options::overwrite_existing);
    }
    {
        std::fstream log(path + "-wal", std::ios::in | std::ios::out | std::ios::binary);
        log.seekp(32 + 4 * (24 + 4096) + 24 + 1000);
        log << "damage";
    }
    for (int i = 0; i < 2; ++i) {
        const auto refused = openJournal(path, kNow);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().message,
            path
                + "-wal is damaged in frame 5: what was committed after it would be lost. Restore "
                  "a "
                  "backup with 'muster restore', or start with --accept_older_journal to continue "
                  "without it");
    }
    start("M4", true);
    EXPECT_TRUE(control->fits(last));
    EXPECT_EQ(submit(), "job-1728000000001");
}

} // namespace
} // namespace muster::agentd
