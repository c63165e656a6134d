// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What the settings page asks of the window.
#include <QSettings>

#include "app/console/frame/console_window.h"
#include "app/console/frame/main_window.h"
#include "app/console/session.h"
#include "app/console/stored_settings.h"
#include "app/console/theming.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

void ConsoleWindow::applyPreferences(const Preferences& preferences) {
    m_preferences = preferences;
    m_preferences.save(m_settings);
    m_theming.setTheme(preferences.theme);
    m_session->window().setPreferences(preferences);
}

void ConsoleWindow::exportSettings(const QString& path) {
    m_settings.sync();
    const auto done = console::exportSettings(m_settings, path);
    say(done ? tr("Saved %1").arg(path) : text(done.error().message));
}

void ConsoleWindow::importSettings(const QString& path) {
    const auto profile = m_open;
    if (const auto done = console::importSettings(m_settings, path); !done) {
        say(text(done.error().message));
        return;
    }
    m_session->forgetLayout(); // what was read counts
    m_preferences = Preferences::load(m_settings);
    m_theming.setTheme(m_preferences.theme);
    if (profile.context.address.empty()) {
        openDemo();
    } else {
        open(profile);
    }
    say(tr("Imported the settings from %1").arg(path));
}

} // namespace muster::console
