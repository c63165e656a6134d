// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/log_feed.h"

#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

#include "app/console/link/link.h"
#include "app/console/pages/log_memory.h"
#include "core/proto/protocol.h"
#include "tests/app/console/fake_master.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "widgets/forms/log_text.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/job_model.h"
#include "widgets/models/text.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;
using widgets::LogSettings;
using widgets::LogTask;
using widgets::LogViewer;

namespace {

void addLoggedTask(v1::Snapshot& snapshot, const char* id, const char* state) {
    auto& task = *snapshot.mutable_rows()->add_tasks();
    task.set_framework_id("F");
    task.set_id(id);
    task.set_state(test::worded(state));
}

LogTask logTask(const char* id) {
    return {models::text(models::taskKey("F", id)), QString::fromLatin1(id)};
}

class Feed : public testing::Test {
protected:
    FakeMaster master;
    models::ClusterState state;
    std::unique_ptr<Link> link;
    LogViewer viewer;

    void SetUp() override {
        addLoggedTask(master.snapshot, "job-1.1", "TASK_FAILED");
        addLoggedTask(master.snapshot, "job-1.2", "TASK_RUNNING");
        link = std::make_unique<Link>(master.address(), state);
        new LogFeed(state, *link, viewer);
        viewer.resize(600, 300);
        viewer.show();
        link->start();
        ASSERT_TRUE(QTest::qWaitFor([this] { return link->phase() == Link::Phase::Live; }));
    }
    void show(const std::vector<LogTask>& tasks) {
        viewer.setSubject(QStringLiteral("job-1"), QStringLiteral("Log"), tasks);
    }
    // "job-1.1 stdout" for each question so far.
    std::vector<std::string> asked() const {
        std::vector<std::string> files;
        for (const auto& request : master.requests) {
            if (request.has_read_log()) {
                files.push_back(request.read_log().task_id() + " " + request.read_log().file());
            }
        }
        return files;
    }
    v1::Request question(std::size_t index) const {
        for (const auto& request : master.requests) {
            if (request.has_read_log() && index-- == 0) {
                return request;
            }
        }
        return {};
    }
    bool waitForQuestions(std::size_t count) {
        return QTest::qWaitFor([&] { return asked().size() >= count; }, 10'000);
    }
    void answer(std::size_t index, qint64 offset, const char* data, bool end = false) {
        v1::Reply reply;
        reply.set_id(question(index).id());
        reply.mutable_log()->set_offset(offset);
        reply.mutable_log()->set_data(data);
        reply.mutable_log()->set_end(end);
        master.reply(reply);
    }
    void refuse(std::size_t index, v1::Error::Kind kind, const char* message) {
        v1::Reply reply;
        reply.set_id(question(index).id());
        reply.mutable_error()->set_kind(kind);
        reply.mutable_error()->set_message(message);
        master.reply(reply);
    }
    bool waitForText(const char* wanted) {
        return QTest::qWaitFor([&] { return viewer.text() == QString::fromUtf8(wanted); });
    }
    using Files = std::vector<std::string>;
};

} // namespace

TEST_F(Feed, ReadsBothFilesOfATaskFromTheWantedTail) {
    show({logTask("job-1.2")});
    ASSERT_TRUE(waitForQuestions(2));
    EXPECT_EQ(asked(), (Files{"job-1.2 stdout", "job-1.2 stderr"}));
    EXPECT_EQ(question(0).read_log().offset(), -(256 << 10));
    EXPECT_TRUE(question(0).read_log().follow());
    answer(0, 4096, "out\n");
    answer(1, 0, "err\n");
    EXPECT_TRUE(waitForText("out\nerr")) << viewer.text().toStdString();
    EXPECT_TRUE(viewer.statusText().contains(QLocale().formattedDataSize(4096, 0)))
        << "what is before it: " << viewer.statusText().toStdString();
}

TEST_F(Feed, ReadsTheAttemptsOfAJobInTheirOrder) {
    show({logTask("job-1.1"), logTask("job-1.2")});
    ASSERT_TRUE(waitForQuestions(2));
    QTest::qWait(30);
    EXPECT_EQ(asked(), (Files{"job-1.1 stdout", "job-1.1 stderr"})) << "the ended one first";
    answer(0, 0, "first\n", true);
    answer(1, 0, "", true);
    ASSERT_TRUE(waitForQuestions(4));
    EXPECT_EQ(asked()[2], "job-1.2 stdout");
    answer(2, 0, "second\n");
    EXPECT_TRUE(waitForText("first\nsecond"));
    EXPECT_FALSE(viewer.statusText().contains(QStringLiteral("End of the log")));
    answer(2, 7, "", true);
    answer(3, 0, "", true);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return viewer.statusText().contains(QStringLiteral("End of the log")); }));
}

TEST_F(Feed, AsksForTheNextAttemptWhenItComes) {
    show({logTask("job-1.1")});
    ASSERT_TRUE(waitForQuestions(2));
    answer(0, 0, "first\n", true);
    answer(1, 0, "", true);
    show({logTask("job-1.1"), logTask("job-1.2")});
    ASSERT_TRUE(waitForQuestions(4));
    EXPECT_EQ(
        asked(), (Files{"job-1.1 stdout", "job-1.1 stderr", "job-1.2 stdout", "job-1.2 stderr"}));
}

TEST_F(Feed, GoesOnWhereItStoppedWhenTheLinkIsBack) {
    show({logTask("job-1.2")});
    ASSERT_TRUE(waitForQuestions(2));
    answer(0, 0, "one\n");
    ASSERT_TRUE(waitForText("one"));
    master.dropAll();
    ASSERT_TRUE(waitForQuestions(4));
    EXPECT_EQ(question(2).read_log().offset(), 4);
    answer(2, 4, "two\n");
    EXPECT_TRUE(waitForText("one\ntwo"));
}

TEST_F(Feed, AsksAgainWhileATaskHasNoFilesYet) {
    show({logTask("job-1.2")});
    ASSERT_TRUE(waitForQuestions(2));
    refuse(0, v1::Error::NOT_FOUND, "no such file in the sandbox");
    ASSERT_TRUE(waitForQuestions(3));
    EXPECT_EQ(asked()[2], "job-1.2 stdout");
    auto settings = viewer.settings();
    settings.times = true;
    viewer.setSettings(settings);
    answer(2, 0, "there\n");
    EXPECT_TRUE(waitForText("there"));
    EXPECT_NE(viewer.textToSave(false).at(0), ' ') << "it was not there before";
}

TEST_F(Feed, StampsWhatArrivesAfterWhatStoodInTheFile) {
    auto settings = viewer.settings();
    settings.times = true;
    settings.streams = LogSettings::Streams::Out;
    viewer.setSettings(settings);
    show({logTask("job-1.2")});
    ASSERT_TRUE(waitForQuestions(1));
    answer(0, 0, "old\n");
    answer(0, 4, "older than the question\n");
    answer(0, 28, "");
    answer(0, 28, "new\n");
    ASSERT_TRUE(waitForText("old\nolder than the question\nnew"));
    const auto saved = QString::fromUtf8(viewer.textToSave(false)).split(QLatin1Char('\n'));
    ASSERT_EQ(saved.size(), 4);
    EXPECT_TRUE(saved[0].trimmed() == QStringLiteral("old"));
    EXPECT_TRUE(saved[1].startsWith(QStringLiteral("            \t")));
    EXPECT_TRUE(saved[2].contains(
        QRegularExpression(QStringLiteral("^\\d\\d:\\d\\d:\\d\\d\\.\\d{3}\\tnew$"))))
        << saved[2].toStdString();
}

TEST_F(Feed, SaysWhyAFileCannotBeReadAndReadsTheOthers) {
    show({logTask("job-1.1"), logTask("job-1.2")});
    ASSERT_TRUE(waitForQuestions(2));
    refuse(0, v1::Error::NOT_FOUND, "the sandbox is gone");
    refuse(1, v1::Error::UNAVAILABLE, "the agent is away");
    ASSERT_TRUE(waitForQuestions(4)) << "an agent that is away does not hold up the others";
    EXPECT_TRUE(viewer.statusText().contains(QStringLiteral("the sandbox is gone")));
    ASSERT_TRUE(waitForQuestions(5));
    EXPECT_EQ(asked()[4], "job-1.1 stderr") << "it may come back";
}

TEST_F(Feed, ConfirmsWhatItHasTaken) {
    const auto confirmed = [this] {
        quint64 bytes = 0;
        for (const auto& request : master.requests) {
            bytes += request.log_taken().request_id() == question(0).id()
                ? request.log_taken().bytes()
                : 0;
        }
        return bytes;
    };
    show({logTask("job-1.2")});
    ASSERT_TRUE(waitForQuestions(2));
    EXPECT_EQ(question(0).read_log().window(), proto::kLogWindow);
    const std::string half(proto::kLogConfirmed / 2, 'x');
    answer(0, 0, half.c_str());
    QTest::qWait(30);
    EXPECT_EQ(confirmed(), 0u) << "not each piece";
    answer(0, static_cast<qint64>(half.size()), half.c_str());
    EXPECT_TRUE(QTest::qWaitFor([&] { return confirmed() == proto::kLogConfirmed; }));
}

TEST_F(Feed, EndsItsStreamsWhenAnotherIsWanted) {
    show({logTask("job-1.2")});
    ASSERT_TRUE(waitForQuestions(2));
    viewer.setSubject({}, {}, {});
    ASSERT_TRUE(QTest::qWaitFor([&] { return master.requests.back().has_cancel_log(); }));
    EXPECT_EQ(master.requests.back().cancel_log().request_id(), question(1).id());
}

TEST(LogMemory, KeepsSettingsFromViewerToViewer) {
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("a.ini")), QSettings::IniFormat);
    EXPECT_EQ(readLogSettings(settings), LogSettings());
    LogSettings wanted;
    wanted.streams = LogSettings::Streams::Error;
    wanted.tailBytes = 1 << 20;
    wanted.searchRegex = wanted.filterInverse = wanted.times = true;
    writeLogSettings(settings, wanted);
    EXPECT_EQ(readLogSettings(settings), wanted);
    LogViewer viewer;
    new LogMemory(settings, viewer);
    EXPECT_EQ(viewer.settings(), wanted);
    settings.setValue(QStringLiteral("log/streams"), QStringLiteral("nonsense"));
    EXPECT_EQ(readLogSettings(settings).streams, LogSettings::Streams::Both);
}

TEST(LogMemory, SavesTheLinesIntoAFileAndSaysWhyNot) {
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("a.ini")), QSettings::IniFormat);
    LogViewer viewer;
    auto* memory = new LogMemory(settings, viewer);
    viewer.append({0, models::LogStream::Out}, "hello\n");
    QTest::qWait(50);
    std::vector<std::pair<QString, bool>> said;
    QObject::connect(memory, &LogMemory::saved,
        [&](const QString& notice, bool good) { said.emplace_back(notice, good); });
    const auto path = folder.filePath(QStringLiteral("job.log"));
    memory->save(path, false);
    memory->save(folder.path(), false);
    ASSERT_EQ(said.size(), 2u);
    EXPECT_TRUE(said[0].second) << said[0].first.toStdString();
    EXPECT_FALSE(said[1].second);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll().toStdString(), "hello\n");
}

TEST(AttemptsOf, FindsTheTasksOfAJobInTheirOrder) {
    models::ClusterState state;
    v1::Snapshot snapshot;
    for (const auto* id : {"job-1.10", "job-1.9", "job-10.1", "job-1.2"}) {
        addLoggedTask(snapshot, id, "TASK_FAILED");
    }
    state.apply(snapshot);
    auto asked = job("job-1", "running");
    asked.set_framework_id("F");
    std::vector<std::string> ids;
    for (const auto* task : models::attemptsOf(state, asked)) {
        ids.push_back(task->id());
    }
    EXPECT_EQ(ids, (std::vector<std::string>{"job-1.2", "job-1.9", "job-1.10"}));
}
