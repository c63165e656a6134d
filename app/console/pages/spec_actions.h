// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <QObject>

#include "core/spec/job_text.h"

class QAction;

namespace muster::widgets {
class ListPanel;
}

namespace muster::console {

class Link;

// What a list of jobs does with the spec of the chosen one, which the master is asked for: shows
// it (y), or takes it as the beginning of another job (Ctrl+Shift+N).
class SpecActions : public QObject {
    Q_OBJECT
public:
    // Becomes a child of the list, which has jobs by their ids.
    SpecActions(Link& link, widgets::ListPanel& list);

    void show(const QString& job);
    void clone(const QString& job);

signals:
    void cloneWanted(const muster::spec::JobText& job, bool whole); // false: it had more
    void failed(const QString& words);

private:
    using Use = std::function<void(const spec::JobText& job, bool whole)>;

    QAction* add(const QString& words, const QString& icon, const QString& key);
    void ask(const QString& job, const Use& use);

    Link& m_link;
    widgets::ListPanel& m_list;
    QAction* m_clone;
    QAction* m_show;
};

} // namespace muster::console
