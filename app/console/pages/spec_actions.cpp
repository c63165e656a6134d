// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/spec_actions.h"

#include <QAction>

#include "app/console/link/link.h"
#include "core/spec/job_plan.h"
#include "widgets/forms/submit/spec_dialog.h"
#include "widgets/models/text.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/list_panel.h"
#include "widgets/theme/theme.h"

namespace muster::console {

using models::text;

SpecActions::SpecActions(Link& link, widgets::ListPanel& list)
    : QObject(&list), m_link(link), m_list(list),
      m_clone(add(tr("Clone and edit"), QStringLiteral("submit"), QStringLiteral("Ctrl+Shift+N"))),
      m_show(add(tr("Spec"), QStringLiteral("log"), QStringLiteral("Y"))) {
    m_clone->setToolTip(tr("Submit a similar job (%1)")
                            .arg(m_clone->shortcut().toString(QKeySequence::NativeText)));
    m_show->setToolTip(tr("Show the spec as a file and as a command line (%1)")
                           .arg(m_show->shortcut().toString(QKeySequence::NativeText)));
    connect(m_clone, &QAction::triggered, this, [this] { clone(m_list.table().currentKey()); });
    connect(m_show, &QAction::triggered, this, [this] { show(m_list.table().currentKey()); });
    const auto update = [this](const QString& key) {
        m_clone->setEnabled(!key.isEmpty());
        m_show->setEnabled(!key.isEmpty());
    };
    connect(&list.table(), &widgets::ClusterTable::currentKeyChanged, this, update);
    update(list.table().currentKey());
}

QAction* SpecActions::add(const QString& words, const QString& icon, const QString& key) {
    auto* action = new QAction(
        widgets::icon(icon, m_list.palette().color(QPalette::ButtonText)), words, this);
    action->setShortcut(QKeySequence(key));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_list.addAction(action);
    m_list.table().addAction(action); // its keys count while the list has the focus
    return action;
}

void SpecActions::clone(const QString& job) {
    ask(job, [this](const spec::JobText& words, bool whole) { emit cloneWanted(words, whole); });
}

void SpecActions::show(const QString& job) {
    ask(job, [this, job](const spec::JobText& words, bool whole) {
        auto* dialog = new widgets::SpecDialog(job, words, whole, &m_list);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &widgets::SpecDialog::cloneWanted, this,
            [this, words, whole] { emit cloneWanted(words, whole); });
        dialog->open();
    });
}

void SpecActions::ask(const QString& job, const Use& use) {
    if (job.isEmpty()) {
        return;
    }
    v1::Request request;
    request.mutable_query_job_spec()->set_job_id(job.toStdString());
    m_link.request(request, [this, job, use](const v1::Reply& reply) {
        if (reply.has_error()) {
            emit failed(tr("No spec of %1: %2").arg(job, text(reply.error().message())));
            return;
        }
        const auto written = spec::textOf(reply.job_spec());
        use(written.job, written.whole);
    });
}

} // namespace muster::console
