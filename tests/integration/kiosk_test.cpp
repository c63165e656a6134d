// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The wall view as people see it: the real program on real X servers against a real daemon, over
// the daemon's death and return. What is on the screens is kept in <build>/artifacts.
#include <algorithm>
#include <memory>
#include <set>

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QtEndian>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/app/console/kiosk/notify_socket.h"
#include "tests/support/console/daemon.h"
#include "tests/support/paths.h"
#include "widgets/kiosk/stale_veil.h"

using namespace muster;

namespace {

constexpr int kStartMs = 60'000;
constexpr int kOldMs = 60'000; // a little more than the rule says, for a busy machine
constexpr int kLostMs = 120'000;
constexpr int kBackMs = 90'000; // the longest pause between attempts, and a start
constexpr int kEndMs = 10'000;
constexpr int kListenMs = 100;

void end(QProcess& process) {
    process.terminate();
    if (!process.waitForFinished(kEndMs)) {
        process.kill();
        process.waitForFinished(kEndMs);
    }
}

// An X server without a screen, whose picture lies in a file (XWD, big-endian).
class XServer {
public:
    XServer(const QString& folder, QSize size) : m_file(folder + QStringLiteral("/Xvfb_screen0")) {
        m_process.start(QStringLiteral("Xvfb"),
            {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"),
                QStringLiteral("0"),
                QStringLiteral("%1x%2x24").arg(size.width()).arg(size.height()),
                QStringLiteral("-fbdir"), folder, QStringLiteral("-nolisten"),
                QStringLiteral("tcp"), QStringLiteral("-noreset")});
        if (QTest::qWaitFor([this] { return m_process.canReadLine(); }, kStartMs)) {
            m_display
                = QStringLiteral(":%1").arg(QString::fromLatin1(m_process.readLine()).trimmed());
        }
    }
    ~XServer() { end(m_process); }

    QString display() const { return m_display; } // empty: it has not started
    QImage picture() const {
        enum { HeaderSize, Width = 4, Height, BytesPerLine = 12, Colours = 19, kFields };
        constexpr int kColourBytes = 12;
        QFile file(m_file);
        if (!file.open(QIODevice::ReadOnly)) {
            return {};
        }
        const auto bytes = file.readAll();
        const auto field = [&](int index) {
            return static_cast<int>(qFromBigEndian<quint32>(bytes.constData() + 4 * index));
        };
        const auto start = field(HeaderSize) + field(Colours) * kColourBytes;
        const auto* pixels = reinterpret_cast<const uchar*>(bytes.constData()) + start;
        return QImage(
            pixels, field(Width), field(Height), field(BytesPerLine), QImage::Format_RGB32)
            .copy();
    }

private:
    QString m_file;
    QString m_display;
    QProcess m_process;
};

// One wall: a screen, the console on it, and the service manager that it talks to.
class Wall {
public:
    explicit Wall(QSize size) : m_size(size), m_screen(m_folder.path(), size) {
        // Also while the test looks at another wall: the kernel keeps ten datagrams.
        QObject::connect(&m_hearing, &QTimer::timeout, [this] { listen(); });
        m_hearing.start(kListenMs);
    }
    ~Wall() { end(m_console); }

    bool hasScreen() const { return !m_screen.display().isEmpty(); }
    void start(const test::Daemon& daemon) {
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const auto* name : {"DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"}) {
            environment.remove(QString::fromLatin1(name));
        }
        environment.insert(QStringLiteral("DISPLAY"), m_screen.display());
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder.path());
        environment.insert(QStringLiteral("XDG_CACHE_HOME"), m_folder.path());
        environment.insert(
            QStringLiteral("NOTIFY_SOCKET"), QString::fromStdString(m_manager.path()));
        environment.insert(QStringLiteral("WATCHDOG_USEC"), QStringLiteral("4000000"));
        m_console.setProcessEnvironment(environment);
        m_console.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_console.start(QStringLiteral(MUSTER_BIN_DIR "/muster-console"),
            QStringList{QStringLiteral("--kiosk"), QStringLiteral("--address=") + daemon.address(),
                QStringLiteral("--token_file=") + daemon.tokenFile(),
                QStringLiteral("--pages=overview,gpus,queue"), QStringLiteral("--interval=4"),
                QStringLiteral("--screen=1")});
    }
    // What the console last told its service manager, after it has told it again that it paints.
    bool reaches(const std::string& status, int withinMs) {
        const bool reached = QTest::qWaitFor([&] { return m_status == status; }, withinMs);
        const int pings = m_pings;
        return reached && QTest::qWaitFor([&] { return m_pings > pings; }, kEndMs);
    }
    std::string status() const { return m_status; }
    QSize size() const { return m_size; }
    QImage look() const { return m_screen.picture(); }
    QImage keep(const char* name) const {
        const QDir artifacts(QStringLiteral(MUSTER_ARTIFACTS));
        artifacts.mkpath(QStringLiteral("."));
        const auto image = look();
        EXPECT_TRUE(image.save(artifacts.filePath(QStringLiteral("wall_real_%1_%2.png")
                                                      .arg(QString::fromLatin1(name))
                                                      .arg(m_size.height()))));
        return image;
    }

private:
    void listen() {
        for (const auto& line : m_manager.take()) {
            constexpr std::string_view kStatus = "STATUS=";
            if (line.starts_with(kStatus)) {
                m_status = line.substr(kStatus.size());
            }
            m_pings += line == "WATCHDOG=1" ? 1 : 0;
        }
    }

    QTemporaryDir m_folder;
    QSize m_size;
    XServer m_screen;
    test::NotifySocket m_manager;
    QProcess m_console;
    QTimer m_hearing;
    std::string m_status;
    int m_pings = 0;
};

// The share of pixels in the colour of the hatch.
double hatched(const QImage& image) {
    const auto colour = widgets::StaleVeil::hatchColour().rgb() & RGB_MASK;
    qint64 count = 0;
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        count += std::count_if(
            line, line + image.width(), [&](QRgb pixel) { return (pixel & RGB_MASK) == colour; });
    }
    return double(count) / image.width() / image.height();
}

// Where the dot of the page that is shown is: the longest run of light pixels near the lower edge.
int currentDot(const QImage& image) {
    int longest = 0, middle = 0;
    for (int y = image.height() * 94 / 100; y < image.height() * 98 / 100; ++y) {
        for (int x = 0, run = 0; x < image.width(); ++x) {
            run = qGray(image.pixel(x, y)) > 150 ? run + 1 : 0;
            if (run > longest) {
                longest = run;
                middle = x - run / 2;
            }
        }
    }
    return middle;
}

// Further than the picture moves by itself.
bool turned(const QImage& before, const QImage& after) {
    return std::abs(currentDot(after) - currentDot(before)) > before.width() / 200;
}

// The height of what is written at the upper right: the clock's digits.
int clockHeight(const QImage& image) {
    const auto ground = qGray(image.pixel(2, 2));
    std::set<int> rows;
    for (int y = 0; y < image.height() / 14; ++y) {
        for (int x = image.width() * 93 / 100; x < image.width(); ++x) {
            if (qGray(image.pixel(x, y)) > ground + 100) {
                rows.insert(y);
            }
        }
    }
    return rows.empty() ? 0 : *rows.rbegin() - *rows.begin() + 1;
}

} // namespace

TEST(KioskAndDaemon, TurnsPagesOutlivesTheDaemonAndNeverShowsOldFiguresAsNew) {
    if (geteuid() != 0) {
        GTEST_SKIP() << "needs root: the agent starts containers";
    }
    test::Daemon daemon(QStringLiteral("m60x4"), QStringLiteral("GPU lab"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !daemon.address().isEmpty(); }, kStartMs));
    std::vector<std::unique_ptr<Wall>> walls;
    for (const auto size : {QSize(1920, 1080), QSize(3840, 2160)}) {
        walls.push_back(std::make_unique<Wall>(size));
        ASSERT_TRUE(walls.back()->hasScreen()) << "no Xvfb: scripts/deps --tests installs it";
        walls.back()->start(daemon);
    }
    for (const auto& wall : walls) {
        ASSERT_TRUE(wall->reaches("Live", kStartMs)) << wall->status();
        const auto first = wall->keep("live");
        ASSERT_EQ(first.size(), wall->size());
        EXPECT_EQ(first.pixel(2, first.height() - 1), first.pixel(2, 2)); // to the last row
        EXPECT_GE(clockHeight(first), 0.02 * wall->size().height());
        EXPECT_EQ(hatched(first), 0.0);
        EXPECT_TRUE(QTest::qWaitFor([&] { return turned(first, wall->look()); }, kStartMs));
        wall->keep("turned");
    }
    daemon.killHard();
    for (const auto& wall : walls) {
        ASSERT_TRUE(wall->reaches("Data is old", kOldMs)) << wall->status();
        EXPECT_TRUE(QTest::qWaitFor([&] { return hatched(wall->look()) > 0.05; }));
        wall->keep("old");
    }
    for (const auto& wall : walls) {
        ASSERT_TRUE(wall->reaches("Not connected", kLostMs)) << wall->status();
        EXPECT_EQ(hatched(wall->keep("lost")), 0.0);
    }
    daemon.startAgain();
    for (const auto& wall : walls) {
        ASSERT_TRUE(wall->reaches("Live", kBackMs)) << wall->status();
        const auto again = wall->keep("back");
        EXPECT_EQ(hatched(again), 0.0);
        EXPECT_TRUE(QTest::qWaitFor([&] { return turned(again, wall->look()); }, kStartMs));
    }
}
