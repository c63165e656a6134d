// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "widgets/models/mark.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace muster::widgets {

// What a user typed of a cluster, before anybody believed it.
struct ProfileDraft {
    QString name;
    QString address;
    QString tokenFile;
    QString token; // typed here; empty: the token of `tokenFile`
    QString caFile;
    QString colour; // "#rrggbb"; empty: none

    bool operator==(const ProfileDraft&) const = default;
};

// Adds or changes a cluster. Closes only when its owner calls accept(), so that what goes wrong
// in saving is said here.
class ProfileDialog : public QDialog {
    Q_OBJECT
public:
    // `taken` are the names that other clusters have.
    ProfileDialog(const ProfileDraft& draft, QStringList taken, QWidget* parent = nullptr);

    ProfileDraft draft() const;
    void setDraft(const ProfileDraft& draft);
    QString problem() const; // what keeps it from being saved; empty: nothing

    void showResult(models::Mark mark, const QString& words); // of a test, or of saving
    QString resultText() const;

signals:
    void testWanted(const muster::widgets::ProfileDraft& draft);
    void saveWanted(const muster::widgets::ProfileDraft& draft);

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildFields(QFormLayout& form);
    void buildColours();
    void addFile(QFormLayout& form, const QString& words, QLineEdit* field, const QString& title);
    void onEdited();
    void paintResult();

    QStringList m_taken;
    QLineEdit* m_name;
    QLineEdit* m_address;
    QLineEdit* m_tokenFile;
    QLineEdit* m_token;
    QLineEdit* m_caFile;
    QComboBox* m_colour;
    QPushButton* m_test;
    QPushButton* m_save;
    QLabel* m_resultIcon;
    QLabel* m_result;
    models::Mark m_mark = models::Mark::None;
};

} // namespace muster::widgets
