// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/demo/demo_cluster.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

#include "app/console/demo/sample_jobs.h"
#include "core/spec/job_plan.h"

using namespace muster;
using namespace muster::console;

namespace {

// A daemon that is a script: it holds its work folder and says where it listens, as ours does.
constexpr auto kGood = R"(#!/bin/sh
for argument; do case $argument in --work_dir=*) work=${argument#*=} ;; esac; done
mkdir -p "$work" "$XDG_CONFIG_HOME/muster"
exec 9>"$work/master.lock"
flock -n 9 || exit 1
echo "$*" > "$work/arguments"
echo "${MUSTER_MASTER-none}" > "$work/master"
umask 077
printf 'current = "local"\n[contexts.local]\naddress = "127.0.0.1:%s"\n' $(($$ % 60000 + 1)) \
    > "$XDG_CONFIG_HOME/muster/contexts.toml"
exec 8<>"$work/wait"; read never <&8
)";
constexpr auto kWithoutRunc = R"(#!/bin/sh
case "$*" in
*--isolation=none*) ;;
*) echo "info something" >&2; echo "EXIT with status 1: runc is not there" >&2; exit 1 ;;
esac
)";
constexpr auto kBroken = "#!/bin/sh\necho 'EXIT with status 1: the disk is full' >&2\nexit 1\n";

class Demo : public testing::Test {
protected:
    QTemporaryDir folder;
    net::Context context;
    QString failure;
    int readied = 0;

    QString path(const char* name) { return folder.filePath(QString::fromLatin1(name)); }
    QString text(const char* name) {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll().trimmed())
                                              : QString();
    }
    QString script(const char* words) {
        const auto made = path("daemon");
        QFile file(made);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(words);
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return made;
    }
    std::unique_ptr<DemoCluster> make(const QString& daemon, bool root) {
        QDir(path("demo")).mkpath(QStringLiteral("daemon"));
        auto made = std::make_unique<DemoCluster>(daemon, path("demo"), root);
        QObject::connect(made.get(), &DemoCluster::ready, [this](const net::Context& found) {
            context = found;
            ++readied;
        });
        QObject::connect(
            made.get(), &DemoCluster::failed, [this](const QString& words) { failure = words; });
        return made;
    }
    bool ended() {
        return QTest::qWaitFor([this] { return readied > 0 || !failure.isEmpty(); }, 20'000);
    }
    void SetUp() override {
        QDir().mkpath(path("demo/daemon"));
        ASSERT_EQ(QProcess::execute(QStringLiteral("mkfifo"), {path("demo/daemon/wait")}), 0);
    }
};

} // namespace

TEST_F(Demo, StartsADaemonOfItsOwnAndEndsItWithTheConsole) {
    qputenv("MUSTER_MASTER", "elsewhere:1");
    auto demo = make(script(kGood), true);
    demo->start();
    ASSERT_TRUE(ended());
    qunsetenv("MUSTER_MASTER");
    EXPECT_TRUE(failure.isEmpty()) << failure.toStdString();
    EXPECT_TRUE(demo->running());
    EXPECT_TRUE(demo->whyNoJobs().isEmpty());
    EXPECT_EQ(context.address.rfind("127.0.0.1:", 0), 0u) << context.address;
    const auto arguments = text("demo/daemon/arguments");
    EXPECT_TRUE(arguments.startsWith(QStringLiteral("standalone --simulate=h100x8 --port=0")));
    EXPECT_FALSE(arguments.contains(QStringLiteral("isolation"))) << arguments.toStdString();
    EXPECT_EQ(text("demo/daemon/master"), QStringLiteral("none")) << "the user's own is another";
    const auto pid = text("demo/daemon.pid");
    ASSERT_TRUE(QDir(QStringLiteral("/proc/") + pid).exists());
    demo->start();
    EXPECT_EQ(readied, 2) << "it tells again where it is";
    demo.reset();
    EXPECT_FALSE(QDir(QStringLiteral("/proc/") + pid).exists());
}

TEST_F(Demo, SaysThatNoJobRunsWithoutRoot) {
    auto demo = make(script(kGood), false);
    demo->start();
    ASSERT_TRUE(ended());
    EXPECT_TRUE(text("demo/daemon/arguments").contains(QStringLiteral("--isolation=none")));
    EXPECT_TRUE(demo->whyNoJobs().contains(QStringLiteral("only root may start containers")));
}

TEST_F(Demo, ShowsGpusAtLeastWhereContainersCannotRun) {
    const QByteArray both = QByteArray(kWithoutRunc) + QByteArray(kGood).mid(10);
    auto demo = make(script(both.constData()), true);
    demo->start();
    ASSERT_TRUE(ended());
    EXPECT_TRUE(failure.isEmpty()) << failure.toStdString();
    EXPECT_EQ(demo->whyNoJobs(), QStringLiteral("Its jobs stay pending: runc is not there"));
}

TEST_F(Demo, SaysWhatTheDaemonSaidWhenItEnds) {
    auto demo = make(script(kBroken), false);
    demo->start();
    ASSERT_TRUE(ended());
    EXPECT_EQ(failure, QStringLiteral("The demo cluster has ended: the disk is full"));
    EXPECT_FALSE(demo->running());
    failure.clear();
    auto missing = make(path("nothing"), false);
    missing->start();
    ASSERT_TRUE(ended());
    EXPECT_TRUE(failure.contains(QStringLiteral("Cannot start ")))
        << failure.toStdString();
}

TEST(DemoFolder, IsBelowTheStateHome) {
    EXPECT_EQ(
        demoFolder(QStringLiteral("/s"), QStringLiteral("/h")), QStringLiteral("/s/muster/demo"));
    EXPECT_EQ(demoFolder(QStringLiteral("relative"), QStringLiteral("/h")),
        QStringLiteral("/h/.local/state/muster/demo"));
}

TEST(SampleJobs, CanBeSubmittedAsTheyAre) {
    const auto jobs = sampleJobs();
    EXPECT_GE(jobs.size(), 5u);
    for (const auto& job : jobs) {
        EXPECT_TRUE(spec::plan(job, "alice")) << job.name.value_or("");
    }
}
