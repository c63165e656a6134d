// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/kiosk/run_kiosk.h"

#include <cstdlib>
#include <memory>

#include <QApplication>
#include <QFileInfo>
#include <QScreen>
#include <QWindow>

#include "app/console/kiosk/paint_watchdog.h"
#include "app/console/kiosk/screen_saver.h"
#include "app/console/kiosk/wall_window.h"
#include "widgets/kiosk/wall_bars.h"
#include "widgets/theme/theme.h"

namespace muster::console {

namespace {

constexpr BackOff kBackOff{std::chrono::seconds(1), std::chrono::seconds(30)};

std::string variable(const Environment& environment, const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? std::string() : found->second;
}

// Asking for a bus where there is none would start one.
bool hasBus(const Environment& environment) {
    const auto runtime = variable(environment, "XDG_RUNTIME_DIR");
    return !variable(environment, "DBUS_SESSION_BUS_ADDRESS").empty()
        || (!runtime.empty() && QFileInfo::exists(QString::fromStdString(runtime + "/bus")));
}

Result<QScreen*> screenOf(int number) {
    const auto screens = QGuiApplication::screens();
    if (number <= screens.size()) {
        return screens[number - 1];
    }
    std::string known;
    for (int i = 0; i < screens.size(); ++i) {
        const auto size = screens[i]->size();
        const auto name = screens[i]->name().toStdString();
        known += fmt::format("{}{} ({}{}x{})", i == 0 ? "" : ", ", i + 1,
            name.empty() ? "" : name + ", ", size.width(), size.height());
    }
    return failure(
        fmt::format("Screen {} does not exist, only {}", number, known), Error::Kind::NotFound);
}

void fill(QScreen* screen, QWidget& window) {
    const auto place = [&window, screen] { window.setGeometry(screen->geometry()); };
    place();
    window.winId(); // makes the window that is put on the screen
    window.windowHandle()->setScreen(screen);
    window.showFullScreen();
    // Without a window manager nobody else makes it as large as a screen that was switched.
    QObject::connect(screen, &QScreen::geometryChanged, &window, place);
}

} // namespace

Result<int> runKiosk(QApplication& app, const KioskOptions& options, Theme theme,
    const Server& server, const Environment& environment) {
    const auto screen = screenOf(options.screen);
    if (!screen) {
        return tl::unexpected(screen.error());
    }
    QApplication::setPalette(
        theme == Theme::Light ? widgets::lightPalette() : widgets::darkPalette());
    models::ClusterState state;
    Link link(server, state);
    link.setBackOff(kBackOff);
    WallWindow window(state, link, options);
    const auto period = std::strtoll(variable(environment, "WATCHDOG_USEC").c_str(), nullptr, 10);
    PaintWatchdog watchdog(
        {variable(environment, "NOTIFY_SOCKET"), std::chrono::microseconds(std::max(0LL, period))},
        window.header());
    QObject::connect(&window, &WallWindow::freshnessChanged, &watchdog, &PaintWatchdog::setStatus);
    std::unique_ptr<ScreenSaver> saver;
    if (hasBus(environment)) {
        saver = std::make_unique<ScreenSaver>(
            QDBusConnection::sessionBus(), WallWindow::tr("Wall view of a cluster"));
    }
    fill(*screen, window);
    window.start();
    link.start();
    return app.exec();
}

} // namespace muster::console
