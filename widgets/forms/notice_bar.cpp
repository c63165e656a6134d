// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/notice_bar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "widgets/theme/theme.h"

namespace muster::widgets {

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent), m_icon(new QLabel(this)), m_text(new QLabel(this)),
      m_undo(new QAction(tr("&Undo"), this)), m_undoButton(new QToolButton(this)),
      m_close(new QToolButton(this)) {
    setObjectName(QStringLiteral("noticeBar"));
    setFrameShape(StyledPanel);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_undo->setShortcut(QKeySequence::Undo);
    m_undo->setEnabled(false);
    m_undoButton->setDefaultAction(m_undo);
    m_close->setText(tr("Close"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 4, 4);
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    row->addWidget(m_undoButton);
    row->addWidget(m_close);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kShownMs);
    connect(&m_timer, &QTimer::timeout, this, &NoticeBar::dismiss);
    connect(m_close, &QToolButton::clicked, this, &NoticeBar::dismiss);
    connect(m_undo, &QAction::triggered, this, [this] {
        dismiss();
        emit undoWanted();
    });
    hide();
}

void NoticeBar::tell(const QString& text, bool good, bool canUndo) {
    m_text->setText(text);
    setAccessibleName(text);
    const auto mark = good ? models::Mark::Good : models::Mark::Bad;
    m_icon->setPixmap(markIcon(mark, palette()).pixmap(fontMetrics().height()));
    m_undo->setEnabled(canUndo);
    m_undoButton->setVisible(canUndo);
    show();
    if (good) {
        m_timer.start();
    } else {
        m_timer.stop();
    }
}

QString NoticeBar::text() const {
    return m_text->text();
}

void NoticeBar::dismiss() {
    m_timer.stop();
    m_undo->setEnabled(false);
    hide();
}

} // namespace muster::widgets
