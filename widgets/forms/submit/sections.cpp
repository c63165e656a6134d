// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/submit/sections.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSpinBox>

#include "core/kernel/base/units.h"
#include "widgets/forms/submit/command_field.h"
#include "widgets/models/text.h"
#include "widgets/models/text_items.h"

namespace muster::widgets {

using models::text;
using spec::JobText;
using spec::Part;

namespace {

constexpr int kMostGpus = 1024;
constexpr double kMostCpus = 4096;
constexpr int kMostMemory = 64 << 20; // MiB

// "1" and "0.125" in place of "1.000": nobody types the zeros.
class ShortNumberBox : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    QString textFromValue(double value) const override {
        auto words = locale().toString(value, 'f', decimals());
        while (words.endsWith(locale().zeroDigit())) {
            words.chop(1);
        }
        if (words.endsWith(locale().decimalPoint())) {
            words.chop(1);
        }
        return words;
    }
};

// Made in one go: Tab goes through it and its line at the same place.
QComboBox* editableBox(QWidget* parent) {
    auto* box = new QComboBox(parent);
    box->setEditable(true);
    return box;
}

double amount(const spec::Text& text, double otherwise) {
    return text ? Milli::parse(*text).value_or(Milli{}).toDouble() : otherwise;
}

} // namespace

JobSection::JobSection(QWidget* parent)
    : FormSection({}, parent), m_gpus(new QSpinBox(this)), m_gpuType(editableBox(this)),
      m_cpus(new ShortNumberBox(this)), m_memory(new QSpinBox(this)) {
    addLine(Part::Name, tr("&Name"), tr("train-resnet"), tr("Name of the job"));
    addLine(Part::Image, tr("&Image"), tr("None: the host's file system"),
        tr("Named as for Docker: nvcr.io/nvidia/pytorch:23.10-py3"));
    addCommand();
    addGpus();
    addCheck(Part::Linked, tr("&Linked"), tr("GPUs joined by NVLink"),
        tr("All GPUs of the job are direct NVLink peers"));
    addAmounts();
}

void JobSection::addCommand() {
    auto* field = new CommandField(this);
    connect(field, &CommandField::edited, this, [this] { touch(Part::Command); });
    auto* label = addField(Part::Command, tr("C&ommand"), field, tr("Command to run"),
        {[field](JobText& job) { field->read(job); },
            [field](const JobText& job) { field->showJob(job); }});
    label->setBuddy(&field->text());
}

void JobSection::addGpus() {
    m_gpus->setRange(0, kMostGpus);
    connect(m_gpus, qOverload<int>(&QSpinBox::valueChanged), this, [this] { touch(Part::Gpus); });
    addField(Part::Gpus, tr("&GPUs"), m_gpus, tr("Number of GPUs"),
        {[this](JobText& job) {
             const auto count = m_gpus->value();
             job.gpus = count == 0 ? std::nullopt : spec::Text(std::to_string(count));
         },
            [this](const JobText& job) { m_gpus->setValue(int(amount(job.gpus, 0))); }});
    m_gpuType->setInsertPolicy(QComboBox::NoInsert);
    m_gpuType->setCompleter(nullptr);
    m_gpuType->setObjectName(QStringLiteral("jobGpuType"));
    m_gpuType->lineEdit()->setPlaceholderText(tr("Any"));
    m_gpuType->setMinimumContentsLength(24);
    connect(m_gpuType, qOverload<int>(&QComboBox::activated), this,
        [this](int row) { showGpuType(m_gpuType->itemData(row).toString()); });
    connect(m_gpuType, &QComboBox::editTextChanged, this, [this] { touch(Part::Gpus); });
    addField(std::nullopt, tr("GPU typ&e"), m_gpuType,
        tr("Only nodes with this value of the attribute \"gpu\""),
        {[this](JobText& job) {
             if (const auto type = gpuType(); !type.isEmpty()) {
                 job.constraints.push_back(models::gpuTypeConstraint(type));
             }
         },
            [this](const JobText& job) { showGpuType(models::gpuTypeOf(job)); }});
}

void JobSection::addAmounts() {
    m_cpus->setRange(0, kMostCpus);
    m_cpus->setDecimals(3);
    m_memory->setRange(0, kMostMemory);
    m_memory->setSingleStep(512);
    m_memory->setSuffix(tr(" MiB"));
    connect(m_cpus, qOverload<double>(&QDoubleSpinBox::valueChanged), this,
        [this] { touch(Part::Cpus); });
    connect(
        m_memory, qOverload<int>(&QSpinBox::valueChanged), this, [this] { touch(Part::Memory); });
    addField(Part::Cpus, tr("C&PUs"), m_cpus,
        tr("CPU cores, fractions allowed: 0.5 is half a core"),
        {[this](JobText& job) { job.cpus = Milli::fromDouble(m_cpus->value()).text(); },
            [this](const JobText& job) { m_cpus->setValue(amount(job.cpus, 1)); }});
    addField(Part::Memory, tr("&Memory"), m_memory,
        tr("Host memory, not GPU memory; a task that uses more is killed"),
        {[this](JobText& job) { job.memory = std::to_string(m_memory->value()); },
            [this](const JobText& job) { m_memory->setValue(int(amount(job.memory, 128))); }});
}

void JobSection::setAmountsEnabled(bool enabled) {
    for (QWidget* field : {static_cast<QWidget*>(m_gpus), static_cast<QWidget*>(m_cpus),
             static_cast<QWidget*>(m_memory)}) {
        field->setEnabled(enabled);
    }
}

QString JobSection::gpuType() const {
    const auto typed = m_gpuType->currentText().trimmed();
    const auto row = m_gpuType->findText(typed); // "K40 (3 of 8 free)"
    return row < 0 ? typed : m_gpuType->itemData(row).toString();
}

void JobSection::showGpuType(const QString& type) {
    m_gpuType->setEditText(type);
}

void JobSection::setGpuTypes(const std::vector<models::GpuType>& types) {
    if (m_gpuType->view()->isVisible()) {
        return; // nobody likes a list that moves under the pointer; the next change comes
    }
    const auto typed = gpuType();
    const QSignalBlocker quiet(m_gpuType);
    m_gpuType->clear();
    m_gpuType->addItem(tr("Any"), QString());
    for (const auto& type : types) {
        m_gpuType->addItem(
            tr("%1 (%2 of %3 free)").arg(type.name).arg(type.free).arg(type.all), type.name);
    }
    showGpuType(typed);
}

FormSection* environmentSection(QWidget* parent) {
    auto* section = new FormSection(FormSection::tr("Environment and files"), parent);
    section->addList(Part::Env, FormSection::tr("Varia&bles"),
        FormSection::tr("OMP_NUM_THREADS=4\nOne per line"),
        FormSection::tr("Environment variables, NAME=VALUE"));
    section->addList(Part::Uris, FormSection::tr("&Files"),
        FormSection::tr("https://example.org/data.tar.gz\nOne per line"),
        FormSection::tr("Fetched into the sandbox, archives are extracted; verified by an optional "
                        "'#sha256=HEX' at the end"));
    section->addCheck(Part::Terminal, FormSection::tr("Terminal"),
        FormSection::tr("Give it a terminal"), FormSection::tr("For 'muster attach'"));
    return section;
}

FormSection* placementSection(QWidget* parent) {
    auto* section = new FormSection(FormSection::tr("Placement"), parent);
    auto* field = textField(2, section);
    field->setObjectName(QStringLiteral("constraints"));
    field->setPlaceholderText(FormSection::tr("rack:a\nOne per line"));
    QObject::connect(field, &QPlainTextEdit::textChanged, section,
        [section] { section->touch(Part::Constraints); });
    // The first one of the attribute "gpu" stands in the field for the GPU type.
    section->addField(Part::Constraints, FormSection::tr("Constr&aints"), field,
        FormSection::tr("Only nodes with these attributes, NAME:VALUE"),
        {[field](JobText& job) {
             for (auto& item : models::itemsOf(field->toPlainText())) {
                 job.constraints.push_back(std::move(item));
             }
         },
            [field](const JobText& job) {
                auto others = job.constraints;
                const auto type
                    = std::find_if(others.begin(), others.end(), models::isGpuTypeConstraint);
                if (type != others.end()) {
                    others.erase(type);
                }
                field->setPlainText(models::linesOf(others));
            }});
    section->addLine(Part::Priority, FormSection::tr("Priorit&y"), QStringLiteral("0"),
        FormSection::tr("Jobs with a higher priority start first"));
    section->addLine(Part::Resources, FormSection::tr("Re&sources"),
        FormSection::tr("cpus:1;mem:128;gpus:2;disk:1024"),
        FormSection::tr("All resources in one value, instead of GPUs, CPUs and memory above"));
    return section;
}

FormSection* retriesSection(const QString& user, QWidget* parent) {
    auto* section = new FormSection(FormSection::tr("Retries and user"), parent);
    section->addLine(Part::Retries, FormSection::tr("&Retries"), QStringLiteral("0"),
        FormSection::tr("How many times to restart it if it fails"));
    section->addLine(Part::KillGrace, FormSection::tr("Grace period"), QStringLiteral("3s"),
        FormSection::tr("Time between SIGTERM and SIGKILL when it is ended, such as 30s"));
    section->addLine(Part::User, FormSection::tr("&User"), user,
        FormSection::tr("User to run it as on the node"));
    return section;
}

FormSection* containerSection(QWidget* parent) {
    auto* section = new FormSection(FormSection::tr("Container"), parent);
    section->addCheck(Part::ReadOnly, FormSection::tr("Image"), FormSection::tr("Read-only"),
        FormSection::tr("Makes the image read-only, except the sandbox, /dev/shm, each tmpfs and "
                        "each writable volume"));
    section->addList(Part::Volumes, FormSection::tr("Volumes"),
        FormSection::tr("/data/sets:/sets:ro\nOne per line"),
        FormSection::tr(
            "HOST:PATH or HOST:PATH:ro: directories or files of the host that its agent allows"));
    section->addList(Part::Tmpfs, FormSection::tr("Tmpfs"),
        FormSection::tr("/tmp:size=64m,mode=1777,exec\nOne per line"),
        FormSection::tr("In-memory file systems"));
    section->addLine(Part::ShmSize, FormSection::tr("/&dev/shm"),
        FormSection::tr("The task's memory"), FormSection::tr("Size, such as 1g"));
    section->addList(Part::Ulimits, FormSection::tr("Limits"),
        FormSection::tr("nofile=1024:4096\nOne per line"),
        FormSection::tr(
            "Resource limits of processes, NAME=SOFT or NAME=SOFT:HARD, -1 for unlimited"));
    section->addList(Part::CapAdd, FormSection::tr("Add capabilities"),
        FormSection::tr("IPC_LOCK\nOne per line"),
        FormSection::tr("Capabilities that its agent allows"));
    section->addList(Part::CapDrop, FormSection::tr("Drop capabilities"),
        FormSection::tr("ALL\nOne per line"), FormSection::tr("ALL, or individual capabilities"));
    return section;
}

} // namespace muster::widgets
