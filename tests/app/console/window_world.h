// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QSettings>
#include <QTemporaryDir>
#include <gtest/gtest.h>

#include "app/console/frame/main_window.h"
#include "core/spec/job_text.h"
#include "tests/app/console/fake_master.h"
#include "widgets/models/cluster_state.h"

namespace muster::test {

v1::Snapshot richCluster(); // two nodes with four GPUs each, a job that runs and one that waits

// The window of one cluster beside a master that answers all it asks.
class Window : public testing::Test {
protected:
    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("console.ini")), QSettings::IniFormat};
    FakeMaster master;
    models::ClusterState state;
    std::unique_ptr<console::Link> link;
    std::unique_ptr<console::MainWindow> window;

    void SetUp() override;
    void connectNow();
    static spec::JobText simpleJob(const char* name, const char* command);
    static spec::JobText oldJob(); // what the master says was submitted
    v1::Request last() { return master.requests.back(); }
    void keep(const QString& name); // a picture among the artefacts
    QString statusText() const;

private:
    void answer(const v1::Request& request);
};

} // namespace muster::test
