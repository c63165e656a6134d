// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QComboBox;
class QLineEdit;

namespace muster::widgets {

// Says what an alert is about, and asks for a note and for how long it is muted.
class AcknowledgeDialog : public QDialog {
    Q_OBJECT
public:
    // `alert` is its title ("GPU hot on node-7:3"), `sentence` what is wrong.
    AcknowledgeDialog(const QString& alert, const QString& sentence, QWidget* parent = nullptr);

    QString note() const;
    void setNote(const QString& note);
    qint64 muteMs() const; // from now on; 0: not
    void setMuteMs(qint64 length); // one of those that it offers

private:
    void buildLayout(const QString& alert, const QString& sentence);

    QLineEdit* m_note;
    QComboBox* m_mute;
};

} // namespace muster::widgets
