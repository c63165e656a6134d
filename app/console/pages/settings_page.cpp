// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/settings_page.h"

#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/console/desktop/daily_span.h"
#include "app/console/i18n/language.h"
#include "widgets/forms/problem_label.h"

namespace muster::console {

using Density = widgets::ClusterTable::Density;

namespace {

constexpr int kCharacters = 90; // of the column's width
constexpr int kShownClusters = 5;

QLabel* note(const QString& words, QWidget* parent) {
    auto* label = new QLabel(words, parent);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

void select(QComboBox& box, const QVariant& value) {
    box.setCurrentIndex(std::max(0, box.findData(value)));
}

} // namespace

SettingsPage::SettingsPage(QWidget* parent)
    : Page(parent), m_clusters(new QListWidget(this)), m_open(new QPushButton(tr("&Open"), this)),
      m_edit(new QPushButton(tr("&Edit…"), this)), m_remove(new QPushButton(tr("&Remove…"), this)),
      m_theme(new QComboBox(this)), m_density(new QComboBox(this)), m_language(new QComboBox(this)),
      m_notifyJobs(new QCheckBox(tr("When one of my &jobs starts or ends"), this)),
      m_notifyGpus(new QCheckBox(tr("When a &GPU becomes unhealthy"), this)),
      m_quiet(new QLineEdit(this)), m_quietProblem(new widgets::ProblemLabel(this)) {
    auto* content = new QWidget(this);
    content->setMaximumWidth(fontMetrics().averageCharWidth() * kCharacters);
    auto* area = new QScrollArea(this); // for small windows
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(content);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(area);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(16, 8, 16, 16);
    column->setSpacing(8);
    buildClusters(*column);
    buildAppearance(*column);
    buildThresholds(*column);
    buildNotifications(*column);
    buildRest(*column);
    column->addStretch();
    setPreferences({});
    setClusters({}, {});
}

QFormLayout* SettingsPage::section(QVBoxLayout& column, const QString& title) {
    auto* heading = new QLabel(title, this);
    auto font = heading->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.2);
    heading->setFont(font);
    column.addSpacing(column.count() == 0 ? 0 : 12);
    column.addWidget(heading);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    form->setContentsMargins(12, 0, 0, 0);
    column.addLayout(form);
    return form;
}

void SettingsPage::buildClusters(QVBoxLayout& column) {
    auto* form = section(column, tr("Clusters"));
    m_clusters->setAccessibleName(tr("Clusters"));
    auto* add = new QPushButton(tr("&Add…"), this);
    auto* buttons = new QHBoxLayout;
    for (auto* button : {add, m_open, m_edit, m_remove}) {
        buttons->addWidget(button);
    }
    buttons->addStretch();
    form->addRow(m_clusters);
    form->addRow(buttons);
    form->addRow(note(tr("The command line shares this list: muster context"), this));
    const auto name = [this] { return m_clusters->currentItem()->data(Qt::UserRole).toString(); };
    connect(add, &QPushButton::clicked, this, &SettingsPage::addWanted);
    connect(m_open, &QPushButton::clicked, this, [this, name] { emit clusterWanted(name()); });
    connect(m_edit, &QPushButton::clicked, this, [this, name] { emit editWanted(name()); });
    connect(m_remove, &QPushButton::clicked, this, [this, name] { remove(name()); });
    connect(m_clusters, &QListWidget::currentRowChanged, this, &SettingsPage::showCluster);
    connect(m_clusters, &QListWidget::itemActivated, this,
        [this](QListWidgetItem* item) { emit editWanted(item->data(Qt::UserRole).toString()); });
}

void SettingsPage::buildAppearance(QVBoxLayout& column) {
    auto* form = section(column, tr("Appearance"));
    m_theme->addItem(tr("Follow system"), themeName(Theme::Auto));
    m_theme->addItem(tr("Light"), themeName(Theme::Light));
    m_theme->addItem(tr("Dark"), themeName(Theme::Dark));
    m_density->addItem(tr("Compact"), static_cast<int>(Density::Compact));
    m_density->addItem(tr("Normal"), static_cast<int>(Density::Normal));
    m_density->addItem(tr("Large"), static_cast<int>(Density::Large));
    m_language->addItem(tr("Follow system"), QString());
    for (const auto& language : languages()) {
        m_language->addItem(languageName(language), language);
    }
    m_language->setToolTip(tr("Takes effect at the next start"));
    form->addRow(tr("&Theme"), m_theme);
    form->addRow(tr("Ro&w height"), m_density);
    form->addRow(tr("&Language"), m_language);
    m_theme->setAccessibleName(tr("Theme"));
    m_density->setAccessibleName(tr("Row height"));
    m_language->setAccessibleName(tr("Language"));
    for (auto* box : {m_theme, m_density, m_language}) {
        connect(box, qOverload<int>(&QComboBox::currentIndexChanged), this, &SettingsPage::edited);
    }
}

void SettingsPage::buildThresholds(QVBoxLayout& column) {
    auto* form = section(column, tr("GPU thresholds"));
    form->addRow(note(tr("From this value on, the GPU list highlights the value"), this));
    m_utilisation = addThreshold(*form, tr("&Utilisation"), tr(" %"));
    m_memory = addThreshold(*form, tr("&Memory used"), tr(" %"));
    m_temperature = addThreshold(*form, tr("Tem&perature"), tr(" °C"));
}

QSpinBox* SettingsPage::addThreshold(QFormLayout& form, const QString& label, const QString& unit) {
    auto* box = new QSpinBox(this);
    box->setRange(1, models::GpuThresholds::kHighest);
    box->setSuffix(unit);
    auto name = label;
    box->setAccessibleName(name.remove(QLatin1Char('&')));
    form.addRow(label, box);
    connect(box, qOverload<int>(&QSpinBox::valueChanged), this, &SettingsPage::edited);
    return box;
}

void SettingsPage::buildNotifications(QVBoxLayout& column) {
    auto* form = section(column, tr("Desktop notifications"));
    for (auto* box : {m_notifyJobs, m_notifyGpus}) {
        form->addRow(box);
        connect(box, &QCheckBox::toggled, this, &SettingsPage::edited);
    }
    m_quiet->setObjectName(QStringLiteral("quiet_hours"));
    m_quiet->setPlaceholderText(QStringLiteral("22:00-06:00"));
    m_quiet->setToolTip(tr("Only critical notifications during these hours; empty for none"));
    m_quiet->setAccessibleName(tr("Quiet hours"));
    form->addRow(tr("&Quiet hours"), m_quiet);
    form->addRow(m_quietProblem);
    connect(m_quiet, &QLineEdit::textChanged, this, [this] {
        showQuiet();
        edited();
    });
}

// What cannot be read stays in the field, and what could be read last stays in force.
void SettingsPage::showQuiet() {
    const auto typed = m_quiet->text().trimmed();
    const bool good = typed.isEmpty() || DailySpan::parse(typed);
    if (good) {
        m_keptQuiet = typed;
    }
    m_quietProblem->say(good ? QString()
            : m_keptQuiet.isEmpty()
            ? tr("Enter two times of day: 22:00-06:00. Until then there are no quiet hours")
            : tr("Enter two times of day: 22:00-06:00. Until then %1 remains in effect")
                  .arg(m_keptQuiet));
    m_quiet->setAccessibleDescription(m_quietProblem->text());
}

void SettingsPage::buildRest(QVBoxLayout& column) {
    const auto button = [this](const QString& words, const QString& help, auto act) {
        auto* made = new QPushButton(words, this);
        made->setToolTip(help);
        connect(made, &QPushButton::clicked, this, act);
        return made;
    };
    const auto row = [this](std::initializer_list<QWidget*> parts) {
        auto* out = new QHBoxLayout;
        for (auto* part : parts) {
            out->addWidget(part);
        }
        out->addStretch();
        return out;
    };
    auto* window = section(column, tr("Window and keys"));
    window->addRow(row({button(tr("&Keyboard shortcuts…"), tr("List all shortcuts (F1)"),
                            &SettingsPage::shortcutsWanted),
        button(tr("Reset the la&yout"), tr("Reset columns and window to their defaults"),
            &SettingsPage::layoutResetWanted)}));
    auto* file = section(column, tr("These settings as a file"));
    file->addRow(row({button(tr("E&xport…"),
                          tr("Includes the layout, the filters and the last job of each cluster, "
                             "by its name or address, but no tokens"),
                          [this] { askForFile(true); }),
        button(tr("&Import…"), tr("Replaces all settings of this console"),
            [this] { askForFile(false); })}));
}

void SettingsPage::setPreferences(const Preferences& preferences) {
    Page::setPreferences(preferences);
    m_filling = true;
    select(*m_theme, themeName(preferences.theme));
    select(*m_density, static_cast<int>(preferences.density));
    select(*m_language, preferences.language);
    m_utilisation->setValue(preferences.thresholds.utilisation);
    m_memory->setValue(preferences.thresholds.memory);
    m_temperature->setValue(preferences.thresholds.temperature);
    m_notifyJobs->setChecked(preferences.notifyJobs);
    m_notifyGpus->setChecked(preferences.notifyGpus);
    if (preferences.quiet != m_keptQuiet) {
        m_quiet->setText(preferences.quiet);
    }
    m_filling = false;
}

Preferences SettingsPage::preferences() const {
    Preferences out;
    out.theme = themeOf(m_theme->currentData().toString());
    out.density = static_cast<Density>(m_density->currentData().toInt());
    out.language = m_language->currentData().toString();
    out.thresholds = {m_utilisation->value(), m_memory->value(), m_temperature->value()};
    out.notifyJobs = m_notifyJobs->isChecked();
    out.notifyGpus = m_notifyGpus->isChecked();
    out.quiet = m_keptQuiet;
    return out;
}

void SettingsPage::edited() {
    if (!m_filling) {
        emit preferencesEdited(preferences());
    }
}

void SettingsPage::setClusters(const ClusterEntries& clusters, const QString& current) {
    const auto* item = m_clusters->currentItem();
    const auto chosen = item == nullptr ? current : item->data(Qt::UserRole).toString();
    m_current = current;
    m_clusters->clear();
    for (const auto& cluster : clusters) {
        const auto words = cluster.name == current ? tr("%1 (%2), open") : tr("%1 (%2)");
        auto* made = new QListWidgetItem(
            clusterIcon(cluster.colour), words.arg(cluster.name, cluster.address), m_clusters);
        made->setData(Qt::UserRole, cluster.name);
    }
    m_clusters->setVisible(!clusters.empty());
    const int rows = std::clamp(static_cast<int>(clusters.size()), 2, kShownClusters);
    m_clusters->setFixedHeight(rows * (fontMetrics().height() + 8) + 2 * m_clusters->frameWidth());
    if (!chooseCluster(chosen)) {
        m_clusters->setCurrentRow(0);
    }
    showCluster();
}

bool SettingsPage::chooseCluster(const QString& name) {
    for (int row = 0; row < m_clusters->count(); ++row) {
        if (m_clusters->item(row)->data(Qt::UserRole).toString() == name) {
            m_clusters->setCurrentRow(row);
            return true;
        }
    }
    return false;
}

void SettingsPage::showCluster() {
    const auto* item = m_clusters->currentItem();
    m_open->setEnabled(item != nullptr && item->data(Qt::UserRole).toString() != m_current);
    m_edit->setEnabled(item != nullptr);
    m_remove->setEnabled(item != nullptr);
}

void SettingsPage::remove(const QString& name) {
    auto* box = new QMessageBox(QMessageBox::Question, tr("Remove a cluster"),
        tr("Remove %1 from the list?").arg(name), QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(
        tr("The cluster itself is not affected. A token that was entered here is deleted."));
    auto* remove = box->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    box->setDefaultButton(box->addButton(QMessageBox::Cancel));
    connect(remove, &QPushButton::clicked, this, [this, name] { emit removeWanted(name); });
    box->open();
}

void SettingsPage::askForFile(bool save) {
    auto* dialog = new QFileDialog(
        this, save ? tr("Export the settings") : tr("Import settings"), {}, tr("Settings (*.ini)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(save ? QFileDialog::AcceptSave : QFileDialog::AcceptOpen);
    dialog->setFileMode(save ? QFileDialog::AnyFile : QFileDialog::ExistingFile);
    dialog->setDefaultSuffix(QStringLiteral("ini"));
    dialog->selectFile(save ? QStringLiteral("muster-console.ini") : QString());
    connect(dialog, &QFileDialog::fileSelected, this,
        save ? &SettingsPage::exportWanted : &SettingsPage::importWanted);
    dialog->open();
}

} // namespace muster::console
