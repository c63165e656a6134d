// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QObject>

#include "app/console/preferences.h"

namespace muster::console {

// Dresses the application: style, palette. Everything paints itself from the palette, so that a
// change shows at once. Auto is what the desktop says (ColorScheme), else what its palette is.
class Theming : public QObject {
    Q_OBJECT
public:
    explicit Theming(QObject* parent = nullptr);

    void setTheme(Theme theme);
    Theme theme() const { return m_theme; }
    bool isDark() const { return m_dark; } // what is worn now
    // What the desktop says; nothing: it says nothing.
    void setDesktopDark(std::optional<bool> dark);

private:
    void wear();
    void readSystemPalette();

    Theme m_theme = Theme::Auto;
    std::optional<bool> m_desktopDark;
    bool m_systemDark = false;
    bool m_dark = false;
    bool m_dressing = false;
};

} // namespace muster::console
