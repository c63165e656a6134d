// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/offers_page.h"

#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include "app/console/commands/list_commands.h"
#include "app/console/pages/refusal_feed.h"
#include "widgets/models/offer_model.h"
#include "widgets/models/refusal_model.h"
#include "widgets/tables/cluster_table.h"

namespace muster::console {

using models::RefusalModel;

OffersPage::OffersPage(
    const models::ClusterState& state, Link& link, CommandRunner& commands, QWidget* parent)
    : ListPage(new models::OfferModel(state), QStringLiteral("offers"),
        {QStringLiteral("offers"), tr("No outstanding offers"),
            tr("All free resources were declined, or no framework wants any"), {}},
        parent),
      m_refusals(new RefusalModel(this)), m_feed(new RefusalFeed(state, link, *m_refusals)),
      m_refused(new widgets::ListPanel(m_refusals, QStringLiteral("refused"), this)),
      m_title(new QLabel(this)) {
    addOfferCommands(list(), state, commands);
    buildRefused();
    connect(m_feed, &RefusalFeed::answered, this, [this](bool more) {
        showTitle(more);
        showEmpty({});
    });
    connect(m_feed, &RefusalFeed::failed, this, &OffersPage::showEmpty);
}

void OffersPage::buildRefused() {
    auto& table = m_refused->table();
    table.horizontalHeader()->setStretchLastSection(true);
    table.proxy().setSortKeys({{RefusalModel::Until, Qt::DescendingOrder},
        {RefusalModel::Framework, Qt::AscendingOrder}, {RefusalModel::Node, Qt::AscendingOrder}});
    m_refused->setTitle(tr("Refused"));
    connect(&table, &widgets::ClusterTable::copied, this,
        [this](const QString& words) { emit notice(words, true); });
    auto* below = new QWidget(this);
    auto* column = new QVBoxLayout(below);
    column->setContentsMargins(0, 0, 0, 0);
    auto bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    column->addWidget(m_title);
    column->addWidget(m_refused, 1);
    addBeside(below, Qt::Vertical, 1, 1);
    showTitle(false);
    showEmpty({});
}

void OffersPage::showTitle(bool more) {
    m_title->setText(more ? tr("Refused: the last to expire") : tr("Refused"));
}

void OffersPage::showEmpty(const QString& problem) {
    m_refused->setEmpty(
        problem.isEmpty() ? widgets::ListPanel::Empty{QStringLiteral("check"),
            tr("Nothing is refused at present"),
            tr("What frameworks decline or are not offered is listed here, with the reason"), {}}
                          : widgets::ListPanel::Empty{QStringLiteral("broken"),
                              tr("The master did not send the refusals"), problem, {}});
}

void OffersPage::setKnown(bool known) {
    ListPage::setKnown(known);
    if (known) {
        showEmpty({});
    } else {
        m_refused->setEmpty(
            {QStringLiteral("broken"), tr("No data yet"), tr("Waiting for the master…"), {}});
    }
}

widgets::ListPanel& OffersPage::focused() {
    return m_refused->isAncestorOf(focusWidget()) ? *m_refused : list();
}

void OffersPage::showEvent(QShowEvent* event) {
    ListPage::showEvent(event);
    m_feed->setWatched(true);
}

void OffersPage::hideEvent(QHideEvent* event) {
    m_feed->setWatched(false);
    ListPage::hideEvent(event);
}

} // namespace muster::console
