// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/theming.h"

#include <QApplication>

#include "widgets/theme/style.h"
#include "widgets/theme/theme.h"

namespace muster::console {

Theming::Theming(QObject* parent) : QObject(parent) {
    QApplication::setStyle(new widgets::Style);
    readSystemPalette();
    // Those roles that our palettes leave alone come from the system's: a change of it is told.
    connect(qApp, &QGuiApplication::paletteChanged, this, [this] {
        if (!m_dressing) {
            readSystemPalette();
            wear();
        }
    });
    wear();
}

void Theming::setTheme(Theme theme) {
    m_theme = theme;
    wear();
}

void Theming::setDesktopDark(std::optional<bool> dark) {
    m_desktopDark = dark;
    wear();
}

// An empty palette gives way to the system's.
void Theming::readSystemPalette() {
    m_dressing = true;
    QApplication::setPalette(QPalette());
    m_systemDark = widgets::isDark(QApplication::palette());
    m_dressing = false;
}

void Theming::wear() {
    m_dark = m_theme == Theme::Dark
        || (m_theme == Theme::Auto && m_desktopDark.value_or(m_systemDark));
    m_dressing = true;
    QApplication::setPalette(m_dark ? widgets::darkPalette() : widgets::lightPalette());
    m_dressing = false;
}

} // namespace muster::console
