// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QSettings>
#include <QTemporaryDir>

#include "app/console/frame/main_window.h"
#include "tests/app/console/fake_master.h"
#include "widgets/models/cluster_state.h"

namespace muster::test {

// A console before a cluster that shows something of everything: nodes with all states of GPUs,
// tasks, jobs that run, wait and ended, offers, alerts, a past. The same at every run.
class Scene {
public:
    Scene();
    ~Scene();

    bool open(); // true: the window is there and shows the figures
    bool show(const QString& page); // and gives it time to fill itself
    QStringList pages() const;

    FakeMaster master;
    models::ClusterState state;
    std::unique_ptr<console::Link> link;
    std::unique_ptr<console::MainWindow> window;

private:
    v1::Snapshot snapshot() const;
    void answer(const v1::Request& request);

    QTemporaryDir m_folder;
    QSettings m_settings{m_folder.filePath(QStringLiteral("console.ini")), QSettings::IniFormat};
};

} // namespace muster::test
