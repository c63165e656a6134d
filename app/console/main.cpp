// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>

#include "app/console/frame/main_window.h"
#include "app/console/options.h"
#include "app/console/state_cache.h"
#include "core/net/context.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/text.h"
#include "widgets/theme/style.h"
#include "widgets/theme/theme.h"

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
    for (const auto* name : {"MUSTER_MASTER", "MUSTER_TOKEN_FILE"}) {
        if (const auto* value = std::getenv(name)) {
            found[name] = value;
        }
    }
    return found;
}

Result<console::Server> server(const console::Options& options) {
    net::Contexts contexts;
    if (options.address.isEmpty()) {
        const auto path = net::contextsPath(std::getenv("XDG_CONFIG_HOME"), std::getenv("HOME"));
        if (path) {
            auto read = net::readContexts(*path);
            if (!read) {
                return tl::unexpected(read.error());
            }
            contexts = std::move(*read);
        }
    }
    return console::resolveServer(options, contexts, environment());
}

void applyTheme(const QString& theme) {
    const bool dark = theme == QLatin1String("dark")
        || (theme != QLatin1String("light") && widgets::isDark(QApplication::palette()));
    QApplication::setStyle(new widgets::Style);
    QApplication::setPalette(dark ? widgets::darkPalette() : widgets::lightPalette());
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

QString stateFile() {
    return QStandardPaths::writableLocation(QStandardPaths::CacheLocation)
        + QStringLiteral("/console.sqlite");
}

int runWindow(QApplication& app, const console::Options& options, const console::Server& server) {
    QSettings settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("muster"),
        QStringLiteral("console"));
    models::ClusterState state;
    console::StateCache cache(stateFile().toStdString(), server.url.toString(), state);
    if (!cache.problem().isEmpty()) {
        std::fprintf(stderr, "muster-console: %s\n", qPrintable(cache.problem()));
    }
    cache.restore();
    console::Link link(server, state);
    console::MainWindow window(state, link, settings, QString::fromLocal8Bit(qgetenv("USER")));
    window.showPage(options.page);
    link.start();
    if (!options.screenshot.isEmpty()) {
        QTimer::singleShot(kScreenshotAfterMs, &window, [&] {
            window.grab().save(options.screenshot);
            window.close();
        });
    }
    const int status = app.exec();
    cache.save();
    return status;
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
    configureHighDpi();
    QCoreApplication::setOrganizationName(QStringLiteral("muster"));
    QCoreApplication::setApplicationName(QStringLiteral("console"));
    QCoreApplication::setApplicationVersion(QStringLiteral(MUSTER_VERSION));
    QApplication app(argc, argv);
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.muster.console"));
    applyTheme(options->theme);
    const auto found = server(*options);
    if (!found) {
        return complain(found.error());
    }
    return runWindow(app, *options, *found);
}
