// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/program/options.h"

#include <filesystem>
#include <fstream>

#include <QTemporaryDir>
#include <gtest/gtest.h>

#include "core/net/context.h"

using namespace muster;
using namespace muster::console;

namespace {

struct TokenFile {
    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("token"));

    explicit TokenFile(const char* token) {
        std::ofstream(path.toStdString()) << token << "\n";
        std::filesystem::permissions(path.toStdString(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    }
};

Result<Options> parse(const char* argument) {
    return Options::parse({QStringLiteral("muster-console"), QString::fromLatin1(argument)});
}

} // namespace

TEST(Options, RefuseWhatTheyDoNotKnow) {
    EXPECT_FALSE(parse("--nonsense"));
    EXPECT_EQ(parse("extra").error().message, "Unexpected argument 'extra'");
    EXPECT_TRUE(parse("--help")->help);
    EXPECT_TRUE(parse("--version")->version);
    EXPECT_EQ(parse("--address=h:1")->address, QStringLiteral("h:1"));
}

TEST(Options, NameTheValuesThatPageAndThemeTake) {
    EXPECT_EQ(parse("--page=job").error().message,
        "--page takes one of overview, gpus, nodes, jobs, tasks, services, schedules, offers, "
        "submit, history, alerts, settings, not 'job'");
    EXPECT_EQ(parse("--theme=Dark").error().message,
        "--theme takes one of system, light, dark, not 'Dark'");
    EXPECT_EQ(parse("--theme=").error().kind, Error::Kind::Invalid);
    EXPECT_EQ(parse("--theme=dark")->theme, QStringLiteral("dark"));
    for (const auto& page : Options::pages()) {
        EXPECT_EQ(parse(qPrintable(QStringLiteral("--page=") + page))->page, page);
    }
}

TEST(Options, TakeALinkAndTheProfileThatItNames) {
    const auto options = parse("muster://lab/jobs/job-42");
    ASSERT_TRUE(options) << options.error().message;
    EXPECT_EQ(options->context, QStringLiteral("lab"));
    ASSERT_TRUE(options->link);
    EXPECT_EQ(options->link->object, QStringLiteral("job-42"));
    EXPECT_FALSE(parse("muster://lab/"));
}

TEST(Options, HaveAHelpTextForEachButTheHiddenOne) {
    const auto help = Options::helpText();
    EXPECT_TRUE(help.contains(QStringLiteral("--address=ADDRESS")));
    EXPECT_TRUE(help.contains(QStringLiteral("--token_file=FILE")));
    EXPECT_FALSE(help.contains(QStringLiteral("screenshot")));
}

TEST(Options, HaveAManualPageWithTheSameFlags) {
    const auto page = Options::manualPage("1.0");
    EXPECT_EQ(page.fileName(), "muster-console.1");
    EXPECT_NE(page.text().find(manual::roff("--token_file=FILE")), std::string::npos);
    EXPECT_NE(page.text().find(manual::roff("--kiosk")), std::string::npos);
    EXPECT_EQ(page.text().find("screenshot"), std::string::npos);
}

TEST(ResolveServer, PrefersTheCommandLineThenTheContextThenTheEnvironment) {
    const TokenFile token("secret");
    Options options;
    net::Contexts contexts;
    const Environment environment{
        {"MUSTER_MASTER", "127.0.0.1:3"}, {"MUSTER_TOKEN_FILE", token.path.toStdString()}};
    EXPECT_EQ(resolveServer(options, contexts, environment)->url,
        QUrl(QStringLiteral("ws://127.0.0.1:3/ws/console")));
    contexts.current = "lab";
    contexts.all["lab"] = {"127.0.0.1:2", {}, "of-the-context", {}};
    contexts.all["far"] = {"gpu.example.org:5050", {}, "t", "/ca.pem"};
    EXPECT_EQ(
        resolveServer(options, contexts, environment)->token, QStringLiteral("of-the-context"));
    options.context = QStringLiteral("far");
    const auto far = resolveServer(options, contexts, environment);
    EXPECT_EQ(far->url, QUrl(QStringLiteral("wss://gpu.example.org:5050/ws/console")));
    EXPECT_EQ(far->caFile, QStringLiteral("/ca.pem"));
    options.address = QStringLiteral("http://[::1]:1/muster/");
    options.tokenFile = token.path;
    const auto given = resolveServer(options, contexts, environment);
    EXPECT_EQ(given->url, QUrl(QStringLiteral("ws://[::1]:1/muster/ws/console")));
    EXPECT_EQ(given->token, QStringLiteral("secret"));
}

TEST(ResolveServer, SaysWhatToWriteWhere) {
    const auto nothing = resolveServer({}, {}, {});
    ASSERT_FALSE(nothing);
    EXPECT_NE(nothing.error().message.find("--address"), std::string::npos);
    Options options;
    options.context = QStringLiteral("lab");
    EXPECT_EQ(resolveServer(options, {}, {}).error().message, "No context 'lab' in contexts.toml");
    options = {};
    options.address = QStringLiteral("127.0.0.1:1");
    options.tokenFile = QStringLiteral("/nowhere/token");
    EXPECT_NE(
        resolveServer(options, {}, {}).error().message.find("/nowhere/token"), std::string::npos);
}
