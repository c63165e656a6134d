// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/save.h"

#include <sys/stat.h>

#include <QFile>
#include <QTemporaryDir>
#include <gtest/gtest.h>

using muster::models::saveFile;

TEST(SaveFile, ReplacesAFileAndLeavesWhatIsNone) {
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("a.log"));
    EXPECT_EQ(saveFile(path, "first, longer"), QString());
    EXPECT_EQ(saveFile(path, "second"), QString());
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll().toStdString(), "second");
    EXPECT_FALSE(saveFile(folder.path(), "x").isEmpty()) << "a folder";
    const auto pipe = folder.filePath(QStringLiteral("pipe"));
    ASSERT_EQ(mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    EXPECT_TRUE(saveFile(pipe, "x").contains(QStringLiteral("Not a file")));
    EXPECT_FALSE(saveFile(folder.filePath(QStringLiteral("no/a.log")), "x").isEmpty());
}
