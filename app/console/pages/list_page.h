// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/pages/page.h"
#include "widgets/tables/list_panel.h"

namespace muster::console {

// A page that is one list, perhaps with something below or beside it.
class ListPage : public Page {
    Q_OBJECT
public:
    // `model` becomes a child of the page.
    ListPage(QAbstractItemModel* model, const QString& name, widgets::ListPanel::Empty empty,
        QWidget* parent = nullptr);

    widgets::ListPanel& list() { return *m_list; }
    void setKnown(bool known) override;
    void focusFilter() override { m_list->focusFilter(); }
    bool choose(const QString& key) override; // after its filter was cleared
    void setFilter(const QString& words) override { m_list->setFilter(words); }
    bool clearFilter() override { return m_list->clearFilter(); }

protected:
    void addBeside(QWidget* widget, Qt::Orientation orientation, int listShare, int widgetShare);

private:
    widgets::ListPanel* m_list;
    widgets::ListPanel::Empty m_empty;
};

} // namespace muster::console
