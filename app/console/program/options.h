// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <QString>
#include <QStringList>

#include "app/console/desktop/deep_link.h"
#include "app/console/environment.h"
#include "app/console/kiosk/kiosk_options.h"
#include "app/console/link/server.h"
#include "core/kernel/base/result.h"
#include "core/manual/page.h"

namespace muster::net {
struct Contexts;
} // namespace muster::net

namespace muster::console {

// What stands on the command line.
struct Options {
    QString address;
    QString tokenFile;
    QString context; // a name in the user's context file; empty: its current one
    QString theme; // "system", "light", "dark"
    QString page; // the first page, by name
    bool firstPicture = false; // for benchmarks: say when it was painted
    QString screenshot; // for tests: save a picture there and quit
    std::optional<DeepLink> link; // what to show first
    bool demo = false; // start a cluster of its own with simulated GPUs
    std::optional<KioskOptions> kiosk; // the wall view in place of the window
    bool help = false;
    bool version = false;

    // An error names the argument. `helpText` is what --help prints.
    static Result<Options> parse(const QStringList& arguments);
    static QString helpText();
    static QStringList pages(); // what --page takes: every page of the window
    static manual::Page manualPage(std::string_view version); // muster-console(1)
};

struct Profile;

// Which cluster: of the command line, else `lastUsed` or the current one of the context file, else
// of the environment (MUSTER_MASTER, MUSTER_TOKEN_FILE). Error of kind NotFound when there is none
// at all.
Result<Profile> chooseProfile(const Options& options, const net::Contexts& contexts,
    const Environment& environment, const QString& lastUsed = {});

// That cluster's server: from the command line, else the context file, else the environment.
// An error says what to write where.
Result<Server> resolveServer(
    const Options& options, const net::Contexts& contexts, const Environment& environment);

} // namespace muster::console
