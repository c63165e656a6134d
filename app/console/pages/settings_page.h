// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/pages/page.h"
#include "app/console/profiles/cluster_entry.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace muster::widgets {
class ProblemLabel;
}

namespace muster::console {

// What the user can choose. It keeps nothing: what is edited is told by signals.
class SettingsPage : public Page {
    Q_OBJECT
public:
    explicit SettingsPage(QWidget* parent = nullptr);

    void setPreferences(const Preferences& preferences) override;
    Preferences preferences() const;
    void setClusters(const ClusterEntries& clusters, const QString& current);
    bool chooseCluster(const QString& name); // in the list; false: it is not there
    void remove(const QString& name); // opens the question

signals:
    void preferencesEdited(const muster::console::Preferences& preferences);
    void clusterWanted(const QString& name);
    void addWanted();
    void editWanted(const QString& name);
    void removeWanted(const QString& name);
    void layoutResetWanted();
    void exportWanted(const QString& path);
    void importWanted(const QString& path);
    void shortcutsWanted();

private:
    void buildClusters(QVBoxLayout& column);
    void buildAppearance(QVBoxLayout& column);
    void buildThresholds(QVBoxLayout& column);
    void buildNotifications(QVBoxLayout& column);
    void buildRest(QVBoxLayout& column);
    QFormLayout* section(QVBoxLayout& column, const QString& title);
    QSpinBox* addThreshold(QFormLayout& form, const QString& label, const QString& unit);
    void showCluster();
    void askForFile(bool save);
    void showQuiet();
    void edited();

    QListWidget* m_clusters;
    QPushButton* m_open;
    QPushButton* m_edit;
    QPushButton* m_remove;
    QComboBox* m_theme;
    QComboBox* m_density;
    QComboBox* m_language;
    QSpinBox* m_utilisation = nullptr;
    QSpinBox* m_memory = nullptr;
    QSpinBox* m_temperature = nullptr;
    QCheckBox* m_notifyJobs;
    QCheckBox* m_notifyGpus;
    QLineEdit* m_quiet;
    widgets::ProblemLabel* m_quietProblem;
    QString m_keptQuiet; // while what is typed is no span of time
    QString m_current;
    bool m_filling = false;
};

} // namespace muster::console
