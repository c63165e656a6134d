// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace muster::console {

// Above the pages of the demo cluster: what it is, and something to look at.
class DemoBar : public QFrame {
    Q_OBJECT
public:
    explicit DemoBar(QWidget* parent = nullptr);

    void setWords(const QString& words); // what cannot be done here; empty: all works
    QString text() const;

signals:
    void samplesWanted();
    void connectWanted();

private:
    QLabel* m_text;
    QPushButton* m_samples;
};

} // namespace muster::console
