// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace muster::models {

// Writes a file that the user chose. The old one stays until all of the new one is written; what
// is there and is no regular file is left alone. Returns what went wrong, in words; empty: nothing.
QString saveFile(const QString& path, const QByteArray& bytes);

} // namespace muster::models
