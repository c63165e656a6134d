// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace muster::widgets {

// Says that the figures are old, since when, why, and when the next attempt is made.
class StaleBanner : public QFrame {
    Q_OBJECT
public:
    explicit StaleBanner(QWidget* parent = nullptr);

    // `asOfMs` 0: nothing was ever known. `retryInMs` 0: an attempt is under way.
    void setTexts(qint64 asOfMs, const QString& cause, int retryInMs);
    QString text() const;

signals:
    void retryWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyPalette();

    QLabel* m_icon;
    QLabel* m_text;
    QPushButton* m_retry;
    bool m_painting = false;
};

} // namespace muster::widgets
