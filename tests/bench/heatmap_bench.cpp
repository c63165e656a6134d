// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// One repaint of the heat map when every tile has changed, into an image of a window's size, beside
// QPainter::fillRect for each tile and one QGraphicsView item for each. The floor is one fillRect
// of the whole window: the pixels alone. The median of many rounds, by the processor's time of this
// thread, the peers in turn with ours.
#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include <QApplication>
#include <QGraphicsRectItem>
#include <QGraphicsScene>
#include <QGraphicsView>
#include <QImage>
#include <QPainter>

#include <fmt/format.h>

#include "core/proto/muster/v1/console.pb.h"
#include "tests/bench/thread_time.h"
#include "tests/support/words.h"
#include "widgets/gpu/heat_paint.h"
#include "widgets/models/heat_map_model.h"
#include "widgets/theme/theme.h"

namespace {

using namespace muster;
using namespace muster::models;
using namespace muster::widgets;

constexpr QSize kWindow(1280, 720);
constexpr int kPerNode = 8;
constexpr int kRounds = 41;

struct Timed {
    const char* name;
    std::function<void()> run;
    std::vector<double> times = {};

    double median() {
        std::sort(times.begin(), times.end());
        return times[times.size() / 2];
    }
};

void measure(std::vector<Timed>& all, int rounds, const std::function<void()>& change) {
    for (int round = 0; round < rounds; ++round) {
        change();
        for (auto& one : all) {
            const auto begin = bench::threadMilliseconds();
            one.run();
            one.times.push_back(bench::threadMilliseconds() - begin);
        }
    }
}

// As an application would with Qt alone: one item for each tile.
class View {
public:
    View(const HeatLayout& layout, QSize size) {
        m_view.setScene(&m_scene);
        m_view.setFrameShape(QFrame::NoFrame);
        m_view.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_view.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_view.setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
        m_view.resize(size);
        m_scene.setSceneRect(QRect(QPoint(), size));
        m_scene.setItemIndexMethod(QGraphicsScene::NoIndex);
        for (int i = 0; i < layout.tiles(); ++i) {
            auto* item = m_scene.addRect(layout.tileRect(i), QPen(Qt::NoPen));
            m_items.push_back(item);
        }
    }
    void paint(const std::vector<HeatTile>& tiles, const HeatColours& colours, QImage& image) {
        for (std::size_t i = 0; i < tiles.size(); ++i) {
            m_items[i]->setBrush(QColor(colours.fill[tiles[i].level]));
        }
        QPainter painter(&image);
        m_view.render(&painter, QRect(), m_view.rect());
    }

private:
    QGraphicsScene m_scene;
    QGraphicsView m_view;
    std::vector<QGraphicsRectItem*> m_items;
};

void print(const std::vector<Timed>& all, double ours, const char* what) {
    fmt::print("{}\n", what);
    for (auto one : all) {
        fmt::print("  {:<28} {:>9.3f} ms   {:>7.2f} times ours\n", one.name, one.median(),
            one.median() / ours);
    }
}

void paints(int count) {
    const HeatLayout layout(std::vector<int>(static_cast<std::size_t>(count / kPerNode), kPerNode),
        kWindow, {16, 42}, 0);
    const auto size = layout.size().expandedTo(kWindow);
    const auto colours = heatColours(darkPalette(), false);
    std::vector<HeatTile> tiles(static_cast<std::size_t>(layout.tiles()));
    std::mt19937 random(1);
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    View view(layout, size);
    const HeatScene scene{layout, tiles, colours};
    const QColor ground(colours.ground);
    std::vector<QRect> rects;
    for (int i = 0; i < layout.tiles(); ++i) {
        rects.push_back(layout.tileRect(i));
    }
    std::vector<Timed> all{{"ours",
                               [&] {
                                   QPainter painter(&image);
                                   paintTiles(painter, scene, image.rect());
                               }},
        {"QPainter::fillRect a tile",
            [&] {
                QPainter painter(&image);
                painter.fillRect(image.rect(), ground);
                for (std::size_t i = 0; i < tiles.size(); ++i) {
                    painter.fillRect(rects[i], QColor(colours.fill[tiles[i].level]));
                }
            }},
        {"QGraphicsView", [&] { view.paint(tiles, colours, image); }},
        {"floor: one fillRect", [&] {
             QPainter painter(&image);
             painter.fillRect(image.rect(), ground);
         }}};
    measure(all, kRounds, [&] {
        for (auto& tile : tiles) {
            tile = heatTile(Metric::GpuUtilization, Mark::Busy, static_cast<int>(random() % 101));
        }
    });
    print(all, all[0].median(),
        fmt::format("{} tiles of {} x {} px, all changed, {} x {} px", tiles.size(),
            layout.tile().width(), layout.tile().height(), size.width(), size.height())
            .c_str());
}

v1::TelemetryBatch samples(const ClusterState& state, std::mt19937& random, std::int64_t atMs) {
    v1::TelemetryBatch batch;
    for (const auto& [id, agent] : state.agents()) {
        auto& telemetry = *batch.add_telemetry();
        telemetry.set_agent_id(id);
        telemetry.set_gpu_generation(1);
        telemetry.set_at_us(atMs * 1000);
        auto& column = *telemetry.add_columns();
        column.set_metric(static_cast<std::uint32_t>(Metric::GpuUtilization));
        for (int i = 0; i < agent.gpus_size(); ++i) {
            column.add_values(static_cast<int>(random() % 101));
        }
    }
    return batch;
}

v1::Snapshot cluster(int count) {
    v1::Snapshot snapshot;
    snapshot.set_seq(1);
    for (int node = 0; node < count / kPerNode; ++node) {
        auto& agent = *snapshot.mutable_rows()->add_agents();
        agent.set_id(fmt::format("c1b42f79-5016-4035-8743-9e27f959dd4a-S{}", node));
        agent.set_hostname(fmt::format("node{}", node));
        agent.set_gpu_generation(1);
        for (int i = 0; i < kPerNode; ++i) {
            auto& gpu = *snapshot.mutable_rows()->add_gpus();
            gpu.set_uuid(fmt::format("GPU-0f5c2a77-3a44-4b1e-9d0f-{:012x}", node * kPerNode + i));
            gpu.set_agent_id(agent.id());
            gpu.set_index(static_cast<unsigned>(i));
            gpu.set_state(test::worded("allocated"));
            agent.add_gpus(gpu.uuid());
        }
    }
    return snapshot;
}

// What comes before the paint: samples into the console's state and on into the map's model.
void ticks(int count) {
    ClusterState state;
    state.apply(cluster(count));
    state.flush();
    HeatMapModel model(state);
    std::mt19937 random(1);
    std::int64_t atMs = 1'700'000'000'000;
    v1::TelemetryBatch batch;
    int changed = 0;
    QObject::connect(&model, &HeatMapModel::dataChanged, [&] { ++changed; });
    std::vector<Timed> all{{"all sampled, all changed", [&] { state.flush(); }},
        {"all sampled, none changed", [&] { state.flush(); }},
        {"nothing sampled", [&] { state.flush(); }}};
    for (int round = 0; round < kRounds; ++round) {
        batch = samples(state, random, atMs += 1000);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (i < 2) {
                state.apply(batch);
            }
            const auto begin = bench::threadMilliseconds();
            all[i].run();
            all[i].times.push_back(bench::threadMilliseconds() - begin);
        }
    }
    fmt::print("the model, {} GPUs ({} changes told, history {:.1f} MB)\n", count, changed,
        static_cast<double>(model.historyBytes()) / 1e6);
    for (auto& one : all) {
        fmt::print("  {:<28} {:>9.3f} ms\n", one.name, one.median());
    }
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    paints(10'000);
    paints(100'000);
    ticks(10'000);
    return 0;
}
