// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QMainWindow>
#include <QTimer>

#include "app/console/link/link.h"

class QLabel;
class QListWidget;
class QMenu;
class QSettings;
class QStackedWidget;

namespace muster::models {
class ClusterState;
}
namespace muster::widgets {
class StaleBanner;
}

namespace muster::console {

class GpusPage;
class JobsPage;
class OverviewPage;
class Page;
class SubmitPage;

// The console's window: navigation at the left, one page, the banner when the figures are old, the
// status bar.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    enum class PageId { Overview, Gpus, Nodes, Jobs, Tasks, Offers, Submit };

    MainWindow(models::ClusterState& state, Link& link, QSettings& settings, const QString& user);
    ~MainWindow() override;

    void show(PageId page);
    bool showPage(const QString& name); // "gpus"
    bool isStale() const { return m_stale; }
    QString bannerText() const; // empty: no banner

    OverviewPage& overview() { return *m_overview; }
    GpusPage& gpus() { return *m_gpus; }
    JobsPage& jobs() { return *m_jobs; }
    SubmitPage& submit() { return *m_submit; }

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void addPages(const QString& user);
    void addPage(Page* page, const QString& name, const QString& icon, const QString& word);
    void buildLayout();
    void buildMenus();
    void addDensities(QMenu& view);
    void buildStatusBar();
    void restoreLayout();
    void saveLayout();
    void onPhase();
    void showStatus();
    void onSubmitted(const QString& jobId);
    void about();

    models::ClusterState& m_state;
    Link& m_link;
    QSettings& m_settings;
    QListWidget* m_navigation;
    QStackedWidget* m_stack;
    widgets::StaleBanner* m_banner;
    std::vector<Page*> m_pages;
    OverviewPage* m_overview = nullptr;
    GpusPage* m_gpus = nullptr;
    JobsPage* m_jobs = nullptr;
    SubmitPage* m_submit = nullptr;
    QLabel* m_linkLabel = nullptr;
    QLabel* m_ageLabel = nullptr;
    QLabel* m_countLabel = nullptr;
    QLabel* m_simulatedLabel = nullptr;
    QLabel* m_versionLabel = nullptr;
    QTimer m_second;
    QString m_jobToShow; // submitted, its row is not here yet
    bool m_stale = false;
};

} // namespace muster::console
