// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/short_list.h"

#include <algorithm>

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "widgets/models/text.h"
#include "widgets/theme/heading.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

ShortList::ShortList(const QString& title, const QString& whenEmpty, QWidget* parent)
    : QFrame(parent), m_title(heading(title, this)), m_list(new QTreeWidget(this)),
      m_whenEmpty(whenEmpty), m_empty(new QLabel(whenEmpty, this)) {
    m_empty->setWordWrap(true);
    m_list->setAccessibleName(title);
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setFrameShape(NoFrame);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    column->addWidget(m_title);
    column->addWidget(m_list);
    column->addWidget(m_empty);
    connect(m_list, &QTreeWidget::itemActivated, this,
        [this](QTreeWidgetItem* item) { emit chosen(item->data(0, Qt::UserRole).toString()); });
    connect(m_list, &QTreeWidget::itemClicked, this,
        [this](QTreeWidgetItem* item) { emit chosen(item->data(0, Qt::UserRole).toString()); });
    fill();
}

void ShortList::setRows(const std::vector<Row>& rows) {
    if (rows != m_rows) {
        m_rows = rows;
        fill();
    }
}

void ShortList::setKnown(bool known) {
    m_empty->setText(known ? m_whenEmpty : models::nothingYetText());
}

QStringList ShortList::texts() const {
    QStringList out;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        const auto* item = m_list->topLevelItem(i);
        out << QStringLiteral("%1|%2").arg(item->text(0), item->text(1));
    }
    return out;
}

void ShortList::fill() {
    const int chosen = m_list->indexOfTopLevelItem(m_list->currentItem());
    m_list->clear();
    const auto shown = std::min<std::size_t>(m_rows.size(), kMost);
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& row = m_rows[i];
        auto* item = new QTreeWidgetItem(m_list, {row.words, row.amount});
        item->setData(0, Qt::UserRole, row.key);
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setToolTip(0, row.words);
        if (row.mark != models::Mark::None) {
            item->setIcon(0, markIcon(row.mark, palette()));
        }
    }
    if (m_rows.size() > shown) {
        new QTreeWidgetItem(
            m_list, {tr("%n more", nullptr, static_cast<int>(m_rows.size() - shown)), QString()});
    }
    m_list->setCurrentItem(m_list->topLevelItem(std::max(chosen, 0)));
    m_list->clearSelection();
    m_list->setVisible(!m_rows.empty());
    m_empty->setVisible(m_rows.empty());
    fitHeight();
}

void ShortList::fitHeight() {
    int height = 2;
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        height += m_list->sizeHintForRow(row);
    }
    m_list->setFixedHeight(height);
}

void ShortList::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        fill();
    }
    QFrame::changeEvent(event);
}

} // namespace muster::widgets
