// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

#include "widgets/models/failure_text.h"

class QGridLayout;
class QLabel;

namespace muster::widgets {

// Why a task ended, above its log. Its texts can be selected. Hidden while there is nothing to say.
class FailureCard : public QFrame {
    Q_OBJECT
public:
    explicit FailureCard(QWidget* parent = nullptr);

    void setFailure(const QString& title, const models::FailureText& lines);
    QString text() const; // all of it, a line for each

protected:
    void changeEvent(QEvent* event) override;

private:
    void addLine(int row, const QString& label, const QString& words);

    QString m_shown; // what text() is
    QLabel* m_icon;
    QLabel* m_title;
    QGridLayout* m_grid;
};

} // namespace muster::widgets
