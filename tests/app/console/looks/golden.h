// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QString>

namespace muster::test {

// How far two pictures are apart: the share of their 4 x 4 tiles whose mean colours differ
// visibly. 1 if the sizes differ. Letters that moved by a pixel do not count, a control that moved
// does.
double difference(const QImage& one, const QImage& other);

// Keeps the picture in the artefacts. False: it cannot be written.
[[nodiscard]] bool keep(const QString& name, const QImage& picture);

// Keeps it, and compares it with the one of that name in
// tests/data/golden. Empty: they agree; else how far they are apart and where both lie. With
// MUSTER_GOLDEN=write in the environment the picture becomes the golden one.
QString compareGolden(const QString& name, const QImage& picture);

} // namespace muster::test
