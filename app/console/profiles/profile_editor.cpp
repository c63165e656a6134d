// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/profiles/profile_editor.h"

#include <QWidget>

#include "app/console/profiles/connection_test.h"
#include "app/console/link/server.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::Mark;
using models::text;
using widgets::ProfileDialog;
using widgets::ProfileDraft;

net::Context contextOf(const ProfileDraft& draft) {
    return {draft.address.toStdString(), draft.tokenFile.toStdString(), draft.token.toStdString(),
        draft.caFile.toStdString(), draft.colour.toStdString()};
}

ProfileDraft draftOf(const Profile& profile) {
    const auto& context = profile.context;
    return {profile.name, text(context.address), text(context.tokenFile), text(context.token),
        text(context.caFile), text(context.colour)};
}

ProfileEditor::ProfileEditor(const ProfileStore& profiles, QString version, QWidget* window)
    : QObject(window), m_profiles(profiles), m_version(std::move(version)), m_window(window) { }

void ProfileEditor::add() {
    m_former.clear();
    open({});
}

void ProfileEditor::edit(const QString& name) {
    const auto found = m_profiles.find(name);
    if (!found) {
        emit problem(text(found.error().message));
        return;
    }
    m_former = name;
    open(draftOf(*found));
}

void ProfileEditor::open(const ProfileDraft& draft) {
    const auto known = m_profiles.read();
    if (!known) {
        emit problem(text(known.error().message));
        return;
    }
    QStringList taken;
    for (const auto& [name, context] : known->all) {
        if (text(name) != m_former) {
            taken << text(name);
        }
    }
    delete m_dialog;
    m_dialog = new ProfileDialog(draft, taken, m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &ProfileDialog::testWanted, this, &ProfileEditor::test);
    connect(m_dialog, &ProfileDialog::saveWanted, this, &ProfileEditor::save);
    m_dialog->open();
}

void ProfileEditor::test(const ProfileDraft& draft) {
    delete m_test;
    const auto server = serverOf(contextOf(draft));
    if (!server) {
        m_dialog->showResult(Mark::Bad, text(server.error().message));
        return;
    }
    m_dialog->showResult(Mark::Waiting, tr("Connecting to %1…").arg(server->url.authority()));
    m_test = new ConnectionTest(*server, m_version, m_dialog);
    connect(m_test, &ConnectionTest::finished, m_dialog, [this](bool good, const QString& words) {
        m_dialog->showResult(good ? Mark::Good : Mark::Bad, words);
        m_test->deleteLater();
    });
}

// What cannot be an address or a token file is not kept; a master that is down may be.
void ProfileEditor::save(const ProfileDraft& draft) {
    const auto context = contextOf(draft);
    if (const auto server = serverOf(context); !server) {
        m_dialog->showResult(Mark::Bad, text(server.error().message));
        return;
    }
    const auto former = m_former;
    if (const auto done = m_profiles.put({draft.name, context}, former); !done) {
        m_dialog->showResult(Mark::Bad, text(done.error().message));
        return;
    }
    m_dialog->accept();
    emit saved(draft.name, former);
}

} // namespace muster::console
