// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <QIcon>
#include <QStyledItemDelegate>

#include "widgets/models/mark.h"

namespace muster::widgets {

// Puts a state's icon before its word, and shows which rows of a ClusterTable are marked. Grey
// while the view's property "stale" is set.
class StateDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    // A tool tip of a text that is cut says the whole of it, too.
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    const QIcon& cached(models::Mark mark, const QPalette& palette, bool stale) const;

    mutable std::array<QIcon, models::kMarkCount> m_icons;
    mutable qint64 m_paletteKey = -1;
    mutable bool m_stale = false;
};

} // namespace muster::widgets
