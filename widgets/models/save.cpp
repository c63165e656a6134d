// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/save.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

namespace muster::models {

namespace {
struct Words {
    Q_DECLARE_TR_FUNCTIONS(muster::models::saveFile)
};
} // namespace

QString saveFile(const QString& path, const QByteArray& bytes) {
    const auto failed
        = [&](const QString& why) { return Words::tr("Cannot write %1: %2").arg(path, why); };
    if (const QFileInfo old(path); old.exists() && !old.isFile()) {
        return failed(Words::tr("Not a file")); // a device would be replaced
    }
    // Without a buffer: a full disk takes a part, and only the next byte is told why not.
    QSaveFile file(path);
    file.open(QIODevice::WriteOnly | QIODevice::Unbuffered);
    qint64 written = 0;
    while (file.error() == QFileDevice::NoError && written < bytes.size()) {
        written += file.write(bytes.data() + written, bytes.size() - written);
    }
    if (file.error() == QFileDevice::NoError && file.commit()) {
        return {};
    }
    return failed(file.errorString());
}

} // namespace muster::models
