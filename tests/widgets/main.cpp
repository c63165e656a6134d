// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <QApplication>
#include <QStandardPaths>

#include "tests/support/paths.h"
#include "widgets/theme/style.h"
#include "widgets/theme/theme.h"

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    qputenv("FONTCONFIG_FILE", MUSTER_SOURCE_DIR "/tests/data/fonts.conf");
    QStandardPaths::setTestModeEnabled(true);
    testing::InitGoogleTest(&argc, argv);
    QApplication app(argc, argv);
    QApplication::setStyle(new muster::widgets::Style);
    QApplication::setPalette(muster::widgets::lightPalette());
    return RUN_ALL_TESTS();
}
