// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include <QString>

#include "widgets/models/cluster_state.h"
#include "widgets/models/mark.h"

namespace muster::models {

// What a wall shows from afar: few figures and the heads of lists. Pure functions of the state,
// each in one pass over the rows of one or two kinds.

struct WallFigures {
    int gpus = 0;
    int busy = 0; // draining ones, too
    int free = 0; // offered ones, too
    int outOfService = 0;
    int away = 0; // on nodes of which nothing is known now
    int nodes = 0;
    int nodesActive = 0;
    int running = 0; // jobs
    int waiting = 0;
    int utilization = -1; // %, the mean of the GPUs that were sampled; -1: none was
    qint64 milliwatts = -1; // of all GPUs together; -1: no board says
};
WallFigures wallFigures(const ClusterState& state);

// One GPU as a large tile.
struct WallGpu {
    QString name; // "node-7:3"
    StateText state;
    QString detail; // whose task it runs, or what is wrong; may be empty
    MetricValue utilization = kUnknown; // %
    MetricValue memory = kUnknown; // %
    MetricValue temperature = kUnknown; // °C
};
WallGpu wallGpu(const ClusterState& state, const std::string& uuid);

// Tiles in the order of the heat map, cut into screens of at most `most`: {first tile, tiles}. A
// node's tiles stay together where they fit on one screen.
std::vector<std::pair<int, int>> wallScreens(const std::vector<int>& gpusOfNodes, int most);

struct WallJob {
    QString name;
    QString user;
    QString gpus; // "4"
    QString detail; // why it waits, or the node that it runs on
    Mark mark = Mark::None;
    qint64 sinceMs = 0; // submitted, or started
};
struct WallQueue {
    std::vector<WallJob> waiting; // as they are served: priority, then age
    std::vector<WallJob> running; // the newest first
    int waitingInAll = 0;
    int runningInAll = 0;
    std::vector<std::pair<QString, int>> reasons; // word and jobs; most jobs first
};
// At most `most` jobs of each kind.
WallQueue wallQueue(const ClusterState& state, int most);

struct WallAlert {
    QString name; // of what it is about: "node-7:3"
    QString text;
    QString acknowledgedBy; // empty: nobody has
    bool critical = false;
    bool alarm = false; // see alarms()
    qint64 sinceMs = 0;
};
// Alarms first, then critical ones, then the others; within each the newest first.
std::vector<WallAlert> wallAlerts(const ClusterState& state, qint64 nowMs);

// Whether a critical alert is there that nobody has acknowledged or muted.
bool alarms(const ClusterState& state, qint64 nowMs);

} // namespace muster::models
