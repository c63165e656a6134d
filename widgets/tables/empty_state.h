// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace muster::widgets {

// What stands where a list would be: an icon, one sentence, the reason, one thing to do.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(QWidget* parent = nullptr);

    void setTexts(const QString& icon, const QString& sentence, const QString& reason,
        const QString& button = {}); // without a button when its text is empty
    QString sentence() const;

signals:
    void buttonClicked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void paintIcon();

    QString m_iconName;
    QLabel* m_icon;
    QLabel* m_sentence;
    QLabel* m_reason;
    QPushButton* m_button;
};

} // namespace muster::widgets
