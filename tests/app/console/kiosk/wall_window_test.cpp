// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/kiosk/wall_window.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/app/console/fake_master.h"
#include "tests/support/picture.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "tests/widgets/kiosk/text_recorder.h"
#include "widgets/kiosk/lost_notice.h"
#include "widgets/kiosk/stale_veil.h"
#include "widgets/kiosk/wall_bars.h"
#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;
using namespace std::chrono_literals;
using enum DataAge::Freshness;

namespace {

v1::Snapshot cluster(int nodes = 4) {
    std::string picture;
    for (int node = 1; node <= nodes; ++node) {
        picture += fmt::format("{0}gpu-{1}: g{1}a allocated {2}, g{1}b free 0, g{1}c allocated 71, "
                               "g{1}d {3} 0",
            node == 1 ? "" : " / ", node, 13 * node % 101, node == 2 ? "restricted" : "offered");
    }
    auto snapshot = draw(picture, 5);
    snapshot.mutable_cluster()->set_name("GPU lab");
    for (int i = 0; i < 12; ++i) {
        auto waiting
            = job(fmt::format("job-{}", i), i < 8 ? "queued" : "running", i < 8 ? "Gpus" : "");
        waiting.set_wait_text("8 GPUs requested, the largest offer has 3 free on gpu-1");
        waiting.set_started_ms(i < 8 ? 0 : 1'700'000'000'000);
        waiting.set_agent_id("S-gpu-1");
        *snapshot.mutable_rows()->add_jobs() = waiting;
    }
    return snapshot;
}

v1::Alert critical() {
    v1::Alert alert;
    alert.set_id("gpu-unhealthy/g1a");
    alert.set_severity(test::worded("critical"));
    alert.set_name("gpu-1:0");
    alert.set_text("XID 79: the GPU fell off the bus; drain gpu-1 and reset it");
    alert.set_since_ms(1'700'000'000'000);
    return alert;
}

class Wall : public testing::Test {
protected:
    FakeMaster master;
    models::ClusterState state;
    std::unique_ptr<Link> link;
    std::unique_ptr<WallWindow> window;
    QDateTime noon{{2026, 3, 1}, {12, 4, 31}};

    void SetUp() override {
        QApplication::setPalette(widgets::darkPalette());
        master.snapshot = cluster();
    }
    void TearDown() override { QApplication::setPalette(widgets::lightPalette()); }

    void open(const KioskOptions& options = {}, QSize size = {1920, 1080}) {
        link = std::make_unique<Link>(master.address(), state);
        window = std::make_unique<WallWindow>(state, *link, options);
        window->resize(size);
        window->show();
        link->start();
        ASSERT_TRUE(QTest::qWaitFor([this] { return link->phase() == Link::Phase::Live; }));
        state.flush();
    }
    void lookAfter(std::chrono::milliseconds passed) {
        window->look({passed, noon.addMSecs(passed.count())});
    }
    // As the master would say it: the rows of one kind change.
    void tell(const v1::Alert* alert, std::uint64_t seq) {
        v1::Delta delta;
        delta.set_seq(seq);
        if (alert != nullptr) {
            *delta.mutable_changed()->add_alerts() = *alert;
        } else {
            delta.mutable_removed()->add_alerts(critical().id());
        }
        ASSERT_TRUE(state.apply(delta));
        state.flush();
    }
    void keep(const char* name) { keepPicture(*window, QString::fromLatin1(name)); }
};

} // namespace

TEST_F(Wall, ShowsNamePageAgeAndTimeOnEveryPage) {
    open();
    lookAfter(1s);
    const auto texts = window->header().texts();
    EXPECT_EQ(texts.cluster, QStringLiteral("GPU lab"));
    EXPECT_EQ(texts.page, QStringLiteral("Overview"));
    EXPECT_EQ(texts.clock, QStringLiteral("12:04:32"));
    EXPECT_TRUE(texts.age.startsWith(QStringLiteral("Data "))) << texts.age.toStdString();
    EXPECT_FALSE(texts.old);
    EXPECT_EQ(window->freshness(), Fresh);
    keep("wall_overview.png");
}

TEST_F(Wall, NamesAClusterWithoutANameByItsAddress) {
    master.snapshot.mutable_cluster()->clear_name();
    open();
    lookAfter(1s);
    EXPECT_EQ(window->header().texts().cluster, link->url().authority());
}

TEST_F(Wall, TurnsItsPagesByItself) {
    open();
    std::vector<WallPageId> seen;
    for (auto now = 0s; now < 100s; now += 20s) {
        lookAfter(now);
        seen.push_back(window->place().page);
        EXPECT_EQ(window->page(seen.back()).isVisibleTo(window.get()),
            window->freshness() == Fresh || window->freshness() == Old);
    }
    EXPECT_EQ(seen,
        (std::vector{WallPageId::Overview, WallPageId::Gpus, WallPageId::Queue, WallPageId::Alerts,
            WallPageId::Overview}));
}

TEST_F(Wall, ShowsEachPageAsItIs) {
    for (const auto& [page, file] : {std::pair(WallPageId::Gpus, "wall_gpus.png"),
             std::pair(WallPageId::Queue, "wall_queue.png"),
             std::pair(WallPageId::Alerts, "wall_alerts_none.png")}) {
        KioskOptions options;
        options.pages = {page};
        window.reset();
        open(options);
        lookAfter(1s);
        EXPECT_TRUE(window->page(page).isVisibleTo(window.get()));
        EXPECT_GE(TextRecorder(*window).smallest(), 0.02 * 1080);
        keep(file);
    }
}

TEST_F(Wall, CutsManyGpusIntoScreens) {
    master.snapshot = cluster(30);
    KioskOptions options;
    options.pages = {WallPageId::Gpus};
    open(options);
    lookAfter(1s);
    EXPECT_EQ(window->header().texts().page, QStringLiteral("GPUs – 1 of 3"));
    lookAfter(20s);
    EXPECT_EQ(window->place(), (WallPlace{WallPageId::Gpus, 1}));
    EXPECT_EQ(window->header().texts().page, QStringLiteral("GPUs – 2 of 3"));
    keep("wall_gpus_many.png");
}

TEST_F(Wall, StaysOnTheAlertsWhileACriticalOneIsNotAcknowledged) {
    KioskOptions options;
    options.pages = {WallPageId::Overview, WallPageId::Queue}; // an alarm is shown all the same
    open(options);
    lookAfter(1s);
    auto alert = critical();
    tell(&alert, 6);
    for (auto now = 2s; now < 60s; now += 1s) {
        lookAfter(now);
        ASSERT_EQ(window->place().page, WallPageId::Alerts);
    }
    lookAfter(10s);
    keep("wall_alerts.png");
    EXPECT_TRUE(
        TextRecorder(window->page(WallPageId::Alerts)).shows(QStringLiteral("Unacknowledged")));
    alert.set_acknowledged_by("bob");
    tell(&alert, 7);
    lookAfter(60s);
    EXPECT_EQ(window->place().page, WallPageId::Overview);
    lookAfter(80s);
    EXPECT_EQ(window->place().page, WallPageId::Queue);
}

TEST_F(Wall, TurnsOnWhenTheCriticalAlertEnds) {
    open();
    const auto alert = critical();
    tell(&alert, 6);
    lookAfter(1s);
    ASSERT_EQ(window->place().page, WallPageId::Alerts);
    tell(nullptr, 7);
    lookAfter(2s);
    EXPECT_EQ(window->place().page, WallPageId::Overview);
}

TEST_F(Wall, HatchesOldFiguresThenSaysThatItIsNotConnectedThenComesBack) {
    open();
    state.apply(samples("gpu-1: g1a allocated 1", 1'700'000'000'000)); // the interval is known
    state.flush();
    QSignalSpy words(window.get(), &WallWindow::freshnessChanged);
    const auto port = master.server.serverPort();
    master.server.close();
    master.dropAll();
    ASSERT_TRUE(QTest::qWaitFor([&] { return link->phase() == Link::Phase::Waiting; }));
    auto* veil = window->findChild<widgets::StaleVeil*>();
    auto* notice = window->findChild<widgets::LostNotice*>();
    lookAfter(12s);
    EXPECT_EQ(window->freshness(), Fresh);
    EXPECT_TRUE(window->header().texts().old);
    EXPECT_FALSE(veil->isVisible());
    lookAfter(30s);
    EXPECT_EQ(window->freshness(), Old);
    EXPECT_TRUE(veil->isVisible());
    EXPECT_TRUE(TextRecorder(*veil).shows(QStringLiteral("DATA FROM 12:04:3")));
    EXPECT_TRUE(window->page(WallPageId::Gpus).isVisible());
    keep("wall_old.png");
    lookAfter(75s);
    EXPECT_EQ(window->freshness(), Lost);
    EXPECT_TRUE(notice->isVisible());
    EXPECT_FALSE(veil->isVisible());
    EXPECT_EQ(notice->texts().headline, QStringLiteral("Not connected"));
    EXPECT_FALSE(notice->texts().cause.isEmpty());
    EXPECT_TRUE(notice->texts().since.startsWith(QStringLiteral("Since 12:04:3")))
        << notice->texts().since.toStdString();
    EXPECT_GE(TextRecorder(*window).smallest(), 0.02 * 1080);
    EXPECT_EQ(window->header().texts().cluster, QStringLiteral("GPU lab")); // still there
    keep("wall_lost.png");
    ASSERT_TRUE(master.server.listen(QHostAddress::LocalHost, port));
    link->retryNow();
    ASSERT_TRUE(QTest::qWaitFor([&] { return link->phase() == Link::Phase::Live; }));
    state.flush();
    lookAfter(3s);
    EXPECT_EQ(window->freshness(), Fresh);
    EXPECT_FALSE(notice->isVisible());
    EXPECT_FALSE(veil->isVisible());
    EXPECT_GE(words.count(), 3);
}

TEST_F(Wall, SaysThatItNeverConnectedAndWhy) {
    console::Server nowhere{QUrl(QStringLiteral("ws://127.0.0.1:1/ws/console")), {}, {}};
    link = std::make_unique<Link>(nowhere, state);
    window = std::make_unique<WallWindow>(state, *link, KioskOptions());
    window->resize(1280, 720);
    window->show();
    auto* notice = window->findChild<widgets::LostNotice*>();
    EXPECT_TRUE(notice->isVisible());
    EXPECT_EQ(notice->texts().headline, QStringLiteral("Connecting…"));
    link->start();
    ASSERT_TRUE(QTest::qWaitFor([&] { return link->phase() == Link::Phase::Waiting; }));
    lookAfter(5s);
    EXPECT_EQ(window->freshness(), None);
    EXPECT_EQ(notice->texts().headline, QStringLiteral("Not connected"));
    EXPECT_TRUE(notice->texts().cause.contains(QStringLiteral("refused"), Qt::CaseInsensitive));
    EXPECT_TRUE(notice->texts().since.endsWith(QStringLiteral("no data yet")));
    EXPECT_TRUE(notice->texts().next.startsWith(QStringLiteral("Next attempt in")));
    EXPECT_EQ(window->header().texts().cluster, QStringLiteral("127.0.0.1:1"));
}

TEST_F(Wall, IsDarkerAtNightButNotDuringAnAlarm) {
    KioskOptions options;
    options.dim = DailySpan{{22, 0}, {6, 0}};
    open(options);
    lookAfter(1s);
    EXPECT_FALSE(window->isDimmed());
    const auto day = window->grab().toImage();
    window->look({2s, QDateTime({2026, 3, 1}, {23, 0})});
    EXPECT_TRUE(window->isDimmed());
    const auto light = [](const QImage& image) {
        qint64 sum = 0;
        for (int y = 0; y < image.height(); y += 7) {
            for (int x = 0; x < image.width(); x += 7) {
                sum += qGray(image.pixel(x, y));
            }
        }
        return sum;
    };
    EXPECT_LT(light(window->grab().toImage()), light(day) * 7 / 10);
    const auto alert = critical();
    tell(&alert, 6);
    window->look({3s, QDateTime({2026, 3, 1}, {23, 0})});
    EXPECT_FALSE(window->isDimmed());
}

TEST_F(Wall, MovesItsPictureEachMinuteAndStaysOnTheScreen) {
    open();
    lookAfter(1s);
    auto before = window->header().pos();
    for (int minute = 1; minute <= 16; ++minute) {
        window->look({1s, noon.addSecs(60 * minute)});
        EXPECT_EQ((window->header().pos() - before).manhattanLength(), 2);
        before = window->header().pos();
        for (const auto* part : window->findChildren<widgets::WallPage*>()) {
            EXPECT_TRUE(window->rect().contains(part->geometry()));
        }
    }
}

TEST_F(Wall, HidesTheCursorAfterThreeSeconds) {
    open();
    EXPECT_NE(window->cursor().shape(), Qt::BlankCursor);
    QTest::qWait(WallWindow::kCursorMs + 200);
    EXPECT_EQ(window->cursor().shape(), Qt::BlankCursor);
    QTest::mouseMove(window.get(), {200, 200});
    QMouseEvent move(QEvent::MouseMove, QPointF(300, 300), Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(window.get(), &move);
    EXPECT_NE(window->cursor().shape(), Qt::BlankCursor);
}

TEST_F(Wall, HasNothingToClickToFocusOrToPointAt) {
    open();
    EXPECT_TRUE(window->findChildren<QScrollBar*>().isEmpty());
    EXPECT_TRUE(window->actions().isEmpty());
    EXPECT_EQ(window->contextMenuPolicy(), Qt::NoContextMenu);
    for (const auto* part : window->findChildren<QWidget*>()) {
        EXPECT_EQ(part->focusPolicy(), Qt::NoFocus);
        EXPECT_TRUE(part->toolTip().isEmpty());
    }
    lookAfter(1s);
    const auto before = window->place();
    for (const int key : {Qt::Key_Escape, Qt::Key_Space, Qt::Key_Q, Qt::Key_F11}) {
        QTest::keyClick(window.get(), static_cast<Qt::Key>(key));
    }
    EXPECT_EQ(window->place(), before);
    EXPECT_TRUE(window->isVisible());
}

TEST_F(Wall, IsReadableOnEveryScreen) {
    for (const QSize size :
        {QSize(1280, 720), QSize(1920, 1080), QSize(3840, 2160), QSize(1080, 1920)}) {
        window.reset();
        master.snapshot = cluster(20);
        open({}, size);
        const auto alert = critical();
        for (auto now = 1s; now < 80s; now += 20s) {
            lookAfter(now);
            EXPECT_GE(TextRecorder(*window).smallest(), 0.02 * size.height())
                << size.width() << " " << now.count();
        }
        tell(&alert, 6);
        lookAfter(90s);
        EXPECT_GE(TextRecorder(*window).smallest(), 0.02 * size.height());
        keep(fmt::format("wall_{}x{}.png", size.width(), size.height()).c_str());
    }
}

TEST_F(Wall, LooksAtTheTimeEachSecond) {
    open();
    window->start();
    const auto first = window->header().texts().clock;
    EXPECT_TRUE(QTest::qWaitFor([&] { return window->header().texts().clock != first; }, 3000));
}
