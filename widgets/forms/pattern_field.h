// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

#include "widgets/models/log_pattern.h"

class QLineEdit;
class QToolButton;

namespace muster::widgets {

// A field for a pattern and its options. What it holds is told a moment after the last key.
class PatternField : public QWidget {
    Q_OBJECT
public:
    enum class Kind { Search, Filter }; // a filter can be inverse

    PatternField(Kind kind, const QString& name, QWidget* parent = nullptr);

    models::LogPattern pattern() const;
    void setText(const QString& text); // told at once
    void setOptions(bool regex, bool matchCase, bool inverse); // tells nobody
    void setProblem(const QString& problem); // empty: none
    QLineEdit& field() { return *m_field; }

signals:
    void changed();
    void optionsChanged();
    void stepped(bool forward); // Enter, or Shift and Enter

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QToolButton* addOption(const QString& sign, const QString& words);

    QLineEdit* m_field;
    QToolButton* m_case;
    QToolButton* m_regex;
    QToolButton* m_inverse;
    QTimer m_pause;
};

} // namespace muster::widgets
