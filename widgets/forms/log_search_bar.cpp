// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/log_search_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/forms/pattern_field.h"
#include "widgets/models/text.h"

namespace muster::widgets {

LogSearchBar::LogSearchBar(QWidget* parent)
    : QWidget(parent),
      m_search(new PatternField(PatternField::Kind::Search, tr("Find in the log"), this)),
      m_previous(addStep(QStringLiteral("↑"), tr("Previous match (Shift+F3)"), false)),
      m_next(addStep(QStringLiteral("↓"), tr("Next match (F3)"), true)), m_count(new QLabel(this)),
      m_filter(new PatternField(PatternField::Kind::Filter, tr("Show only matching lines"), this)),
      m_problem(new QLabel(this)) {
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setToolTip(tr("Close, and show all lines (Esc)"));
    close->setAccessibleName(tr("Close the search"));
    close->setFocusPolicy(Qt::StrongFocus);
    close->setAutoRaise(true);
    m_problem->setWordWrap(true);
    m_problem->hide();
    auto* row = new QHBoxLayout;
    row->addWidget(m_search, 1);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    row->addWidget(m_count);
    row->addSpacing(12);
    row->addWidget(m_filter, 1);
    row->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(row);
    column->addWidget(m_problem);
    connect(m_search, &PatternField::changed, this, [this] { compile(*m_search, false); });
    connect(m_filter, &PatternField::changed, this, [this] { compile(*m_filter, true); });
    connect(m_search, &PatternField::optionsChanged, this, &LogSearchBar::optionsChanged);
    connect(m_filter, &PatternField::optionsChanged, this, &LogSearchBar::optionsChanged);
    connect(m_search, &PatternField::stepped, this, &LogSearchBar::findWanted);
    connect(close, &QToolButton::clicked, this, &LogSearchBar::closed);
}

QToolButton* LogSearchBar::addStep(const QString& sign, const QString& words, bool forward) {
    auto* button = new QToolButton(this);
    button->setText(sign);
    button->setToolTip(words);
    button->setAccessibleName(words);
    button->setFocusPolicy(Qt::StrongFocus);
    connect(button, &QToolButton::clicked, this, [this, forward] { emit findWanted(forward); });
    return button;
}

void LogSearchBar::compile(PatternField& field, bool asFilter) {
    const auto made = models::LogMatcher::compile(field.pattern());
    auto& problem = asFilter ? m_filterProblem : m_searchProblem;
    problem = made ? QString() : models::text(made.error().message);
    field.setProblem(problem);
    showProblem();
    if (made && asFilter) {
        emit filterWanted(*made);
    } else if (made) {
        emit searchWanted(*made);
    }
}

void LogSearchBar::showProblem() {
    m_problem->setText(m_searchProblem.isEmpty() ? m_filterProblem : m_searchProblem);
    m_problem->setVisible(!m_problem->text().isEmpty());
}

QString LogSearchBar::problem() const {
    return m_problem->text();
}

void LogSearchBar::apply(const LogSettings& settings) {
    m_search->setOptions(settings.searchRegex, settings.searchCase, false);
    m_filter->setOptions(settings.filterRegex, settings.filterCase, settings.filterInverse);
}

void LogSearchBar::writeTo(LogSettings& settings) const {
    const auto search = m_search->pattern();
    const auto filter = m_filter->pattern();
    settings.searchRegex = search.regex;
    settings.searchCase = search.matchCase;
    settings.filterRegex = filter.regex;
    settings.filterCase = filter.matchCase;
    settings.filterInverse = filter.inverse;
}

void LogSearchBar::setMatches(qint64 current, qint64 total) {
    const QLocale locale;
    if (m_search->pattern().text.isEmpty()) {
        m_count->clear();
    } else if (total == 0) {
        m_count->setText(tr("No matches"));
    } else if (current > 0) {
        m_count->setText(tr("%1 of %2").arg(locale.toString(current), locale.toString(total)));
    } else {
        m_count->setText(tr("%Ln matches", nullptr, static_cast<int>(total)));
    }
}

QString LogSearchBar::countText() const {
    return m_count->text();
}

void LogSearchBar::clear() {
    m_search->setText({});
    m_filter->setText({});
}

} // namespace muster::widgets
