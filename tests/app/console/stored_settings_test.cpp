// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/stored_settings.h"

#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <gtest/gtest.h>

#include "app/console/preferences.h"

using namespace muster;
using namespace muster::console;

namespace {

struct File {
    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("console.ini")), QSettings::IniFormat};

    QString text(const char* key) const {
        return settings.value(QString::fromLatin1(key)).toString();
    }
    void set(const char* key, const char* value) {
        settings.setValue(QString::fromLatin1(key), QString::fromLatin1(value));
    }
    QString path(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }
};

} // namespace

TEST(MigrateSettings, MovesTheFlatKeysOfTheFirstVersionToTheClusterThatIsOpened) {
    File file;
    file.set("columns/gpus", "c");
    file.set("submit/name", "train");
    file.set("density", "2");
    file.set("window/geometry", "g");
    migrateSettings(file.settings, profileGroup(QStringLiteral("my/lab"), {}));
    EXPECT_EQ(file.text("profiles/my%2Flab/columns/gpus"), QStringLiteral("c"));
    EXPECT_EQ(file.text("profiles/my%2Flab/submit/name"), QStringLiteral("train"));
    EXPECT_FALSE(file.settings.contains(QStringLiteral("columns/gpus")));
    EXPECT_EQ(file.text("density"), QStringLiteral("2")) << "the user's, not the cluster's";
    EXPECT_EQ(file.text("window/geometry"), QStringLiteral("g"));
    EXPECT_EQ(file.text("schema"), QStringLiteral("1"));
}

TEST(MigrateSettings, HappensOnceAndLeavesAFileOfANewerConsoleAlone) {
    File file;
    for (const auto* schema : {"1", "7"}) {
        file.set("schema", schema);
        file.set("columns/gpus", "c");
        migrateSettings(file.settings, QStringLiteral("profiles/lab"));
        EXPECT_EQ(file.text("columns/gpus"), QStringLiteral("c"));
        EXPECT_EQ(file.text("schema"), QString::fromLatin1(schema));
    }
}

TEST(Profiles, HaveGroupsThatMoveAndGoWithThem) {
    File file;
    EXPECT_EQ(profileGroup({}, QStringLiteral("h:1")), QStringLiteral("addresses/h%3A1"));
    file.set("profiles/lab/page", "jobs");
    file.set("profiles/lab/columns/gpus", "c");
    renameProfile(file.settings, QStringLiteral("lab"), QStringLiteral("far"));
    EXPECT_EQ(file.text("profiles/far/page"), QStringLiteral("jobs"));
    EXPECT_EQ(file.text("profiles/far/columns/gpus"), QStringLiteral("c"));
    EXPECT_FALSE(file.settings.contains(QStringLiteral("profiles/lab/page")));
    forgetProfile(file.settings, QStringLiteral("far"));
    EXPECT_TRUE(file.settings.allKeys().isEmpty());
}

TEST(Settings, GoToAFileAndComeBackAsAWhole) {
    File file, other;
    ASSERT_TRUE(exportSettings(other.settings, file.path("fresh.ini")));
    ASSERT_TRUE(importSettings(other.settings, file.path("fresh.ini")));
    file.set("schema", "1");
    file.set("theme", "dark");
    file.set("profiles/lab/page", "jobs");
    ASSERT_TRUE(exportSettings(file.settings, file.path("out.ini")));
    other.set("density", "2");
    ASSERT_TRUE(importSettings(other.settings, file.path("out.ini")));
    EXPECT_EQ(other.text("theme"), QStringLiteral("dark"));
    EXPECT_EQ(other.text("profiles/lab/page"), QStringLiteral("jobs"));
    EXPECT_FALSE(other.settings.contains(QStringLiteral("density")));
}

TEST(Settings, AreNotReplacedByWhatIsNoneOfOurs) {
    File file;
    file.set("theme", "dark");
    EXPECT_FALSE(importSettings(file.settings, file.path("none.ini")));
    QFile foreign(file.path("foreign.ini"));
    ASSERT_TRUE(foreign.open(QIODevice::WriteOnly));
    foreign.write("[a]\nb=1\n");
    foreign.close();
    EXPECT_FALSE(importSettings(file.settings, foreign.fileName()));
    QFile newer(file.path("newer.ini"));
    ASSERT_TRUE(newer.open(QIODevice::WriteOnly));
    newer.write("[General]\nschema=99\n");
    newer.close();
    const auto refused = importSettings(file.settings, newer.fileName());
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("99"), std::string::npos) << refused.error().message;
    EXPECT_EQ(file.text("theme"), QStringLiteral("dark"));
}

TEST(Preferences, ComeBackAsTheyWereSavedAndNonsenseIsTheUsual) {
    File file;
    EXPECT_EQ(Preferences::load(file.settings), Preferences());
    Preferences chosen;
    chosen.theme = Theme::Dark;
    chosen.density = widgets::ClusterTable::Density::Large;
    chosen.thresholds = {50, 60, 70};
    chosen.notifyJobs = false;
    chosen.language = QStringLiteral("it");
    chosen.save(file.settings);
    EXPECT_EQ(Preferences::load(file.settings), chosen);
    file.set("density", "9");
    file.set("thresholds/temperature", "hot");
    file.set("theme", "pink");
    const auto mended = Preferences::load(file.settings);
    EXPECT_EQ(mended.density, widgets::ClusterTable::Density::Compact);
    EXPECT_EQ(mended.thresholds.temperature, 80);
    EXPECT_EQ(mended.theme, Theme::Auto);
}
