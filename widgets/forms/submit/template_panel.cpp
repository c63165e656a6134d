// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/submit/template_panel.h"

#include <algorithm>

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "widgets/forms/problem_label.h"
#include "widgets/models/text.h"

namespace muster::widgets {

using models::text;

TemplatePanel::TemplatePanel(QWidget* parent)
    : QWidget(parent), m_label(new QLabel(tr("&Template"), this)), m_list(new QComboBox(this)),
      m_about(new ProblemLabel(this)), m_form(new QFormLayout(this)) {
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setVerticalSpacing(10);
    m_label->setBuddy(m_list);
    m_list->setObjectName(QStringLiteral("jobTemplate"));
    m_list->setAccessibleName(tr("Template"));
    m_list->setToolTip(tr("Files in the folder muster/templates of your settings, and in %1")
                           .arg(QString::fromLatin1(spec::kMachinesTemplates)));
    auto* cell = new QVBoxLayout;
    cell->setSpacing(2);
    cell->addWidget(m_list);
    cell->addWidget(m_about);
    m_form->addRow(m_label, cell);
    setTemplates({});
    connect(m_list, qOverload<int>(&QComboBox::activated), this, [this] {
        showChosen();
        emit templateChosen(chosen());
    });
}

void TemplatePanel::setTemplates(std::vector<spec::TemplateFile> templates) {
    const auto before = chosen();
    const auto typed = values();
    m_templates = std::move(templates);
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        m_list->addItem(m_templates.empty() ? tr("No templates") : tr("None"), QString());
        for (const auto& file : m_templates) {
            const auto name = text(file.name);
            const auto title = file.content ? text(file.content->title) : QString();
            m_list->addItem(!file.content              ? tr("%1 (broken)").arg(name)
                    : title.isEmpty() || title == name ? name
                                                       : tr("%1 – %2").arg(name, title),
                name);
        }
    }
    choose(before);
    setValues(typed);
}

void TemplatePanel::choose(const QString& name) {
    m_list->setCurrentIndex(std::max(0, m_list->findData(name)));
    showChosen();
}

QString TemplatePanel::chosen() const {
    return m_list->currentData().toString();
}

const spec::Template* TemplatePanel::current() const {
    const auto row = m_list->currentIndex() - 1;
    if (row < 0 || row >= int(m_templates.size())) {
        return nullptr;
    }
    const auto& content = m_templates[std::size_t(row)].content;
    return content ? &*content : nullptr;
}

void TemplatePanel::showChosen() {
    m_rows.clear();
    while (m_form->rowCount() > 1) {
        m_form->removeRow(1);
    }
    const auto row = m_list->currentIndex() - 1;
    const auto* content = current();
    if (content == nullptr) {
        m_about->say(row < 0 ? QString()
                             : tr("%1: %2").arg(text(m_templates[std::size_t(row)].path.string()),
                                 text(m_templates[std::size_t(row)].content.error().message)));
        return;
    }
    m_about->say(text(content->help), true);
    for (const auto& field : content->fields) {
        addField(field);
    }
    setLabelWidth(m_label->minimumWidth());
}

void TemplatePanel::addField(const spec::Field& field) {
    auto* widget = fieldWidget(field);
    widget->setObjectName(QStringLiteral("field-%1").arg(text(field.name)));
    widget->setAccessibleName(text(field.label));
    widget->setAccessibleDescription(text(field.help));
    widget->setToolTip(text(field.help));
    auto* problem = new ProblemLabel(this);
    auto* cell = new QVBoxLayout;
    cell->setSpacing(2);
    cell->addWidget(widget);
    cell->addWidget(problem);
    auto* label = new QLabel(text(field.label), this);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(widget);
    m_form->addRow(label, cell);
    m_rows.push_back({field.name, label, widget, problem});
}

QWidget* TemplatePanel::fieldWidget(const spec::Field& field) {
    const auto changed = [this, name = field.name] {
        for (auto& row : m_rows) {
            row.touched = row.touched || row.name == name;
        }
        if (!m_showing) {
            showProblems(false);
            emit edited();
        }
    };
    if (field.type == spec::FieldType::Choice) {
        auto* box = new QComboBox(this);
        for (const auto& choice : field.choices) {
            box->addItem(text(choice));
        }
        box->setCurrentIndex(field.otherwise ? box->findText(text(*field.otherwise)) : -1);
        connect(box, qOverload<int>(&QComboBox::currentIndexChanged), this, changed);
        return box;
    }
    auto* line = new QLineEdit(text(field.otherwise.value_or("")), this);
    if (field.type == spec::FieldType::Memory) {
        line->setPlaceholderText(tr("16g"));
    } else if (field.minimum && field.maximum) {
        line->setPlaceholderText(tr("%1 to %2").arg(text(*field.minimum), text(*field.maximum)));
    } else if (field.type == spec::FieldType::Path) {
        line->setPlaceholderText(tr("/data/sets"));
    }
    connect(line, &QLineEdit::textChanged, this, changed);
    return line;
}

QString TemplatePanel::valueOf(const QWidget* field) {
    const auto* box = qobject_cast<const QComboBox*>(field);
    return box != nullptr ? box->currentText() : static_cast<const QLineEdit*>(field)->text();
}

spec::Values TemplatePanel::values() const {
    spec::Values out;
    for (const auto& row : m_rows) {
        out[row.name] = valueOf(row.field).toStdString();
    }
    return out;
}

void TemplatePanel::setValues(const spec::Values& values) {
    m_showing = true;
    for (auto& row : m_rows) {
        const auto value = values.find(row.name);
        if (value == values.end()) {
            continue;
        }
        if (auto* box = qobject_cast<QComboBox*>(row.field)) {
            box->setCurrentIndex(box->findText(text(value->second)));
        } else {
            static_cast<QLineEdit*>(row.field)->setText(text(value->second));
        }
        row.touched = false;
    }
    m_showing = false;
    showProblems(false);
}

bool TemplatePanel::hasJob() const {
    return current() != nullptr;
}

Result<spec::JobFile> TemplatePanel::job() const {
    return spec::fill(*current(), values());
}

void TemplatePanel::showProblems(bool all) {
    const auto* content = current();
    for (auto& row : m_rows) {
        const auto value = valueOf(row.field).toStdString();
        const auto read = spec::readValue(*content->find(row.name), value);
        row.problem->say(read || !(all || row.touched) ? QString() : text(read.error().message));
    }
}

int TemplatePanel::labelWidth() const {
    int width = m_label->sizeHint().width();
    for (const auto& row : m_rows) {
        width = std::max(width, row.label->sizeHint().width());
    }
    return width;
}

void TemplatePanel::setLabelWidth(int width) {
    m_label->setMinimumWidth(width);
    for (const auto& row : m_rows) {
        row.label->setMinimumWidth(width);
    }
}

} // namespace muster::widgets
