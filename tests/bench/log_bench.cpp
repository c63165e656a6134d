// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The console's log view with 100,000 lines of 100 bytes: how long each act takes until all is
// shown, and how long the window's thread was away from its events at most, both in its processor's
// time. The peer is one appendPlainText of the same text into a bare QPlainTextEdit.
#include <functional>

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QLineEdit>
#include <QScrollBar>

#include <fmt/format.h>

#include "tests/bench/thread_time.h"
#include "widgets/forms/log_search_bar.h"
#include "widgets/forms/log_text.h"
#include "widgets/forms/log_viewer.h"
#include "widgets/forms/pattern_field.h"

namespace {

using namespace muster;
using namespace muster::widgets;

constexpr int kLines = 100'000;
constexpr int kQuietTurns = 3; // of the event loop: all is done

QByteArray log(bool coloured) {
    QByteArray bytes;
    bytes.reserve(kLines * 110);
    for (int i = 0; i < kLines; ++i) {
        auto line = fmt::format("2026-11-22 12:00:00 step {:6} loss 0.{:04}", i, i % 10'000);
        if (coloured) {
            line = fmt::format("\x1b[32mINFO\x1b[0m {}", line);
        }
        line.resize(99, '.');
        bytes += QByteArray::fromStdString(line + "\n");
    }
    return bytes;
}

// Runs the event loop until nothing is left to do.
void measure(const char* name, const std::function<void()>& act) {
    const auto begin = bench::threadMilliseconds();
    auto turn = begin;
    double longest = 0;
    act();
    for (int quiet = 0; quiet < kQuietTurns;) {
        const bool worked
            = QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents);
        longest = std::max(longest, bench::threadMilliseconds() - turn);
        turn = bench::threadMilliseconds();
        quiet = worked ? 0 : quiet + 1;
    }
    fmt::print("{:34} {:8.1f} ms, longest turn {:6.1f} ms\n", name,
        bench::threadMilliseconds() - begin, longest);
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    const auto plain = log(false);
    const auto coloured = log(true);
    const models::LogSource source{0, models::LogStream::Out};
    LogViewer viewer;
    viewer.resize(1200, 600);
    viewer.show();
    viewer.setSubject(QStringLiteral("a"), QStringLiteral("a"), {{QStringLiteral("a"), {}}});
    measure("plain, 10 MB at once", [&] { viewer.append(source, plain); });
    measure("the same again (drops as many)", [&] { viewer.append(source, plain); });
    auto& bar = viewer.searchBar();
    viewer.openSearch();
    measure("search, plain", [&] { bar.search().setText(QStringLiteral("99")); });
    measure("search, next", [&] { viewer.lines().find(true); });
    measure("search, regex", [&] {
        bar.search().setOptions(true, false, false);
        bar.search().setText(QStringLiteral("loss 0\\.9+"));
    });
    measure("filter, 1 of 100", [&] { bar.filter().setText(QStringLiteral("loss 0.99")); });
    measure("filter off", [&] { bar.filter().setText({}); });
    auto settings = viewer.settings();
    settings.wrap = true;
    measure("wrap", [&] { viewer.setSettings(settings); });
    measure("wrapped, narrower", [&] { viewer.resize(500, 600); });
    measure("wrapped, to the beginning", [&] { viewer.lines().verticalScrollBar()->setValue(0); });
    settings.wrap = false;
    measure("no wrap", [&] { viewer.setSettings(settings); });
    measure("another task", [&] {
        viewer.setSubject(QStringLiteral("b"), QStringLiteral("b"), {{QStringLiteral("b"), {}}});
    });
    measure("coloured, 10 MB at once", [&] { viewer.append(source, coloured); });
    int saved = 0;
    measure("text to save", [&] { saved = viewer.textToSave(false).size(); });
    QPlainTextEdit peer;
    peer.resize(1200, 600);
    peer.setReadOnly(true);
    peer.setMaximumBlockCount(kLines);
    peer.show();
    measure("peer: appendPlainText", [&] { peer.appendPlainText(QString::fromUtf8(plain)); });
    return saved > 0 ? 0 : 1;
}
