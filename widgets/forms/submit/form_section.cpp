// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/submit/form_section.h"

#include <algorithm>

#include <QCheckBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/forms/problem_label.h"
#include "widgets/models/text.h"
#include "widgets/models/text_items.h"

namespace muster::widgets {

using models::text;
using spec::JobText;
using spec::Part;

namespace {

constexpr int kListLines = 3;

template <typename Value>
Value JobText::*memberOf(Part part) {
    return std::get<Value JobText::*>(spec::rowOf(part).member);
}

bool isSet(const JobText& job, Part part) {
    const JobText none;
    return std::visit(
        [&](auto member) { return job.*member != none.*member; }, spec::rowOf(part).member);
}

} // namespace

QPlainTextEdit* textField(int lines, QWidget* parent) {
    auto* field = new QPlainTextEdit(parent);
    field->setTabChangesFocus(true);
    field->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    const auto air = 2 * (field->frameWidth() + int(field->document()->documentMargin()));
    field->setFixedHeight(QFontMetrics(field->font()).lineSpacing() * lines + air);
    return field;
}

FormSection::FormSection(const QString& title, QWidget* parent)
    : QWidget(parent), m_title(title), m_body(new QWidget(this)), m_form(new QFormLayout(m_body)) {
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setVerticalSpacing(10);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    if (!title.isEmpty()) {
        m_fold = new QToolButton(this);
        m_fold->setAutoRaise(true);
        m_fold->setCheckable(true);
        m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_fold->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        auto heading = font();
        heading.setBold(true);
        m_fold->setFont(heading);
        connect(m_fold, &QToolButton::toggled, this, &FormSection::setOpen);
        column->addWidget(m_fold);
    }
    column->addWidget(m_body);
    setOpen(title.isEmpty());
}

QLabel* FormSection::addField(std::optional<Part> part, const QString& label, QWidget* field,
    const QString& tip, Binding binding) {
    auto* problem = new ProblemLabel(m_body);
    auto* cell = new QVBoxLayout;
    cell->setSpacing(2);
    cell->addWidget(field);
    cell->addWidget(problem);
    auto* name = new QLabel(label, m_body);
    name->setBuddy(field);
    field->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    field->setAccessibleDescription(tip);
    field->setToolTip(tip);
    m_form->addRow(name, cell);
    m_rows.push_back({part, name, field, problem, tip, std::move(binding)});
    showSet();
    return name;
}

void FormSection::addLine(
    Part part, const QString& label, const QString& example, const QString& tip) {
    auto* field = new QLineEdit(m_body);
    field->setPlaceholderText(example);
    field->setObjectName(QString::fromLatin1(spec::rowOf(part).key));
    const auto member = memberOf<spec::Text>(part);
    connect(field, &QLineEdit::textChanged, this, [this, part] { touch(part); });
    addField(part, label, field, tip,
        {[field, member](JobText& job) {
             const auto words = field->text().trimmed();
             job.*member = words.isEmpty() ? std::nullopt : spec::Text(words.toStdString());
         },
            [field, member](
                const JobText& job) { field->setText(text((job.*member).value_or(""))); }});
}

void FormSection::addList(
    Part part, const QString& label, const QString& example, const QString& tip) {
    auto* field = textField(kListLines, m_body);
    field->setPlaceholderText(example);
    field->setLineWrapMode(QPlainTextEdit::NoWrap);
    field->setObjectName(QString::fromLatin1(spec::rowOf(part).key));
    const auto member = memberOf<spec::Texts>(part);
    connect(field, &QPlainTextEdit::textChanged, this, [this, part] { touch(part); });
    addField(part, label, field, tip,
        {[field, member](JobText& job) { job.*member = models::itemsOf(field->toPlainText()); },
            [field, member](
                const JobText& job) { field->setPlainText(models::linesOf(job.*member)); }});
}

void FormSection::addCheck(
    Part part, const QString& label, const QString& words, const QString& tip) {
    auto* field = new QCheckBox(words, m_body);
    field->setObjectName(QString::fromLatin1(spec::rowOf(part).key));
    const auto member = memberOf<bool>(part);
    connect(field, &QCheckBox::toggled, this, [this, part] { touch(part); });
    addField(part, label, field, tip,
        {[field, member](JobText& job) { job.*member = field->isChecked(); },
            [field, member](const JobText& job) { field->setChecked(job.*member); }});
    field->setAccessibleName(words);
}

void FormSection::touch(Part part) {
    if (m_showing) {
        return;
    }
    m_touched.insert(part);
    showSet();
    emit edited();
}

void FormSection::read(JobText& job) const {
    for (const auto& row : m_rows) {
        row.binding.read(job);
    }
}

void FormSection::showJob(const JobText& job) {
    m_showing = true;
    for (const auto& row : m_rows) {
        row.binding.show(job);
    }
    m_showing = false;
    m_touched.clear();
    showSet();
}

void FormSection::showProblems(const models::Problems& problems, bool all) {
    for (auto& row : m_rows) {
        if (!row.part) {
            continue;
        }
        const auto found = problems.find(*row.part);
        const bool shown = found != problems.end() && (all || m_touched.contains(*row.part));
        row.problem->say(shown ? found->second : QString());
        row.field->setAccessibleDescription(
            shown ? tr("%1. %2").arg(found->second, row.tip) : row.tip);
        if (shown) {
            setOpen(true);
        }
    }
}

QString FormSection::problem(Part part) const {
    const auto found = std::find_if(
        m_rows.begin(), m_rows.end(), [part](const Row& row) { return row.part == part; });
    return found == m_rows.end() ? QString() : found->problem->text();
}

bool FormSection::has(Part part) const {
    return std::any_of(
        m_rows.begin(), m_rows.end(), [part](const Row& row) { return row.part == part; });
}

bool FormSection::isOpen() const {
    return !m_body->isHidden();
}

void FormSection::setOpen(bool open) {
    m_body->setVisible(open);
    if (m_fold != nullptr) {
        m_fold->setChecked(open);
        m_fold->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
        showSet();
    }
}

void FormSection::showSet() {
    if (m_fold == nullptr) {
        return;
    }
    JobText job;
    read(job);
    const auto set = int(std::count_if(m_rows.begin(), m_rows.end(),
        [&](const Row& row) { return row.part && isSet(job, *row.part); }));
    m_fold->setText(
        set == 0 || isOpen() ? m_title : tr("%1 – %2").arg(m_title, tr("%n set", "", set)));
}

int FormSection::labelWidth() const {
    int width = 0;
    for (const auto& row : m_rows) {
        width = std::max(width, row.label->sizeHint().width());
    }
    return width;
}

void FormSection::setLabelWidth(int width) {
    for (const auto& row : m_rows) {
        row.label->setMinimumWidth(width);
    }
}

} // namespace muster::widgets
