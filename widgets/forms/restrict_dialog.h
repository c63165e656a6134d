// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QDateTime>
#include <QDialog>

class QCheckBox;
class QDateTimeEdit;
class QLineEdit;
class QPushButton;

namespace muster::widgets {

// Asks for the reason of a restriction and, if wanted, its end. Says the effect; Cancel has the
// focus; without a reason it cannot be done.
class RestrictDialog : public QDialog {
    Q_OBJECT
public:
    // `gpu` names the board; `task` is what runs on it now, or empty.
    RestrictDialog(
        const QString& gpu, const QString& task, const QDateTime& now, QWidget* parent = nullptr);

    QString reason() const;
    void setReason(const QString& reason);
    qint64 untilMs() const; // 0: until it is released
    void setUntil(const std::optional<QDateTime>& until);
    bool canRestrict() const;
    QString effect() const { return m_effect; }

private:
    void buildLayout();
    void check();

    QString m_effect;
    QLineEdit* m_reason;
    QCheckBox* m_limited;
    QDateTimeEdit* m_until;
    QPushButton* m_restrict;
    QPushButton* m_cancel;
};

} // namespace muster::widgets
