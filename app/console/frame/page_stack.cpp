// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/page_stack.h"

#include <algorithm>

#include <QSettings>

#include "app/console/pages/page.h"
#include "widgets/forms/tab_order.h"

namespace muster::console {

PageStack::PageStack(QSettings& settings, QWidget* parent)
    : QStackedWidget(parent), m_settings(settings) { }

void PageStack::add(PageEntry entry) {
    m_entries.push_back(std::move(entry));
}

int PageStack::rowOf(const QString& name) const {
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
        [&](const PageEntry& entry) { return entry.name == name; });
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

Page& PageStack::page(int row) {
    auto& entry = m_entries[static_cast<std::size_t>(row)];
    if (entry.page == nullptr) {
        entry.page = entry.make();
        entry.page->setObjectName(entry.name);
        entry.page->setTitle(entry.word);
        addWidget(entry.page);
        widgets::orderTabs(*entry.page);
        emit made(entry.page);
        entry.page->restore(m_settings);
    }
    return *entry.page;
}

Page& PageStack::page(const char* name) {
    return page(rowOf(QString::fromLatin1(name)));
}

void PageStack::makeAll() {
    for (std::size_t row = 0; row < m_entries.size(); ++row) {
        page(static_cast<int>(row));
    }
}

std::vector<Page*> PageStack::pages() const {
    std::vector<Page*> out;
    for (const auto& entry : m_entries) {
        if (entry.page != nullptr) {
            out.push_back(entry.page);
        }
    }
    return out;
}

void PageStack::setPreferences(const Preferences& preferences) {
    for (auto* page : pages()) {
        page->setPreferences(preferences);
    }
}

void PageStack::setState(bool known, bool stale) {
    for (auto* page : pages()) {
        page->setStale(stale);
        page->setKnown(known);
    }
}

void PageStack::save() const {
    for (const auto* page : pages()) {
        page->save(m_settings);
    }
}

void PageStack::resetLayout() {
    Page::forgetLayout(m_settings);
    for (auto* page : pages()) {
        page->resetLayout();
    }
}

} // namespace muster::console
