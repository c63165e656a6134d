// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include <QWidget>

#include "widgets/models/job_draft.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace muster::widgets {

// A new job: the fields at the left, the equal command line at the right, live. What is wrong
// stands under its field; a field says so only after it was touched or Submit was tried.
class SubmitForm : public QWidget {
    Q_OBJECT
public:
    explicit SubmitForm(QWidget* parent = nullptr);

    models::JobDraft draft() const;
    void setDraft(const models::JobDraft& draft);
    void setGpuTypes(const QStringList& types); // what the agents say they have
    void setBusy(bool busy); // sent, not answered
    void showResult(const QString& text, bool good);
    QString commandLine() const;
    QString problem(models::DraftField field) const; // as shown; empty: none

public slots:
    void submit();
    void check(); // where it would be placed, without submitting it

signals:
    void edited();
    void checkWanted(const muster::models::JobDraft& draft); // only a valid one
    void submitted(const muster::models::JobDraft& draft); // only a valid one

private:
    void buildFields();
    void buildLayout();
    void addField(
        QFormLayout& form, const QString& label, QWidget* field, models::DraftField which);
    QWidget* buildPreview();
    void onEdited();
    void showProblems(bool all);
    bool isValid(); // says so if not

    QLineEdit* m_name;
    QLineEdit* m_image;
    QPlainTextEdit* m_command;
    QSpinBox* m_gpus;
    QDoubleSpinBox* m_cpus;
    QSpinBox* m_memory;
    QComboBox* m_gpuType;
    QCheckBox* m_linked;
    QSpinBox* m_priority;
    QSpinBox* m_retries;
    QPlainTextEdit* m_preview;
    QPushButton* m_check;
    QPushButton* m_submit;
    QLabel* m_result;
    std::map<models::DraftField, QLabel*> m_problems;
    bool m_tried = false;
};

} // namespace muster::widgets
