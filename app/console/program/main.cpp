// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

#include <unistd.h>

#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QStandardPaths>
#include <QTimer>

#include "app/console/color_scheme.h"
#include "app/console/demo/demo_cluster.h"
#include "app/console/desktop/running_console.h"
#include "app/console/frame/console_window.h"
#include "app/console/frame/first_picture.h"
#include "app/console/frame/session.h"
#include "app/console/i18n/language.h"
#include "app/console/kiosk/run_kiosk.h"
#include "app/console/program/options.h"
#include "app/console/theming.h"
#include "core/net/context.h"
#include "widgets/models/text.h"

namespace {

using namespace muster;

constexpr int kUsage = 2;
constexpr int kScreenshotAfterMs = 3000;

int complain(const Error& error) {
    std::fprintf(stderr, "muster-console: %s\n", error.message.c_str());
    return error.kind == Error::Kind::Invalid ? kUsage : EXIT_FAILURE;
}

QStringList argumentsOf(int argc, char** argv) {
    QStringList arguments;
    for (int i = 0; i < argc; ++i) {
        arguments << QString::fromLocal8Bit(argv[i]);
    }
    return arguments;
}

console::Environment environment() {
    console::Environment found;
    const auto take = [&found](const char* name) {
        if (const auto* value = std::getenv(name)) {
            found[name] = value;
        }
    };
    take("MUSTER_MASTER");
    take("MUSTER_TOKEN_FILE");
    for (const auto* name : console::kKioskVariables) {
        take(name);
    }
    return found;
}

std::filesystem::path contextFile() {
    const auto path = net::contextsPath(std::getenv("XDG_CONFIG_HOME"), std::getenv("HOME"));
    return path ? *path : std::filesystem::path("contexts.toml");
}

Result<console::Profile> profile(const console::Options& options, const QSettings& settings) {
    net::Contexts contexts;
    if (options.address.isEmpty()) {
        auto read = net::readContexts(contextFile());
        if (!read) {
            return tl::unexpected(read.error());
        }
        contexts = std::move(*read);
    }
    return console::chooseProfile(
        options, contexts, environment(), console::ConsoleWindow::lastProfile(settings));
}

void configureHighDpi() {
#if QT_VERSION < QT_VERSION_CHECK(6, 0, 0)
    QCoreApplication::setAttribute(Qt::AA_EnableHighDpiScaling);
    QCoreApplication::setAttribute(Qt::AA_UseHighDpiPixmaps);
    // Round, the default, would make 1.5 a 2.
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(
        Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
#endif
}

console::ConsoleWindow::Dependencies dependencies() {
    console::ConsoleWindow::Dependencies found;
    found.user = QString::fromLocal8Bit(qgetenv("USER"));
    found.version = QCoreApplication::applicationVersion();
    found.contexts = contextFile();
    const QString cache = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    found.cache = std::filesystem::path(cache.toStdString()) / "console.sqlite";
    found.daemon = console::findDaemon(QCoreApplication::applicationDirPath());
    found.demoFolder
        = console::demoFolder(QString::fromLocal8Bit(qgetenv("XDG_STATE_HOME")), QDir::homePath());
    found.root = ::geteuid() == 0;
    found.bus = QDBusConnection::sessionBus();
    return found;
}

// Whoever names a cluster wants that one or an error; who names none is welcomed.
bool isAsked(const console::Options& options) {
    return !options.address.isEmpty() || !options.context.isEmpty() || !options.screenshot.isEmpty()
        || options.kiosk;
}

void followDesktop(console::Theming& theming, console::ColorScheme& scheme) {
    QObject::connect(&scheme, &console::ColorScheme::changed, &theming,
        [&theming](std::optional<bool> dark) { theming.setDesktopDark(dark); });
}

int runWindow(QApplication& app, const console::Options& options, QSettings& settings,
    const Result<console::Profile>& first) {
    auto preferences = console::Preferences::load(settings);
    if (!options.theme.isEmpty()) {
        preferences.theme = console::themeOf(options.theme);
    }
    console::Theming theming;
    console::ColorScheme scheme(QDBusConnection::sessionBus());
    followDesktop(theming, scheme);
    console::ConsoleWindow window(settings, theming, preferences, dependencies());
    if (options.demo) {
        window.openDemo();
    } else if (first) {
        window.open(*first);
        window.showPage(options.page);
        if (options.link) {
            window.openLink(*options.link);
        }
    } else if (first.error().kind != Error::Kind::NotFound) {
        window.welcome(models::text(first.error().message));
    }
    console::RunningConsole running(QDBusConnection::sessionBus());
    QObject::connect(&running, &console::RunningConsole::raiseWanted, &window,
        &console::ConsoleWindow::comeForward);
    QObject::connect(
        &running, &console::RunningConsole::linkOpened, &window, &console::ConsoleWindow::openLink);
    if (options.firstPicture && window.session() != nullptr) {
        new console::FirstPicture(window, window.session()->state());
    }
    window.show();
    if (!options.screenshot.isEmpty()) {
        QTimer::singleShot(kScreenshotAfterMs, &window, [&] {
            window.showPage(options.page);
            window.grab().save(options.screenshot);
            window.close();
        });
    }
    return app.exec();
}

} // namespace

int main(int argc, char** argv) {
    const auto options = console::Options::parse(argumentsOf(argc, argv));
    if (!options) {
        return complain(options.error());
    }
    if (options->help) {
        std::fputs(qPrintable(console::Options::helpText()), stdout);
        return EXIT_SUCCESS;
    }
    if (options->version) {
        std::puts("muster-console " MUSTER_VERSION);
        return EXIT_SUCCESS;
    }
    // A wall measures in shares of its screen: scaled by a fraction it would miss the last row.
    if (!options->kiosk) {
        configureHighDpi();
    }
    QCoreApplication::setOrganizationName(QStringLiteral("muster"));
    QCoreApplication::setApplicationName(QStringLiteral("console"));
    QCoreApplication::setApplicationVersion(QStringLiteral(MUSTER_VERSION));
    QApplication app(argc, argv);
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.muster.console"));
    if (options->link
        && console::RunningConsole::handOver(QDBusConnection::sessionBus(), *options->link)) {
        return EXIT_SUCCESS;
    }
    QSettings settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("muster"),
        QStringLiteral("console"));
    const auto language = console::Preferences::load(settings).language;
    console::useLanguage(language.isEmpty() ? console::languageFor(QLocale::system()) : language);
    const auto first = profile(*options, settings);
    if (!first && (!options->demo || options->kiosk) && isAsked(*options)) {
        return complain(first.error());
    }
    if (options->kiosk) {
        const auto server = console::serverOf(first->context);
        const auto theme = console::themeOf(options->theme);
        const auto status = server
            ? console::runKiosk(app, *options->kiosk, theme, *server, environment())
            : Result<int>(tl::unexpected(server.error()));
        return status ? *status : complain(status.error());
    }
    return runWindow(app, *options, settings, first);
}
