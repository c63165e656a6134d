// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "core/spec/job_text.h"

class QPlainTextEdit;
class QVBoxLayout;

namespace muster::widgets {

// A job as a file and as a command line, each to be copied.
class SpecPreview : public QWidget {
    Q_OBJECT
public:
    explicit SpecPreview(QWidget* parent = nullptr);

    void setJob(const spec::JobText& job);
    QString yaml() const;
    QString commandLine() const; // in lines; a shell takes it as it is

private:
    QPlainTextEdit* addPart(
        QVBoxLayout& column, const QString& title, const QString& copy, int stretch);

    QPlainTextEdit* m_yaml;
    QPlainTextEdit* m_line;
};

} // namespace muster::widgets
