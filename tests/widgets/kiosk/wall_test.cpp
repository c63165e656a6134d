// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "tests/widgets/kiosk/text_recorder.h"
#include "widgets/kiosk/alert_wall.h"
#include "widgets/kiosk/gpu_wall.h"
#include "widgets/kiosk/overview_wall.h"
#include "widgets/kiosk/queue_wall.h"
#include "widgets/kiosk/stale_veil.h"
#include "widgets/kiosk/wall_bars.h"
#include "widgets/models/heat_map_model.h"
#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::test;
using namespace muster::widgets;

namespace {

constexpr QSize kScreens[] = {{1280, 720}, {1920, 1080}, {3840, 2160}, {1080, 1920}};

template <typename Page>
Page& sized(Page& page, QSize screen) {
    page.resize(screen * 9 / 10);
    page.setType(WallType(screen.height()));
    return page;
}

std::string bigCluster(int nodes, int gpus) {
    std::string picture;
    for (int node = 0; node < nodes; ++node) {
        picture += fmt::format("{}node-{}:", node == 0 ? "" : " / ", node);
        for (int gpu = 0; gpu < gpus; ++gpu) {
            picture += fmt::format("{} g{}x{} allocated {}", gpu == 0 ? "" : ",", node, gpu,
                (node * 7 + gpu * 13) % 101);
        }
    }
    return picture;
}

std::vector<models::WallGpu> tiles(int count) {
    std::vector<models::WallGpu> out;
    for (int i = 0; i < count; ++i) {
        models::WallGpu gpu;
        gpu.name = QStringLiteral("gpu-node-%1:%2").arg(i / 8).arg(i % 8);
        gpu.state = models::gpuState(v1::Gpu::ALLOCATED);
        gpu.detail = QStringLiteral("alice");
        gpu.utilization = i;
        gpu.temperature = 60;
        out.push_back(gpu);
    }
    return out;
}

models::WallQueue longQueue() {
    models::WallQueue queue;
    for (int i = 0; i < 30; ++i) {
        queue.waiting.push_back(
            {QStringLiteral("train-%1").arg(i), QStringLiteral("alice"), QStringLiteral("8"),
                QStringLiteral("8 GPUs requested, 3 free on node-7; 1 is restricted "
                               "by bob until 14:00, and so on at length"),
                models::Mark::Waiting, 1000});
    }
    queue.running = queue.waiting;
    queue.waitingInAll = queue.runningInAll = 4321;
    queue.reasons = {{QStringLiteral("GPUs"), 4321}};
    return queue;
}

} // namespace

TEST(WallType, MakesACapitalTwoPercentOfTheScreen) {
    for (const int height : {600, 720, 1080, 1440, 2160, 4320}) {
        const WallType type(height);
        EXPECT_GE(QFontMetrics(type.small).capHeight(), 0.02 * height) << height;
        EXPECT_LE(QFontMetrics(type.small).capHeight(), 0.025 * height + 1) << height;
        EXPECT_GE(QFontMetrics(type.strong).capHeight(), 0.02 * height) << height;
    }
}

TEST(WallType, ShrinksAWordToItsRoomButNotBelowWhatIsReadable) {
    const WallType type(1080);
    const auto word = QStringLiteral("1234/56789");
    const auto fits = type.fitting(type.huge, word, 300);
    EXPECT_LE(QFontMetrics(fits).horizontalAdvance(word), 300);
    EXPECT_EQ(type.fitting(type.huge, word, 5).pixelSize(), type.small.pixelSize());
    EXPECT_EQ(type.fitting(type.huge, word, 5000), type.huge);
}

TEST(WallPages, HaveNoTextThatIsSmallerThanTwoPercentOfTheScreen) {
    models::ClusterState state;
    models::HeatMapModel heat(state);
    for (const auto& picture : {bigCluster(2, 4), bigCluster(16, 8), bigCluster(200, 8)}) {
        state.apply(draw(picture));
        state.flush();
        for (const auto screen : kScreens) {
            const double least = 0.02 * screen.height();
            OverviewWall overview(heat);
            overview.setFigures(models::wallFigures(state));
            EXPECT_GE(TextRecorder(sized(overview, screen)).smallest(), least) << screen.height();
            GpuWall gpus;
            sized(gpus, screen);
            gpus.setTiles(tiles(gpus.capacity()));
            EXPECT_GE(TextRecorder(gpus).smallest(), least) << screen.height();
            QueueWall queue;
            queue.setQueue(longQueue());
            EXPECT_GE(TextRecorder(sized(queue, screen)).smallest(), least) << screen.height();
        }
    }
}

TEST(OverviewWall, ShowsTheFiguresAndNoScrollBarForTenThousandGpus) {
    models::ClusterState state;
    models::HeatMapModel heat(state);
    state.apply(draw(bigCluster(1250, 8)));
    state.flush();
    OverviewWall overview(heat);
    overview.setFigures(models::wallFigures(state));
    sized(overview, {1920, 1080});
    const TextRecorder shown(overview);
    EXPECT_TRUE(shown.shows(QStringLiteral("10000/10000")));
    EXPECT_TRUE(shown.shows(QStringLiteral("1250/1250")));
    // The last tiles are on the picture: its lower half is not all ground.
    const auto image = overview.grab().toImage();
    const auto ground = image.pixel(1, image.height() / 2 + 1);
    int painted = 0;
    for (int x = 0; x < image.width(); ++x) {
        painted += image.pixel(x, image.height() * 8 / 10) != ground ? 1 : 0;
    }
    EXPECT_GT(painted, image.width() / 3);
}

TEST(OverviewWall, SaysThatNobodyHasJoined) {
    models::ClusterState state;
    const models::HeatMapModel heat(state);
    OverviewWall overview(heat);
    EXPECT_TRUE(
        TextRecorder(sized(overview, {1920, 1080})).shows(QStringLiteral("No nodes have joined")));
}

TEST(GpuWall, HasAtMostFortyTilesAndFewerWhereTheyWouldNotBeReadable) {
    GpuWall gpus;
    sized(gpus, {1920, 1080});
    EXPECT_LE(gpus.capacity(), GpuWall::kMostTiles);
    EXPECT_GE(gpus.capacity(), 20);
    sized(gpus, {1080, 1920});
    EXPECT_LT(gpus.capacity(), GpuWall::kMostTiles);
    EXPECT_GE(gpus.capacity(), 4);
}

TEST(GpuWall, ShowsOnEachTileItsNameStateLoadHeatAndUser) {
    GpuWall gpus;
    sized(gpus, {1920, 1080});
    gpus.setTiles(tiles(4));
    const TextRecorder shown(gpus);
    for (const auto* part : {"gpu-node-0:3", "Busy", "alice", "3 %", "60 °C"}) {
        EXPECT_TRUE(shown.shows(QString::fromUtf8(part))) << part;
    }
}

TEST(QueueWall, SaysHowManyJobsAreNotShown) {
    QueueWall queue;
    sized(queue, {1920, 1080});
    queue.setQueue(longQueue());
    const TextRecorder shown(queue);
    EXPECT_TRUE(shown.shows(QStringLiteral("Pending: 4321")));
    EXPECT_TRUE(shown.shows(QStringLiteral("GPUs: 4321")));
    EXPECT_TRUE(shown.shows(QStringLiteral("more")));
    EXPECT_GE(queue.rows(), 5);
}

TEST(QueueWall, SaysThatNothingWaitsOrRuns) {
    QueueWall queue;
    const TextRecorder shown(sized(queue, {1920, 1080}));
    EXPECT_TRUE(shown.shows(QStringLiteral("No pending jobs")));
    EXPECT_TRUE(shown.shows(QStringLiteral("No running jobs")));
}

TEST(AlertWall, SaysWhatSinceWhenAndWhoKnows) {
    AlertWall page;
    sized(page, {1920, 1080});
    EXPECT_TRUE(TextRecorder(page).shows(QStringLiteral("No alerts")));
    std::vector<models::WallAlert> alerts(20,
        {QStringLiteral("node-7:3"), QStringLiteral("XID 79: fell off the bus; reset the node"),
            QStringLiteral("bob"), true, false, 1000});
    alerts[0].acknowledgedBy.clear();
    page.setAlerts(alerts);
    page.setNow(61'000);
    const TextRecorder shown(page);
    EXPECT_TRUE(shown.shows(QStringLiteral("Critical")));
    EXPECT_TRUE(shown.shows(QStringLiteral("node-7:3")));
    EXPECT_TRUE(shown.shows(QStringLiteral("1 min 00 s")));
    EXPECT_TRUE(shown.shows(QStringLiteral("Unacknowledged")));
    EXPECT_TRUE(shown.shows(QStringLiteral("Acknowledged by bob")));
    EXPECT_TRUE(shown.shows(QStringLiteral("more")));
    EXPECT_GE(shown.smallest(), 0.02 * 1080);
}

TEST(StaleVeil, HatchesAllOfThePageAndNamesTheTime) {
    StaleVeil veil;
    veil.resize(1728, 900);
    veil.setType(WallType(1080));
    veil.setDataFrom(QStringLiteral("12:04:31"));
    EXPECT_TRUE(TextRecorder(veil).shows(QStringLiteral("DATA FROM 12:04:31")));
    const auto image = veil.grab().toImage();
    const int cell = 90; // px: each has a line through it
    for (int y = 0; y + cell < image.height(); y += cell) {
        for (int x = 0; x + cell < image.width(); x += cell) {
            bool hatched = false;
            for (int i = 0; i < cell && !hatched; ++i) {
                hatched = image.pixelColor(x + i, y + cell / 2) == StaleVeil::hatchColour();
            }
            EXPECT_TRUE(hatched) << x << "," << y;
        }
    }
}

TEST(WallBars, ShowTheNameTheAgeTheTimeAndADotForEachPage) {
    WallHeader header;
    header.setType(WallType(1080));
    header.resize(1800, header.wantedHeight());
    header.setTexts({QStringLiteral("GPU lab"), QStringLiteral("Overview"),
        QStringLiteral("Data 1 s old"), QStringLiteral("12:04:31"), false});
    const TextRecorder shown(header);
    for (const auto* part : {"GPU lab", "Overview", "Data 1 s old", "12:04:31"}) {
        EXPECT_TRUE(shown.shows(QString::fromLatin1(part))) << part;
    }
    EXPECT_GE(shown.smallest(), 0.02 * 1080);
    WallFooter footer;
    footer.setType(WallType(1080));
    footer.resize(1800, footer.wantedHeight());
    const auto empty = footer.grab().toImage();
    footer.setDots(4, 1);
    const auto second = footer.grab().toImage();
    footer.setDots(4, 2);
    EXPECT_NE(second, empty);
    EXPECT_NE(footer.grab().toImage(), second);
    EXPECT_EQ(footer.accessibleDescription(), QStringLiteral("Page 3 of 4"));
}
