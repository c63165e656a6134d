// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include <QString>

#include "app/console/desktop/daily_span.h"
#include "app/console/kiosk/rotation.h"
#include "core/kernel/base/result.h"

namespace muster::console {

// How the wall view was asked for.
struct KioskOptions {
    std::vector<WallPageId> pages{
        WallPageId::Overview, WallPageId::Gpus, WallPageId::Queue, WallPageId::Alerts};
    std::chrono::seconds interval{20};
    int screen = 1; // counted from 1
    std::optional<DailySpan> dim; // when the wall is darker

    // The values of the flags; a null one was not given. An error says what is allowed.
    struct Texts {
        QString pages;
        QString interval;
        QString screen;
        QString dim;
    };
    static Result<KioskOptions> parse(const Texts& texts);
};

} // namespace muster::console
