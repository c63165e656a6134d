// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/profiles/profile_store.h"

#include <filesystem>

#include <sys/stat.h>

#include <QProcess>
#include <QSslConfiguration>
#include <QSslKey>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

#include "app/console/profiles/connection_test.h"
#include "app/console/profiles/profile_editor.h"
#include "app/console/program/options.h"
#include "tests/app/console/fake_master.h"
#include "tests/widgets/draw.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;
using widgets::ProfileDraft;

namespace {

struct SavedProfiles {
    QTemporaryDir folder;
    std::filesystem::path file = folder.filePath(QStringLiteral("m/contexts.toml")).toStdString();
    ProfileStore profiles{file};

    net::Context kept(const char* name) const { return profiles.read()->all.at(name); }
};

Profile lab() {
    return {QStringLiteral("lab"), {"127.0.0.1:5050", "", "secret", "", "#d55e00"}};
}

struct Verdict {
    bool good = false;
    QString words;
};

Verdict tried(const Server& server, const char* version = "0.1.0") {
    Verdict out;
    bool ended = false;
    ConnectionTest test(server, QString::fromLatin1(version));
    QObject::connect(&test, &ConnectionTest::finished, [&](bool good, const QString& words) {
        out = {good, words};
        ended = true;
    });
    EXPECT_TRUE(QTest::qWaitFor([&] { return ended; }));
    return out;
}

Server at(const QString& url) {
    return {QUrl(url), QStringLiteral("t"), {}};
}

} // namespace

TEST(ProfileStore, MovesATypedTokenIntoAFileThatOnlyItsUserCanRead) {
    const SavedProfiles world;
    ASSERT_TRUE(world.profiles.put(lab()));
    const auto kept = world.kept("lab");
    EXPECT_TRUE(kept.token.empty());
    EXPECT_EQ(kept.colour, "#d55e00");
    struct stat token { };
    ASSERT_EQ(::stat(kept.tokenFile.c_str(), &token), 0) << kept.tokenFile;
    EXPECT_EQ(token.st_mode & 07777, 0600U);
    EXPECT_EQ(serverOf(kept)->token, QStringLiteral("secret"));
    EXPECT_EQ(world.profiles.read()->current, "lab") << "the first one is that of the command line";
}

TEST(ProfileStore, RenamesOneWithItsTokenAndRemovesBoth) {
    const SavedProfiles world;
    ASSERT_TRUE(world.profiles.put(lab()));
    const auto before = world.kept("lab").tokenFile;
    Profile renamed{QStringLiteral("the big/lab \"1\""), world.kept("lab")};
    ASSERT_TRUE(world.profiles.put(renamed, QStringLiteral("lab")));
    const auto all = world.profiles.read()->all;
    ASSERT_EQ(all.size(), 1u);
    const auto token = all.begin()->second.tokenFile;
    EXPECT_EQ(all.begin()->first, "the big/lab \"1\"");
    EXPECT_EQ(serverOf(all.begin()->second)->token, QStringLiteral("secret"));
    EXPECT_FALSE(std::filesystem::exists(before));
    EXPECT_EQ(world.profiles.read()->current, all.begin()->first);
    ASSERT_TRUE(world.profiles.remove(renamed.name));
    EXPECT_TRUE(world.profiles.read()->all.empty());
    EXPECT_FALSE(std::filesystem::exists(token));
}

TEST(ProfileStore, LeavesTokenFilesOfOthersAlone) {
    const SavedProfiles world;
    const auto path = world.folder.filePath(QStringLiteral("mine")).toStdString();
    QFile file(QString::fromStdString(path));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    ASSERT_TRUE(world.profiles.put({QStringLiteral("lab"), {"127.0.0.1:1", path, "", "", ""}}));
    ASSERT_TRUE(world.profiles.remove(QStringLiteral("lab")));
    EXPECT_TRUE(std::filesystem::exists(path));
}

TEST(LinkedName, IsFoundWithoutItsCapitalLettersIfItIsTheOnlyOne) {
    net::Contexts contexts;
    for (const auto* name : {"Lab", "far", "FAR"}) {
        contexts.all[name] = lab().context;
    }
    const auto found = [&](const char* name) {
        return linkedName(contexts, QString::fromLatin1(name)).toStdString();
    };
    EXPECT_EQ(found("Lab"), "Lab");
    EXPECT_EQ(found("lab"), "Lab");
    EXPECT_EQ(found("FAR"), "FAR");
    EXPECT_EQ(found("Far"), "Far") << "it may be either";
    EXPECT_EQ(found("moon"), "moon");
    EXPECT_EQ(found(""), "");
    const auto options
        = Options::parse({QStringLiteral("muster-console"), QStringLiteral("muster://lab/jobs")});
    ASSERT_TRUE(options);
    const auto chosen = chooseProfile(*options, contexts, {});
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_EQ(chosen->name, QStringLiteral("Lab"));
}

TEST(ChooseProfile, TakesTheLastUsedOneUnlessAnotherIsNamed) {
    net::Contexts contexts{
        "lab", {{"lab", {"127.0.0.1:1", "", "", ""}}, {"far", {"127.0.0.1:2", "", "", ""}}}};
    EXPECT_EQ(chooseProfile({}, contexts, {})->name, QStringLiteral("lab"));
    const auto far = QStringLiteral("far");
    EXPECT_EQ(chooseProfile({}, contexts, {}, far)->name, far);
    EXPECT_EQ(chooseProfile({}, contexts, {}, QStringLiteral("gone"))->name, QStringLiteral("lab"));
    Options options;
    options.context = QStringLiteral("lab");
    EXPECT_EQ(chooseProfile(options, contexts, {}, far)->name, QStringLiteral("lab"));
    EXPECT_EQ(chooseProfile({}, {}, {}).error().kind, Error::Kind::NotFound);
}

TEST(ConnectionTest, SaysTheVersionAndTheGpusOfAMasterThatAdmitsIt) {
    FakeMaster master;
    master.snapshot = draw("node1: a free 1, b free 2", 1);
    const auto verdict = tried(master.address());
    EXPECT_TRUE(verdict.good);
    EXPECT_EQ(verdict.words, QStringLiteral("Connected: version 0.1.0, GPUs: 2"));
    EXPECT_EQ(master.authorization, QByteArray("Bearer secret"));
}

TEST(ConnectionTest, NamesBothVersionsWhenTheyDiffer) {
    FakeMaster master;
    master.snapshot = draw("node1: a free 1", 1);
    const auto verdict = tried(master.address(), "3.2.1");
    EXPECT_TRUE(verdict.good);
    EXPECT_TRUE(verdict.words.contains(QStringLiteral("0.1.0"))) << verdict.words.toStdString();
    EXPECT_TRUE(verdict.words.contains(QStringLiteral("3.2.1")));
}

TEST(ConnectionTest, SaysWhyItFailsInWords) {
    EXPECT_EQ(tried(at(QStringLiteral("ws://127.0.0.1:1/ws/console"))).words,
        QStringLiteral("127.0.0.1:1 refused the connection: is the master running on this port?"));
    EXPECT_EQ(tried(at(QStringLiteral("ws://no-such-host.invalid:1/ws/console"))).words,
        QStringLiteral("Host no-such-host.invalid not found: check the spelling"));
}

TEST(ConnectionTest, TellsARefusedTokenFromAPlaceWithoutAMaster) {
    QTcpServer server;
    QByteArray status;
    ASSERT_TRUE(server.listen(QHostAddress::LocalHost));
    QObject::connect(&server, &QTcpServer::newConnection, [&] {
        auto* socket = server.nextPendingConnection();
        QObject::connect(socket, &QTcpSocket::readyRead, [&status, socket] {
            socket->write("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n");
            socket->disconnectFromHost();
        });
    });
    const auto here = at(QStringLiteral("ws://127.0.0.1:%1/ws/console").arg(server.serverPort()));
    status = "401 Unauthorized";
    EXPECT_EQ(tried(here).words, QStringLiteral("The master rejected the token (401)"));
    status = "404 Not Found";
    EXPECT_EQ(tried(here).words, QStringLiteral("There is no Muster master at this address (404)"));
}

TEST(ConnectionTest, TellsACertificateOfAnotherNameFromOneOfAnUnknownAuthority) {
    const QTemporaryDir folder;
    const auto key = folder.filePath(QStringLiteral("key.pem"));
    const auto certificate = folder.filePath(QStringLiteral("cert.pem"));
    const auto words = QStringLiteral("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 "
                                      "-nodes -days 1 -subj /CN=other -addext "
                                      "subjectAltName=DNS:localhost -keyout %1 -out %2")
                           .arg(key, certificate);
    QProcess openssl;
    openssl.start(QStringLiteral("openssl"), words.split(QLatin1Char(' ')));
    ASSERT_TRUE(openssl.waitForFinished());
    ASSERT_EQ(openssl.exitCode(), 0) << openssl.readAllStandardError().toStdString();
    QFile keyFile(key);
    ASSERT_TRUE(keyFile.open(QIODevice::ReadOnly));
    QSslConfiguration tls;
    tls.setLocalCertificateChain(QSslCertificate::fromPath(certificate));
    tls.setPrivateKey(QSslKey(keyFile.readAll(), QSsl::Ec));
    tls.setPeerVerifyMode(QSslSocket::VerifyNone);
    QWebSocketServer server(QStringLiteral("tls"), QWebSocketServer::SecureMode);
    server.setSslConfiguration(tls);
    ASSERT_TRUE(server.listen(QHostAddress::LocalHost));
    const auto url = QStringLiteral("wss://%1:%2/ws/console");
    EXPECT_EQ(tried(at(url.arg(QStringLiteral("localhost")).arg(server.serverPort()))).words,
        QStringLiteral("The certificate of localhost is not signed by a trusted authority: specify "
                       "its CA file"));
    auto here = at(url.arg(QStringLiteral("127.0.0.1")).arg(server.serverPort()));
    here.caFile = certificate;
    EXPECT_EQ(tried(here).words,
        QStringLiteral("The certificate is not valid for 127.0.0.1: use the address that is in the "
                       "certificate"));
}

TEST(ProfileEditor, TriesAndKeepsWhatIsTyped) {
    SavedProfiles world;
    FakeMaster master;
    master.snapshot = draw("node1: a free 1", 1);
    QWidget window;
    ProfileEditor editor(world.profiles, QStringLiteral("0.1.0"), &window);
    QString saved;
    QObject::connect(&editor, &ProfileEditor::saved, [&](const QString& name) { saved = name; });
    editor.add();
    auto* dialog = editor.dialog();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->problem(), QStringLiteral("Enter a name"));
    ProfileDraft draft;
    draft.name = QStringLiteral("lab");
    draft.address = QStringLiteral("127.0.0.1:%1").arg(master.server.serverPort());
    draft.token = QStringLiteral("secret");
    draft.colour = QStringLiteral("#0072b2");
    dialog->setDraft(draft);
    EXPECT_EQ(dialog->draft(), draft);
    EXPECT_TRUE(dialog->problem().isEmpty());
    emit dialog->testWanted(draft);
    ASSERT_TRUE(QTest::qWaitFor([&] {
        return dialog->resultText().startsWith(QStringLiteral("Connected: version"));
    })) << dialog->resultText().toStdString();
    emit dialog->saveWanted(draft);
    EXPECT_EQ(saved, QStringLiteral("lab"));
    EXPECT_EQ(world.kept("lab").colour, "#0072b2");
}

TEST(ProfileEditor, KeepsTheDialogOpenWithTheReasonWhenItCannotSave) {
    SavedProfiles world;
    ASSERT_TRUE(world.profiles.put(lab()));
    QWidget window;
    ProfileEditor editor(world.profiles, QStringLiteral("0.1.0"), &window);
    editor.add();
    ProfileDraft draft;
    draft.name = QStringLiteral("lab");
    draft.address = QStringLiteral("not an address");
    editor.dialog()->setDraft(draft);
    EXPECT_EQ(editor.dialog()->problem(), QStringLiteral("Another cluster is named lab"));
    draft.name = QStringLiteral("other");
    emit editor.dialog()->saveWanted(draft);
    EXPECT_TRUE(editor.dialog()->resultText().contains(QStringLiteral("not an address")));
    EXPECT_EQ(world.profiles.read()->all.size(), 1u);
}
