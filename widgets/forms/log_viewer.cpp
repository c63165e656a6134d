// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/log_viewer.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QVBoxLayout>
#if QT_VERSION < QT_VERSION_CHECK(6, 0, 0)
#include <QTextCodec>
#endif

namespace muster::widgets {

LogViewer::LogViewer(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_file(new QComboBox(this)),
      m_follow(new QCheckBox(tr("Follow"), this)), m_text(new QPlainTextEdit(this)),
      m_notice(new QLabel(this)) {
    m_file->addItems({QStringLiteral("stdout"), QStringLiteral("stderr")});
    m_file->setAccessibleName(tr("Stream"));
    m_follow->setChecked(true);
    m_follow->setToolTip(tr("Keep the end in view"));
    m_text->setReadOnly(true);
    m_text->setMaximumBlockCount(kMostLines);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setAccessibleName(tr("Log"));
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_title, 1);
    bar->addWidget(m_notice);
    bar->addWidget(m_file);
    bar->addWidget(m_follow);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(bar);
    column->addWidget(m_text, 1);
    connect(m_file, qOverload<int>(&QComboBox::currentIndexChanged), this, &LogViewer::restart);
    connect(m_text->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        const auto* bar = m_text->verticalScrollBar();
        m_follow->setChecked(bar->sliderPosition() >= bar->maximum());
    });
    connect(m_follow, &QCheckBox::toggled, this, [this](bool follow) {
        if (follow) {
            m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
        }
    });
}

void LogViewer::setTask(const QString& key, const QString& title) {
    m_title->setText(title);
    if (key != m_key) {
        m_key = key;
        restart();
    }
}

QString LogViewer::file() const {
    return m_file->currentText();
}

// A chunk may end within a character: the decoder keeps its beginning.
void LogViewer::restart() {
    m_text->clear();
    m_notice->clear();
#if QT_VERSION < QT_VERSION_CHECK(6, 0, 0)
    m_decoder.reset(QTextCodec::codecForName("UTF-8")->makeDecoder());
#else
    m_decoder = std::make_unique<Decoder>(QStringDecoder::Utf8);
#endif
    if (m_key.isEmpty()) {
        emit unwanted();
    } else {
        emit wanted(m_key, file());
    }
}

void LogViewer::append(const QByteArray& bytes) {
    QTextCursor end(m_text->document());
    end.movePosition(QTextCursor::End);
#if QT_VERSION < QT_VERSION_CHECK(6, 0, 0)
    end.insertText(m_decoder->toUnicode(bytes));
#else
    end.insertText(m_decoder->decode(bytes));
#endif
    if (m_follow->isChecked()) {
        m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
    }
}

void LogViewer::finish(const QString& notice) {
    m_notice->setText(notice);
}

QString LogViewer::text() const {
    return m_text->toPlainText();
}

} // namespace muster::widgets
