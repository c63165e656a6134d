// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMainWindow>
#include <QTimer>

#include "app/console/link/link.h"
#include "app/console/preferences.h"
#include "app/console/profiles/cluster_entry.h"
#include "widgets/models/totals.h"
#include "widgets/tables/cluster_table.h"

class QHBoxLayout;
class QListWidget;
class QListWidgetItem;
class QSettings;
class QToolButton;

namespace muster::models {
class ClusterState;
}
namespace muster::widgets {
class NoticeBar;
class StaleBanner;
} // namespace muster::widgets

namespace muster::console {

class AlertsPage;
class ClusterMenu;
class GpusPage;
class HistoryPage;
class JobsPage;
class MainMenu;
class OperatorMode;
class CommandRunner;
class OverviewPage;
class Page;
class PageStack;
struct PageEntry;
class SettingsPage;
class StatusLine;
class SubmitPage;

// One cluster's window: navigation at the left, one page, the banner when the figures are old, the
// status bar. Stands by itself, or in the console's window. `settings` are those of this cluster.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(models::ClusterState& state, Link& link, QSettings& settings, const QString& user);
    ~MainWindow() override;

    void setCluster(const ClusterEntry& cluster); // which this is
    void setClusters(const ClusterEntries& clusters, const QString& current);
    void setPreferences(const Preferences& preferences);
    void resetLayout();

    bool showPage(const QString& name); // "gpus"; false: there is none
    // What a link points at. Chosen once the cluster has told of it; what there is not is said.
    void showObject(const QString& page, const QString& key);
    Page& currentPage();
    QStringList pageNames() const;
    bool isStale() const { return m_stale; }
    QString bannerText() const; // empty: no banner

    QString noticeText() const; // of the last operator command
    OperatorMode& mode() { return *m_mode; }
    // These make the page if it was not wanted before.
    OverviewPage& overview();
    GpusPage& gpus();
    JobsPage& jobs();
    SubmitPage& submit();
    HistoryPage& history();
    AlertsPage& alerts();
    SettingsPage& settingsPage();
    ClusterMenu& clusterMenu() { return *m_clusterMenu; }

signals:
    void preferencesEdited(const muster::console::Preferences& preferences);
    // What the settings page asks for and the window of one cluster cannot do.
    void clusterWanted(const QString& name);
    void addWanted();
    void editWanted(const QString& name);
    void removeWanted(const QString& name);
    void layoutResetWanted();
    void exportWanted(const QString& path);
    void importWanted(const QString& path);

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    static constexpr int kNoticeMs = 15'000; // in the status bar
    static constexpr QLatin1String kLastPage{"page"}; // the setting

    void addPages();
    void addToNavigation(const PageEntry& entry);
    Page* makeJobs();
    Page* makeNodes();
    Page* makeSubmit();
    Page* makeServices();
    Page* makeSchedules();
    Page* makeAlerts();
    Page* makeSettings();
    template <class P>
    P& made(P*& page, const char* name);
    void onMade(Page* page);
    void buildLayout();
    void buildMenu();
    void buildClusterMenu();
    void editDensity(widgets::ClusterTable::Density density);
    void toggleTheme();
    void showShortcuts();
    void buildOperatorCommands();
    void saveLayout();
    void onPhase();
    void showStatus();
    void chooseWanted();
    void showAlerts();
    void onSubmitted(const QString& jobId);
    void about();

    models::ClusterState& m_state;
    models::RunningTotals m_totals;
    Link& m_link;
    QSettings& m_settings;
    QListWidget* m_navigation;
    PageStack* m_pages; // as in the navigation
    widgets::StaleBanner* m_banner;
    widgets::NoticeBar* m_notice;
    OperatorMode* m_mode;
    CommandRunner* m_commands;
    MainMenu* m_menu = nullptr;
    StatusLine* m_status;
    ClusterMenu* m_clusterMenu = nullptr;
    QHBoxLayout* m_corner = nullptr; // at the right end of the menu bar
    QToolButton* m_clusterButton = nullptr;
    Preferences m_preferences;
    ClusterEntries m_clusters;
    QString m_currentCluster;
    QString m_user;
    QTimer m_second;
    QString m_jobToShow; // submitted, its row is not here yet
    QString m_wantedPage, m_wantedKey; // of a link, while nobody knows whether there is such a row
    bool m_stale = false;
    // Those that are spoken to by more than what all pages have; nullptr: not made yet.
    OverviewPage* m_overview = nullptr;
    GpusPage* m_gpus = nullptr;
    JobsPage* m_jobs = nullptr;
    SubmitPage* m_submit = nullptr;
    HistoryPage* m_history = nullptr;
    AlertsPage* m_alerts = nullptr;
    SettingsPage* m_settingsPage = nullptr;
};

} // namespace muster::console
