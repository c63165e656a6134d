// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/kiosk/kiosk_options.h"

#include <algorithm>

#include <QStringList>

namespace muster::console {

namespace {

constexpr int kLongestInterval = 3600;
constexpr int kMostScreens = 64;

std::optional<WallPageId> pageNamed(const QString& name) {
    constexpr const char* kNames[] = {"overview", "gpus", "queue", "alerts"};
    for (int i = 0; i < kWallPages; ++i) {
        if (name == QLatin1String(kNames[i])) {
            return static_cast<WallPageId>(i);
        }
    }
    return std::nullopt;
}

Result<std::vector<WallPageId>> parsePages(const QString& text) {
    std::vector<WallPageId> pages;
    for (const auto& name : text.split(QLatin1Char(','))) {
        const auto page = pageNamed(name);
        if (!page) {
            return failure(fmt::format("--pages takes a comma-separated list of overview, gpus, "
                                       "queue and alerts, not '{}'",
                name.toStdString()));
        }
        if (std::find(pages.begin(), pages.end(), *page) != pages.end()) {
            return failure(fmt::format("--pages names '{}' twice", name.toStdString()));
        }
        pages.push_back(*page);
    }
    return pages;
}

Result<int> parseNumber(const char* flag, const char* what, const QString& text, int most) {
    bool isNumber = false;
    const int value = text.toInt(&isNumber);
    if (!isNumber || value < 1 || value > most) {
        return failure(fmt::format(
            "--{} takes {} from 1 to {}, not '{}'", flag, what, most, text.toStdString()));
    }
    return value;
}

} // namespace

Result<KioskOptions> KioskOptions::parse(const Texts& texts) {
    KioskOptions out;
    if (!texts.pages.isNull()) {
        auto pages = parsePages(texts.pages);
        if (!pages) {
            return tl::unexpected(pages.error());
        }
        out.pages = std::move(*pages);
    }
    if (!texts.interval.isNull()) {
        const auto seconds
            = parseNumber("interval", "a number of seconds", texts.interval, kLongestInterval);
        if (!seconds) {
            return tl::unexpected(seconds.error());
        }
        out.interval = std::chrono::seconds(*seconds);
    }
    if (!texts.screen.isNull()) {
        const auto screen = parseNumber("screen", "a screen's number", texts.screen, kMostScreens);
        if (!screen) {
            return tl::unexpected(screen.error());
        }
        out.screen = *screen;
    }
    if (!texts.dim.isNull()) {
        const auto dim = DailySpan::parse(texts.dim);
        if (!dim) {
            return failure(
                fmt::format("--dim takes two times of day, such as 22:00-06:00, not '{}'",
                    texts.dim.toStdString()));
        }
        out.dim = *dim;
    }
    return out;
}

} // namespace muster::console
