// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QtGlobal>
#if QT_VERSION < QT_VERSION_CHECK(6, 0, 0)
#include <QTextDecoder>
#else
#include <QStringDecoder>
#endif
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QPlainTextEdit;

namespace muster::widgets {

// stdout or stderr of one task. Asks for what it wants to show; the bytes are handed in as they
// come. Following stops by itself when the reader scrolls up.
class LogViewer : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMostLines = 100'000;

    explicit LogViewer(QWidget* parent = nullptr);

    void setTask(const QString& key, const QString& title); // empty key: none
    QString task() const { return m_key; }
    QString file() const; // "stdout" or "stderr"

    void append(const QByteArray& bytes);
    void finish(const QString& notice); // nothing follows, and why
    QString text() const;

signals:
    void wanted(const QString& taskKey, const QString& file); // from now on only this one
    void unwanted();

private:
#if QT_VERSION < QT_VERSION_CHECK(6, 0, 0)
    using Decoder = QTextDecoder;
#else
    using Decoder = QStringDecoder;
#endif
    void restart();

    QString m_key;
    QLabel* m_title;
    QComboBox* m_file;
    QCheckBox* m_follow;
    QPlainTextEdit* m_text;
    QLabel* m_notice;
    std::unique_ptr<Decoder> m_decoder;
};

} // namespace muster::widgets
