// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/demo_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace muster::console {

DemoBar::DemoBar(QWidget* parent)
    : QFrame(parent), m_text(new QLabel(this)),
      m_samples(new QPushButton(tr("Submit sample jobs"), this)) {
    auto* connectButton = new QPushButton(tr("Connect to a cluster…"), this);
    m_samples->setToolTip(tr("Jobs that train, stay pending or fail, for at most five minutes"));
    m_text->setWordWrap(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 6, 4);
    row->addWidget(m_text, 1);
    row->addWidget(m_samples);
    row->addWidget(connectButton);
    setBackgroundRole(QPalette::AlternateBase);
    setAutoFillBackground(true);
    connect(m_samples, &QPushButton::clicked, this, &DemoBar::samplesWanted);
    connect(connectButton, &QPushButton::clicked, this, &DemoBar::connectWanted);
    setWords({});
}

void DemoBar::setWords(const QString& words) {
    const auto what
        = tr("Demo with simulated GPUs on this host. It ends when the console is closed.");
    m_text->setText(words.isEmpty() ? what : tr("%1 %2").arg(what, words));
}

QString DemoBar::text() const {
    return m_text->text();
}

} // namespace muster::console
