// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/link/link.h"

#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <gtest/gtest.h>

#include "core/proto/protocol.h"
#include "core/proto/states.h"
#include "tests/app/console/fake_master.h"
#include "tests/widgets/draw.h"
#include "widgets/models/cluster_state.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;
using models::ClusterState;

namespace {

struct Connected {
    FakeMaster master;
    ClusterState state;
    std::unique_ptr<Link> link;

    Connected() {
        master.snapshot = draw("node1: a free 10, b allocated 93", 5);
        link = std::make_unique<Link>(master.address(), state);
        link->start();
    }
    bool live() {
        return QTest::qWaitFor([this] { return link->phase() == Link::Phase::Live; });
    }
};

} // namespace

TEST(Link, IdentifiesItselfAndTakesUpTheSnapshot) {
    Connected world;
    ASSERT_TRUE(world.live());
    EXPECT_EQ(world.master.authorization, "Bearer secret");
    EXPECT_EQ(world.master.subprotocol, "muster.v1.proto");
    EXPECT_EQ(world.master.path, "/ws/console");
    EXPECT_TRUE(world.master.requests.front().subscribe().telemetry());
    EXPECT_EQ(world.master.requests.front().subscribe().also_size(), 2) << "services, schedules";
    EXPECT_EQ(world.state.gpus().size(), 2u);
    EXPECT_TRUE(world.link->cause().isEmpty());
}

TEST(Link, LetsWhoHearsOfASnapshotAskAtOnceAlsoAfterALoss) {
    Connected world;
    world.master.onRequest = [&world](const v1::Request& request) {
        v1::Reply reply;
        reply.set_id(request.id());
        world.master.reply(reply);
    };
    int answered = 0;
    std::string problem;
    QObject::connect(&world.state, &ClusterState::changed, [&](const models::Changes& changes) {
        if (changes.everything) {
            world.link->request(v1::Request(), [&](const v1::Reply& reply) {
                ++answered;
                problem += reply.error().message();
            });
        }
    });
    EXPECT_TRUE(QTest::qWaitFor([&] { return answered == 1; }));
    world.master.dropAll();
    EXPECT_TRUE(QTest::qWaitFor([&] { return answered == 2; }));
    EXPECT_EQ(problem, "");
}

// All rows are one message: what bounds strangers must not bound the cluster.
TEST(Link, TakesUpASnapshotOfALargeCluster) {
    Connected world;
    for (int i = 0; i < 40'000; ++i) {
        auto& task = *world.master.snapshot.mutable_rows()->add_tasks();
        task.set_id(std::to_string(i));
        task.set_name(std::string(200, 'n'));
    }
    ASSERT_GT(world.master.snapshot.ByteSizeLong(), 2 * proto::kMaximumMessage);
    ASSERT_TRUE(world.live()) << world.link->cause().toStdString();
    EXPECT_EQ(world.state.tasks().size(), 40'000u);
}

TEST(Link, SaysItsProtocolAsItSubscribes) {
    Connected world;
    ASSERT_TRUE(world.live());
    EXPECT_EQ(world.master.requests.at(0).protocol(), proto::kProtocol);
}

TEST(Link, AppliesDeltasAndTelemetry) {
    Connected world;
    ASSERT_TRUE(world.live());
    world.master.say(change(6, "node1: a offered, b allocated"));
    world.master.say(samples("node1: a offered 1, b allocated 2", 1'700'000'009'000));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return world.state.value("b", Metric::GpuUtilization) == 2; }));
    EXPECT_EQ(proto::word(world.state.gpu("a")->state()), "offered");
}

TEST(Link, SubscribesAgainAfterAGapAndIgnoresDeltasUntilTheSnapshot) {
    Connected world;
    ASSERT_TRUE(world.live());
    world.master.snapshot = draw("node1: a lost ?, b allocated 1", 20);
    world.master.say(change(8, "node1: a restricted, b allocated"));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return proto::word(world.state.gpu("a")->state()) == "lost"; }));
    EXPECT_EQ(world.master.subscriptions(), 2);
    world.master.say(change(21, "node1: a free, b free"));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return proto::word(world.state.gpu("a")->state()) == "free"; }));
    EXPECT_EQ(world.master.subscriptions(), 2);
}

TEST(Link, TakesANewSnapshotInPlaceOfWhatASlowConsoleMissed) {
    Connected world;
    ASSERT_TRUE(world.live());
    world.master.say(draw("node1: c free 10", 400));
    ASSERT_TRUE(QTest::qWaitFor([&] { return world.state.gpu("c") != nullptr; }));
    EXPECT_EQ(world.state.gpu("a"), nullptr);
    EXPECT_EQ(world.master.subscriptions(), 1);
}

TEST(Link, ComesBackByItselfAfterADropAndKeepsTheDataMeanwhile) {
    Connected world;
    ASSERT_TRUE(world.live());
    QSignalSpy phases(world.link.get(), &Link::phaseChanged);
    world.master.dropAll();
    ASSERT_TRUE(QTest::qWaitFor([&] { return world.link->phase() == Link::Phase::Waiting; }));
    EXPECT_FALSE(world.link->cause().isEmpty());
    EXPECT_EQ(world.state.gpus().size(), 2u);
    ASSERT_TRUE(world.live());
    EXPECT_TRUE(world.link->cause().isEmpty());
    EXPECT_GE(phases.count(), 3);
    EXPECT_EQ(world.master.subscriptions(), 2);
}

TEST(Link, StaysConnectingWhileTheMasterIsSlow) {
    Connected world;
    world.master.silent = true;
    ASSERT_TRUE(QTest::qWaitFor([&] { return world.master.subscriptions() == 1; }));
    QTest::qWait(100);
    EXPECT_EQ(world.link->phase(), Link::Phase::Connecting);
    world.master.say(world.master.snapshot);
    EXPECT_TRUE(world.live());
}

TEST(Link, SaysWhyNobodyIsThereAndRetriesWhenTold) {
    ClusterState state;
    console::Server nowhere{QUrl(QStringLiteral("ws://127.0.0.1:1/ws/console")), {}, {}};
    Link link(nowhere, state);
    link.start();
    ASSERT_TRUE(QTest::qWaitFor([&] { return link.phase() == Link::Phase::Waiting; }));
    EXPECT_TRUE(link.cause().contains(QStringLiteral("refused"), Qt::CaseInsensitive))
        << link.cause().toStdString();
    EXPECT_GT(link.retryInMs(), 0);
    QSignalSpy phases(&link, &Link::phaseChanged);
    link.retryNow();
    EXPECT_GE(phases.count(), 1);
}

TEST(Link, SaysThatTheTokenWasRefused) {
    QTcpServer server;
    ASSERT_TRUE(server.listen(QHostAddress::LocalHost));
    QObject::connect(&server, &QTcpServer::newConnection, [&] {
        auto* socket = server.nextPendingConnection();
        QObject::connect(socket, &QTcpSocket::readyRead, [socket] {
            socket->write("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n");
            socket->disconnectFromHost();
        });
    });
    ClusterState state;
    Link link({QUrl(QStringLiteral("ws://127.0.0.1:%1/ws/console").arg(server.serverPort())),
                  QStringLiteral("wrong"), {}},
        state);
    link.start();
    ASSERT_TRUE(QTest::qWaitFor([&] { return link.phase() == Link::Phase::Waiting; }));
    EXPECT_EQ(link.cause(), QStringLiteral("The master rejected the token (401)"));
}

TEST(Link, GivesEachReplyToItsRequest) {
    Connected world;
    ASSERT_TRUE(world.live());
    world.master.onRequest = [&](const v1::Request& request) {
        v1::Reply reply;
        reply.set_id(request.id());
        reply.mutable_job_submitted()->set_job_id("of-" + request.submit_job().name());
        world.master.reply(reply);
    };
    std::string first, second;
    v1::Request request;
    request.mutable_submit_job()->set_name("one");
    world.link->request(
        request, [&](const v1::Reply& reply) { first = reply.job_submitted().job_id(); });
    request.mutable_submit_job()->set_name("two");
    world.link->request(
        request, [&](const v1::Reply& reply) { second = reply.job_submitted().job_id(); });
    ASSERT_TRUE(QTest::qWaitFor([&] { return !second.empty(); }));
    EXPECT_EQ(first, "of-one");
    EXPECT_EQ(second, "of-two");
}

TEST(Link, FailsAnOpenRequestWhenTheLinkIsLost) {
    Connected world;
    ASSERT_TRUE(world.live());
    std::optional<v1::Error::Kind> kind;
    v1::Request request;
    request.mutable_kill_job()->set_job_id("job-1");
    world.link->request(request, [&](const v1::Reply& reply) { kind = reply.error().kind(); });
    ASSERT_TRUE(QTest::qWaitFor([&] { return world.master.requests.size() == 2; }));
    world.master.dropAll();
    ASSERT_TRUE(QTest::qWaitFor([&] { return kind.has_value(); }));
    EXPECT_EQ(kind, v1::Error::UNAVAILABLE);
}

TEST(Link, AnswersAtOnceWithoutALiveLink) {
    ClusterState state;
    Link link({QUrl(QStringLiteral("ws://127.0.0.1:1/")), {}, {}}, state);
    std::string message;
    link.request({}, [&](const v1::Reply& reply) { message = reply.error().message(); });
    EXPECT_EQ(message, "Not connected to the master");
}

TEST(Link, StreamsALogUntilItsEndAndTellsTheMasterWhenNobodyReads) {
    Connected world;
    ASSERT_TRUE(world.live());
    std::string log;
    v1::Request request;
    request.mutable_read_log()->set_task_id("t1");
    const auto id
        = world.link->request(request, [&](const v1::Reply& reply) { log += reply.log().data(); });
    const auto chunk = [&](const std::string& data) {
        v1::Reply reply;
        reply.set_id(id);
        reply.mutable_log()->set_data(data);
        world.master.reply(reply);
    };
    chunk("one ");
    chunk("two");
    ASSERT_TRUE(QTest::qWaitFor([&] { return log == "one two"; }));
    world.link->cancel(id);
    ASSERT_TRUE(QTest::qWaitFor([&] { return world.master.requests.back().has_cancel_log(); }));
    EXPECT_EQ(world.master.requests.back().cancel_log().request_id(), id);
    chunk(" three");
    QTest::qWait(50);
    EXPECT_EQ(log, "one two");
}

TEST(Link, RefusesBytesThatAreNoMessage) {
    Connected world;
    ASSERT_TRUE(world.live());
    world.master.sockets.front()->sendBinaryMessage("\xff\xff\xff");
    ASSERT_TRUE(QTest::qWaitFor([&] { return world.link->phase() == Link::Phase::Waiting; }));
    EXPECT_TRUE(world.link->cause().contains(QStringLiteral("does not understand")));
}

TEST(BackOff, DoublesFromAFifthOfASecondToTenSecondsWithJitter) {
    using std::chrono::milliseconds;
    EXPECT_EQ(backOff(1, 0), milliseconds(200));
    EXPECT_EQ(backOff(2, 0), milliseconds(400));
    EXPECT_EQ(backOff(6, 0), milliseconds(6400));
    EXPECT_EQ(backOff(7, 0), milliseconds(10'000));
    EXPECT_EQ(backOff(1000, 0), milliseconds(10'000));
    EXPECT_EQ(backOff(1000, 0.5), milliseconds(7'500));
    EXPECT_GE(backOff(1, 0.999), milliseconds(100));
}

TEST(BackOff, KeepsToTheLimitsThatAWallIsGiven) {
    using std::chrono::milliseconds;
    const BackOff limits{std::chrono::seconds(1), std::chrono::seconds(30)};
    EXPECT_EQ(backOff(1, 0, limits), milliseconds(1000));
    EXPECT_EQ(backOff(5, 0, limits), milliseconds(16'000));
    EXPECT_EQ(backOff(6, 0, limits), milliseconds(30'000));
    EXPECT_EQ(backOff(1'000'000, 0, limits), milliseconds(30'000));
    EXPECT_EQ(backOff(6, 0.5, limits), milliseconds(22'500));
}
