// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include <QDBusConnection>
#include <QWidget>

#include "app/console/preferences.h"
#include "app/console/profiles/cluster_entry.h"
#include "app/console/profiles/profile_store.h"

class QFrame;
class QSettings;
class QStackedWidget;

namespace muster::console {

class DemoBar;
class DemoCluster;
struct DeepLink;
class MainWindow;
class Notices;
class ProfileEditor;
class Session;
class Theming;
class WelcomePage;

// The one window of the console, whatever cluster is open in it: at its edge the stripe of the
// profile's colour, in it the cluster's MainWindow or, while there is none, the welcome page.
class ConsoleWindow : public QWidget {
    Q_OBJECT
public:
    // What main() found around the program.
    struct Dependencies {
        QString user;
        QString version;
        std::filesystem::path contexts; // contexts.toml
        std::filesystem::path cache; // console.sqlite
        QString daemon; // muster-agentd, for the demo; empty: there is none
        QString demoFolder;
        bool root = false;
        std::optional<QDBusConnection> bus; // the desktop's, for notices; none: in the window
    };

    ConsoleWindow(QSettings& settings, Theming& theming, const Preferences& preferences,
        Dependencies dependencies);
    ~ConsoleWindow() override;

    // What is open stays open when the new one's token cannot be read.
    void open(const Profile& profile);
    void openDemo();
    void welcome(const QString& problem);
    bool showPage(const QString& name); // of the cluster that is open
    void openLink(const DeepLink& link);
    void comeForward();

    MainWindow* mainWindow(); // nullptr: none is open
    Session* session() { return m_session.get(); }
    WelcomePage& welcomePage() { return *m_welcome; }
    ProfileEditor& editor() { return *m_editor; }
    const Preferences& preferences() const { return m_preferences; }
    bool hasStripe() const;

    static QString lastProfile(const QSettings& settings); // empty: none was opened yet

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Opening;
    void buildLayout();
    void buildDemo();
    void begin(const Opening& opening);
    void wire();
    void wireNotices();
    void endSession();
    void openByName(const QString& name);
    void onDemoReady(const net::Context& context);
    void onSaved(const QString& name, const QString& former);
    void remove(const QString& name);
    void applyPreferences(const Preferences& preferences);
    void resetLayout();
    void importSettings(const QString& path);
    void exportSettings(const QString& path);
    void submitSamples();
    void showClusters();
    void paintStripe();
    void say(const QString& words);
    ClusterEntries clusters() const;

    QSettings& m_settings;
    Theming& m_theming;
    Preferences m_preferences;
    Dependencies m_dependencies;
    ProfileStore m_profiles;
    ProfileEditor* m_editor;
    QFrame* m_stripe;
    DemoBar* m_demoBar;
    QStackedWidget* m_stack;
    WelcomePage* m_welcome;
    DemoCluster* m_demo;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<Notices> m_notices; // of the session
    Profile m_open; // the profile of the session; the demo has none
};

} // namespace muster::console
