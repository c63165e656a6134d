// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QDateTime>
#include <QDialog>
#include <QStringList>

class QCheckBox;
class QDateTimeEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace muster::widgets {

// What an order of an operator would do, in the words of the dialog that asks.
struct CommandQuestion {
    enum class Reason { None, Optional, Required };

    QString title; // "Drain node-7"
    QString verb; // on the button: "Drain"
    QString effect; // "node-7 gets nothing new. It stops 3 tasks of 2 users:"
    QStringList list; // of what it stops or touches, below it; may be empty
    int objects = 1; // that it is about
    Reason reason = Reason::None;
    QString given = {}; // the reason at first
    bool canEnd = false; // the command may have an end
    bool hasGrace = false; // a longest grace period may be given
    std::optional<int> instances = {}; // a number of them is asked for, at first this
};

// Asks before an operator command is sent: says the effect, takes the reason and what else belongs
// to it. Cancel has the focus. Enter in a field neither cancels nor confirms: it leads to the
// button that confirms, or to the field that is still missing. Commands about more than kTypedAbove
// objects need their number typed.
class CommandDialog : public QDialog {
    Q_OBJECT
public:
    static constexpr int kTypedAbove = 5;

    CommandDialog(const CommandQuestion& question, const QDateTime& now, QWidget* parent = nullptr);

    QString effect() const { return m_question.effect; }
    QStringList list() const { return m_question.list; }
    QString reason() const;
    void setReason(const QString& reason);
    qint64 untilMs() const; // 0: no end
    void setUntil(const std::optional<QDateTime>& until);
    qint64 graceMs() const; // 0: each task has its own
    void setGrace(std::optional<int> minutes);
    int instances() const; // 0: not asked for
    void setInstances(int count);
    void setTypedCount(const QString& typed);
    bool canRun() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build(const QDateTime& now);
    QWidget* buildList();
    void buildFields(const QDateTime& now);
    void check();
    QString missing() const; // empty: nothing is

    CommandQuestion m_question;
    QLineEdit* m_reason = nullptr;
    QCheckBox* m_limited = nullptr;
    QDateTimeEdit* m_until = nullptr;
    QCheckBox* m_hurried = nullptr;
    QSpinBox* m_grace = nullptr;
    QSpinBox* m_instances = nullptr;
    QLineEdit* m_typed = nullptr;
    QLabel* m_missing;
    QPushButton* m_confirm;
    QPushButton* m_cancel;
};

} // namespace muster::widgets
