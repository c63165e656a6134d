// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/page.h"

namespace muster::words {

namespace {

constexpr Page kPages[] = {
    {"overview", "Overview", {"Alt+1", "g o"}},
    {"gpus", "GPUs", {"Alt+2", "g g"}},
    {"nodes", "Nodes", {"Alt+3", "g n"}},
    {"jobs", "Jobs", {"Alt+4", "g j"}},
    {"tasks", "Tasks", {"Alt+0", "g t"}},
    {"offers", "Offers", {"Alt+5", "g f"}},
    {"submit", "Submit", {"Alt+6", "g s"}},
    {"history", "History", {"Alt+7", "g h"}},
    {"alerts", "Alerts", {"Alt+8", "g a"}},
    {"settings", "Settings", {"Alt+9", "Ctrl+,"}},
};

} // namespace

std::span<const Page> pages() {
    return kPages;
}

} // namespace muster::words
