// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/pages/list_page.h"

class QLabel;

namespace muster::models {
class ClusterState;
class RefusalModel;
} // namespace muster::models

namespace muster::console {

class Link;
class CommandRunner;
class RefusalFeed;

// What is offered to whom, and below it what is not offered, and why.
class OffersPage : public ListPage {
    Q_OBJECT
public:
    OffersPage(const models::ClusterState& state, Link& link, CommandRunner& commands,
        QWidget* parent = nullptr);

    widgets::ListPanel& refused() { return *m_refused; }
    void setKnown(bool known) override;
    void focusFilter() override { focused().focusFilter(); }
    bool clearFilter() override { return focused().clearFilter(); }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void buildRefused();
    widgets::ListPanel& focused();
    void showTitle(bool more);
    void showEmpty(const QString& problem);

    models::RefusalModel* m_refusals;
    RefusalFeed* m_feed;
    widgets::ListPanel* m_refused;
    QLabel* m_title;
};

} // namespace muster::console
