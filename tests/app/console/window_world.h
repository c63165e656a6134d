// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
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

// The real window of one cluster beside a master that says what its test tells it to.
class WindowAtMaster : public testing::Test {
protected:
    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("console.ini")), QSettings::IniFormat};
    FakeMaster master;
    models::ClusterState state;
    std::unique_ptr<console::Link> link;
    std::unique_ptr<console::MainWindow> window;

    void open();
    void connectNow();
    void change(const std::function<void(v1::Delta&)>& make); // of the master's snapshot
    void keep(const QString& name); // a picture among the artefacts
};

// The same beside one that answers all it asks.
class Window : public WindowAtMaster {
protected:
    void SetUp() override;
    static spec::JobText simpleJob(const char* name, const char* command);
    static spec::JobText oldJob(); // what the master says was submitted
    v1::Request last() { return master.requests.back(); }
    QString statusText() const;

private:
    void answer(const v1::Request& request);
};

} // namespace muster::test
