// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/stale_banner.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "widgets/models/text.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

StaleBanner::StaleBanner(QWidget* parent)
    : QFrame(parent), m_icon(new QLabel(this)), m_text(new QLabel(this)),
      m_retry(new QPushButton(tr("Retry now"), this)) {
    setObjectName(QStringLiteral("staleBanner"));
    setFrameShape(StyledPanel);
    setAutoFillBackground(true);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    row->addWidget(m_retry);
    connect(m_retry, &QPushButton::clicked, this, &StaleBanner::retryWanted);
    applyPalette();
}

void StaleBanner::setTexts(qint64 asOfMs, const QString& cause, int retryInMs) {
    const auto age = asOfMs == 0
        ? tr("Not connected, no data yet")
        : tr("Not connected. Data as of %1").arg(models::clockText(asOfMs));
    const auto next = retryInMs > 0 ? tr("Next attempt in %1 s").arg((retryInMs + 999) / 1000)
                                    : tr("Connecting…");
    const QStringList parts
        = cause.isEmpty() ? QStringList{age, next} : QStringList{age, cause, next};
    m_text->setText(parts.join(QStringLiteral(" · ")));
    m_retry->setEnabled(retryInMs > 0);
    setAccessibleName(m_text->text());
}

QString StaleBanner::text() const {
    return m_text->text();
}

void StaleBanner::applyPalette() {
    m_painting = true;
    auto own = palette();
    const bool dark = isDark(own);
    own.setColor(QPalette::Window, dark ? QColor(0xff4a3500) : QColor(0xffffe9b8));
    own.setColor(QPalette::WindowText, dark ? QColor(0xfffff3d6) : QColor(0xff3d2b00));
    setPalette(own);
    m_icon->setPixmap(
        icon(QStringLiteral("broken"), own.color(QPalette::WindowText)).pixmap(24, 24));
    m_painting = false;
}

void StaleBanner::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && !m_painting) {
        applyPalette();
    }
    QFrame::changeEvent(event);
}

} // namespace muster::widgets
