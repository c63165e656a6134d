// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/console/looks/golden.h"
#include "tests/support/paths.h"

#include <QDir>

namespace muster::test {

namespace {

constexpr int kSmaller = 4;
constexpr int kTile = 4; // px of the small picture
constexpr int kVisible = 24; // of 255, of the mean of a tile
constexpr double kTolerated = 0.02; // clocks, ages and axes differ from run to run

int apart(QRgb a, QRgb b) {
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)),
        std::abs(qBlue(a) - qBlue(b))});
}

// As it is kept: large enough to be recognised, small enough for the repository.
QImage small(const QImage& picture) {
    return picture.convertToFormat(QImage::Format_RGB888)
        .scaled(picture.size() / kSmaller, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

QImage tiles(const QImage& picture) {
    return picture.convertToFormat(QImage::Format_RGB32)
        .scaled((picture.width() + kTile - 1) / kTile, (picture.height() + kTile - 1) / kTile,
            Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

} // namespace

double difference(const QImage& one, const QImage& other) {
    if (one.size() != other.size()) {
        return 1;
    }
    const auto a = tiles(one);
    const auto b = tiles(other);
    int differing = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            differing += apart(a.pixel(x, y), b.pixel(x, y)) > kVisible ? 1 : 0;
        }
    }
    return double(differing) / (a.width() * a.height());
}

bool keep(const QString& name, const QImage& picture) {
    const QDir artifacts(QStringLiteral(MUSTER_ARTIFACTS));
    return artifacts.mkpath(QStringLiteral("."))
        && picture.save(artifacts.filePath(name + QStringLiteral(".png")));
}

QString compareGolden(const QString& name, const QImage& picture) {
    const QDir artifacts(QStringLiteral(MUSTER_ARTIFACTS));
    const QDir golden(QStringLiteral(MUSTER_SOURCE_DIR "/tests/data/golden"));
    const QString file = name + QStringLiteral(".png");
    if (!keep(name, picture)) {
        return QStringLiteral("%1 cannot be written").arg(artifacts.filePath(file));
    }
    if (qgetenv("MUSTER_GOLDEN") == "write") {
        small(picture).save(golden.filePath(file), nullptr, 0);
    }
    const double apart = difference(small(picture), QImage(golden.filePath(file)));
    return apart <= kTolerated
        ? QString()
        : QStringLiteral("%1 % of %2 differ from %3; if that is meant, look at it and run with "
                         "MUSTER_GOLDEN=write")
              .arg(apart * 100)
              .arg(artifacts.filePath(file), golden.filePath(file));
}

} // namespace muster::test
