// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <vector>

namespace muster::console {

enum class WallPageId { Overview, Gpus, Queue, Alerts };
inline constexpr int kWallPages = 4;

struct WallPlace {
    WallPageId page = WallPageId::Overview;
    int screen = 0; // of the page, where it has several
    bool operator==(const WallPlace&) const = default;
};

// Which page a wall shows. Each stays for the interval; one with several screens turns over at most
// kScreensATurn of them and goes on from there at its next turn, so that 250 screens of GPUs do not
// keep the other pages away. While pinned the alerts are shown, and what was shown comes back with
// its whole interval. Pure: time is an argument that never goes back. REQUIRES: a page.
class Rotation {
public:
    using Millis = std::chrono::milliseconds;
    static constexpr int kScreensATurn = 3;

    Rotation(std::vector<WallPageId> pages, Millis interval, Millis now);

    void setScreens(WallPageId page, int screens);
    void pin(bool pinned, Millis now);
    bool isPinned() const { return m_pinned; }
    WallPlace at(Millis now);

    int pages() const { return static_cast<int>(m_pages.size()); }
    int indexOf(WallPageId page) const; // -1: not among them

private:
    struct Screens {
        int count = 1;
        int current = 0;
    };

    void step();
    Screens& screensOf(WallPageId page) { return m_screens[static_cast<std::size_t>(page)]; }

    std::vector<WallPageId> m_pages;
    Millis m_interval;
    Millis m_since; // the place is shown
    std::size_t m_current = 0;
    int m_shown = 0; // screens of this turn that were shown to their end
    bool m_pinned = false;
    std::array<Screens, kWallPages> m_screens;
};

} // namespace muster::console
