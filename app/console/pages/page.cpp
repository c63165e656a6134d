// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/page.h"

#include <QEvent>
#include <QSettings>

#include "widgets/charts/bar_chart.h"
#include "widgets/tables/list_panel.h"
#include "widgets/theme/theme.h"

namespace muster::console {

namespace {
const auto kColumnsGroup = QStringLiteral("columns/");
const auto kFilters = QStringLiteral("filters/");
} // namespace

void Page::setTitle(const QString& title) {
    setAccessibleName(title);
    for (auto* list : findChildren<widgets::ListPanel*>()) {
        if (list->table().accessibleName().isEmpty()) {
            list->setTitle(title);
        }
    }
}

void Page::setUser(const QString& user) {
    for (auto* table : findChildren<widgets::ClusterTable*>()) {
        table->proxy().setMe(user);
    }
}

void Page::setPreferences(const Preferences& preferences) {
    for (auto* table : findChildren<widgets::ClusterTable*>()) {
        table->setDensity(preferences.density);
    }
}

void Page::save(QSettings& settings) const {
    for (const auto* table : findChildren<widgets::ClusterTable*>()) {
        settings.setValue(kColumnsGroup + table->objectName(), table->columns());
    }
    for (auto* list : findChildren<widgets::ListPanel*>()) {
        settings.setValue(kFilters + list->table().objectName(), list->filterText());
    }
}

void Page::restore(const QSettings& settings) {
    for (auto* table : findChildren<widgets::ClusterTable*>()) {
        table->setColumns(settings.value(kColumnsGroup + table->objectName()).toByteArray());
    }
    for (auto* list : findChildren<widgets::ListPanel*>()) {
        const auto filter = settings.value(kFilters + list->table().objectName()).toString();
        if (!filter.isEmpty()) {
            list->setFilter(filter);
        }
    }
}

void Page::resetLayout() {
    for (auto* table : findChildren<widgets::ClusterTable*>()) {
        table->resetColumns();
    }
}

void Page::forgetLayout(QSettings& settings) {
    settings.remove(kColumnsGroup.chopped(1));
}

void Page::setStale(bool stale) {
    m_stale = stale;
    applyPalette();
    for (auto* view : findChildren<QAbstractItemView*>()) {
        view->setProperty("stale", stale);
        view->viewport()->update();
    }
    for (auto* chart : findChildren<widgets::BarChart*>()) {
        chart->setStale(stale);
    }
}

void Page::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_stale && !m_applying) {
        applyPalette();
    }
    QWidget::changeEvent(event);
}

void Page::applyPalette() {
    m_applying = true;
    setPalette(m_stale ? widgets::dimmed(QPalette()) : QPalette());
    m_applying = false;
}

} // namespace muster::console
