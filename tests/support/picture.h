// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QPixmap>
#include <QWidget>
#include <gtest/gtest.h>

#include "tests/support/paths.h"

namespace muster::test {

// A picture of it among the artefacts.
inline void keepPicture(QWidget& what, const QString& name) {
    const QDir artifacts(QStringLiteral(MUSTER_ARTIFACTS));
    ASSERT_TRUE(artifacts.mkpath(QStringLiteral(".")));
    ASSERT_TRUE(what.grab().save(artifacts.filePath(name)));
}

} // namespace muster::test
