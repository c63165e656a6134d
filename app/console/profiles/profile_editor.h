// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>

#include "app/console/profiles/profile_store.h"
#include "widgets/forms/profile_dialog.h"

namespace muster::console {

class ConnectionTest;

// Opens the dialog of a cluster, tries what is typed there, and keeps it.
class ProfileEditor : public QObject {
    Q_OBJECT
public:
    // `version` is this console's own.
    ProfileEditor(const ProfileStore& profiles, QString version, QWidget* window);

    void add();
    void edit(const QString& name);
    widgets::ProfileDialog* dialog() const { return m_dialog; } // nullptr: none is open

signals:
    void saved(const QString& name, const QString& former); // `former` is empty for a new one
    void problem(const QString& words); // contexts.toml cannot be read

private:
    void open(const widgets::ProfileDraft& draft);
    void test(const widgets::ProfileDraft& draft);
    void save(const widgets::ProfileDraft& draft);

    const ProfileStore& m_profiles;
    QString m_version;
    QWidget* m_window;
    QString m_former;
    QPointer<widgets::ProfileDialog> m_dialog;
    QPointer<ConnectionTest> m_test;
};

net::Context contextOf(const widgets::ProfileDraft& draft);
widgets::ProfileDraft draftOf(const Profile& profile);

} // namespace muster::console
