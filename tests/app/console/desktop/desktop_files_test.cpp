// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QImage>
#include <QSettings>
#include <gtest/gtest.h>

#include "tests/support/paths.h"

namespace {
const auto kFolder = QStringLiteral(MUSTER_SOURCE_DIR "/resources/desktop/");
}

TEST(DesktopFiles, HaveTheIconAtTheSizesOfTheirNames) {
    const auto names = QDir(kFolder).entryList({QStringLiteral("icon-*.png")});
    EXPECT_EQ(names.size(), 9);
    for (const auto& name : names) {
        const QImage icon(kFolder + name);
        const int size = name.mid(5, name.size() - 9).toInt();
        EXPECT_EQ(icon.size(), QSize(size, size)) << name.toStdString();
        EXPECT_EQ(qAlpha(icon.pixel(0, 0)), 0) << name.toStdString() << ": round corners";
        EXPECT_EQ(qAlpha(icon.pixel(size / 2, size / 2)), 255) << name.toStdString();
    }
}

TEST(DesktopFiles, StartWhatTheProgramUnderstands) {
    QSettings entry(
        kFolder + QStringLiteral("io.github.muster.console.desktop"), QSettings::IniFormat);
    const auto exec = [&](const char* group) {
        return entry.value(QStringLiteral("%1/Exec").arg(QString::fromLatin1(group))).toString();
    };
    EXPECT_EQ(exec("Desktop Entry"), QStringLiteral("muster-console %u"));
    EXPECT_EQ(exec("Desktop Action submit"), QStringLiteral("muster-console --page=submit"));
    EXPECT_EQ(exec("Desktop Action kiosk"), QStringLiteral("muster-console --kiosk"));
}
