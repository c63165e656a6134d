// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "core/spec/job_text.h"

class QComboBox;
class QPlainTextEdit;

namespace muster::widgets {

// What a job runs: one text for a shell, or words that run as they stand.
class CommandField : public QWidget {
    Q_OBJECT
public:
    explicit CommandField(QWidget* parent = nullptr);

    void read(spec::JobText& job) const;
    void showJob(const spec::JobText& job);
    QPlainTextEdit& text() { return *m_text; }

signals:
    void edited();

private:
    bool isWords() const;
    void showExample();

    QComboBox* m_kind;
    QPlainTextEdit* m_text;
};

} // namespace muster::widgets
