// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

namespace muster::console {

// Paints a count at the right of an entry of the navigation, as long as there is something to
// count.
class BadgeDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    enum Role {
        CountRole = Qt::UserRole + 1, // int; 0: no badge
        BadgeMarkRole, // int(models::Mark), for its colour
    };

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
};

} // namespace muster::console
