// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The console's list of 50,000 tasks beside the plain Qt way, a QTableView on a
// QSortFilterProxyModel, over the same model: filtering, sorting, live changes of 1 % a second.
#include <cstdio>
#include <ctime>
#include <functional>

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <fmt/format.h>

#include "tests/bench/series.h"
#include "tests/widgets/many_rows.h"
#include "widgets/models/task_model.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/theme/style.h"

namespace {

using namespace muster;
using models::TaskModel;

constexpr int kTasks = 50'000;
constexpr int kRepetitions = 4; // each by another column
constexpr int kBatches = 8; // of 250 ms each
constexpr int kSteps = 20; // of scrolling
constexpr int kRowsOfAScreen = 900; // px

double cpuMs() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

// With what it costs to show the result.
double measured(const std::function<void()>& act) {
    const double before = cpuMs();
    act();
    QApplication::processEvents();
    return cpuMs() - before;
}

// One of the two ways, with a cluster of its own.
struct Side {
    models::ClusterState state;
    TaskModel model{state};

    Side() {
        state.apply(test::manyTasks(kTasks));
        state.flush();
    }
    double live(int firstBatch) {
        double spent = 0;
        for (int batch = firstBatch; batch < firstBatch + kBatches; ++batch) {
            const auto delta = test::busyTasks(batch, kTasks);
            spent += measured([&] {
                if (!state.apply(delta)) {
                    fmt::print("a delta was refused\n");
                }
                state.flush();
            });
        }
        return spent / kBatches;
    }
};

void show(QTableView& view) {
    view.resize(1600, kRowsOfAScreen);
    view.show();
    QApplication::processEvents();
}

void print(const char* what, double ours, double peer) {
    fmt::print("{:<44} {:>9.1f} {:>9.1f} {:>9.3f}\n", what, ours, peer, ours / peer);
}

double repeated(const std::function<void(int)>& act) {
    bench::Series series;
    for (int i = 0; i < kRepetitions; ++i) {
        series.values.push_back(measured([&] { act(i); }));
    }
    return series.at(0.5);
}

// A step of 10 px to the right and its picture, in a window that has room for a part of the
// columns.
double sideways(QTableView& view) {
    view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.resize(700, kRowsOfAScreen);
    QApplication::processEvents();
    bench::Series series;
    for (int step = 1; step <= kSteps; ++step) {
        series.values.push_back(measured([&] { view.horizontalScrollBar()->setValue(10 * step); }));
    }
    return series.at(0.5);
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    QApplication app(argc, argv);
    QApplication::setStyle(new widgets::Style);
    Side us;
    Side peer;
    widgets::ClusterTable table(&us.model, QStringLiteral("tasks"));
    show(table);
    QSortFilterProxyModel proxy;
    proxy.setSourceModel(&peer.model);
    proxy.setSortRole(TaskModel::SortRole);
    proxy.setFilterKeyColumn(-1);
    proxy.setFilterCaseSensitivity(Qt::CaseInsensitive);
    QTableView view;
    view.setModel(&proxy);
    show(view);
    proxy.sort(TaskModel::Id);

    const auto filterBoth = [&](const QString& words) {
        return std::pair(measured([&] { (void)table.proxy().setFilter(words); }),
            measured([&] { proxy.setFilterFixedString(words); }));
    };
    fmt::print("{} tasks; CPU ms\n{:<44} {:>9} {:>9} {:>9}\n", kTasks, "", "ours", "peer", "ratio");
    fmt::print("{:<44} {:>9.1f}\n", "read ahead, once, in steps of 500 rows", measured([&] {
        table.proxy().readAhead();
        while (QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents)) { }
    }));
    const auto first = filterBoth(QStringLiteral("u"));
    print("filter: first letter", first.first, first.second);
    bench::Series ours;
    bench::Series theirs;
    for (const auto* word : {"us", "use", "user", "user1", "user", "user2", "user22"}) {
        const auto [one, other] = filterBoth(QString::fromLatin1(word));
        ours.values.push_back(one);
        theirs.values.push_back(other);
    }
    print("filter: each further letter (median)", ours.at(0.5), theirs.at(0.5));
    print("filter: each further letter (worst)", ours.at(1), theirs.at(1));
    const auto cleared = filterBoth({});
    print("filter: cleared", cleared.first, cleared.second);
    const auto oursOnly = [&](const char* what, const char* words) {
        fmt::print("{:<44} {:>9.1f}\n", what,
            measured([&] { (void)table.proxy().setFilter(QString::fromLatin1(words)); }));
    };
    oursOnly("filter: state:running age<9999w user:user7", "state:running age<9999w user:user7");
    oursOnly("filter: /seed 1[0-9]+7$/", "/seed 1[0-9]+7$/");
    oursOnly("filter: cleared", "");

    const int columns[] = {TaskModel::Started, TaskModel::User, TaskModel::Node, TaskModel::State};
    const auto column = [&](int i) { return columns[i % 4]; };
    print("sort by another column (median)",
        repeated([&](int i) { table.proxy().sort(column(i)); }),
        repeated([&](int i) { proxy.sort(column(i)); }));
    table.proxy().setSortKeys({{TaskModel::Started}});
    proxy.sort(TaskModel::Started);
    print("live: a batch, sorted by what stays", us.live(0), peer.live(0));
    table.proxy().setSortKeys({{TaskModel::State}});
    proxy.sort(TaskModel::State);
    print("live: a batch, sorted by what changes", us.live(kBatches), peer.live(kBatches));
    filterBoth(QStringLiteral("user1"));
    print("live: a batch, filtered as well", us.live(2 * kBatches), peer.live(2 * kBatches));
    print("scroll: a step to the right (median)", sideways(table), sideways(view));
    fmt::print("A batch is 250 ms of 1 % changes a second: 1 ms of it is 0.4 % of a core.\n");
    return 0;
}
