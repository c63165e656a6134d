// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/profiles/cluster_entry.h"

#include <QPainter>

namespace muster::console {

QIcon clusterIcon(const QString& colour) {
    QPixmap pixmap(32, 32);
    pixmap.fill(Qt::transparent);
    if (!colour.isEmpty()) {
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(colour));
        painter.drawRoundedRect(4, 4, 24, 24, 5, 5);
    }
    return QIcon(pixmap);
}

} // namespace muster::console
