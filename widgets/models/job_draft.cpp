// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/job_draft.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

namespace muster::models {

namespace {

constexpr int kLongestName = 128;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(muster::models::JobDraft)
};

QString quoted(const QString& word) {
    static const QRegularExpression safe(QStringLiteral("^[A-Za-z0-9_@%+=:,./-]+$"));
    if (safe.match(word).hasMatch()) {
        return word;
    }
    auto inner = word;
    inner.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    return QStringLiteral("'%1'").arg(inner);
}

QString cpusText(double cpus) {
    return QString::number(cpus, 'g', 6);
}

QString resourcesText(const JobDraft& draft) {
    auto resources
        = QStringLiteral("cpus:%1;mem:%2").arg(cpusText(draft.cpus)).arg(draft.memMebibytes);
    if (draft.gpus > 0) {
        resources += QStringLiteral(";gpus:%1").arg(draft.gpus);
    }
    return resources;
}

} // namespace

std::map<DraftField, QString> problems(const JobDraft& draft) {
    std::map<DraftField, QString> found;
    if (draft.name.trimmed().isEmpty()) {
        found[DraftField::Name] = Words::tr("Give the job a name");
    } else if (draft.name.size() > kLongestName) {
        found[DraftField::Name] = Words::tr("%1 characters, at most %2 are allowed")
                                      .arg(draft.name.size())
                                      .arg(kLongestName);
    }
    if (draft.command.trimmed().isEmpty() && draft.image.trimmed().isEmpty()) {
        found[DraftField::Command]
            = Words::tr("Say what is to be run, or give an image that knows");
    }
    if (draft.gpus < 0) {
        found[DraftField::Gpus] = Words::tr("A job cannot have fewer than 0 GPUs");
    }
    if (draft.cpus < 0.01) {
        found[DraftField::Cpus] = Words::tr("At least 0.01 CPUs are needed");
    }
    if (draft.memMebibytes < 32) {
        found[DraftField::Memory] = Words::tr("At least 32 MiB are needed");
    }
    if (!draft.gpuType.isEmpty() && draft.gpus == 0) {
        found[DraftField::GpuType] = Words::tr("A GPU type needs at least 1 GPU");
    }
    if (draft.linked && draft.gpus < 2) {
        found[DraftField::Linked]
            = Words::tr("Linked GPUs need at least 2 GPUs, %1 asked for").arg(draft.gpus);
    }
    return found;
}

QString commandLine(const JobDraft& draft, const QString& separator) {
    QStringList words{QStringLiteral("muster submit")};
    words << QStringLiteral("--name=") + quoted(draft.name.trimmed());
    words << QStringLiteral("--gpus=%1").arg(draft.gpus);
    words << QStringLiteral("--cpus=") + cpusText(draft.cpus);
    words << QStringLiteral("--mem=%1").arg(draft.memMebibytes);
    if (!draft.gpuType.isEmpty()) {
        words << QStringLiteral("--constraint=") + quoted(QStringLiteral("gpu:") + draft.gpuType);
    }
    if (draft.linked) {
        words << QStringLiteral("--linked");
    }
    if (draft.priority != 0) {
        words << QStringLiteral("--priority=%1").arg(draft.priority);
    }
    if (draft.retries != 0) {
        words << QStringLiteral("--retries=%1").arg(draft.retries);
    }
    if (const auto image = draft.image.trimmed(); !image.isEmpty()) {
        words << QStringLiteral("--image=") + quoted(image);
    }
    if (const auto command = draft.command.trimmed(); !command.isEmpty()) {
        words << QStringLiteral("--command=") + quoted(command);
    }
    return words.join(separator);
}

v1::SubmitJob toRequest(const JobDraft& draft, const QString& user) {
    v1::SubmitJob request;
    request.set_name(draft.name.trimmed().toStdString());
    request.set_user(user.toStdString());
    request.set_resources(resourcesText(draft).toStdString());
    if (!draft.gpuType.isEmpty()) {
        auto& constraint = *request.add_constraints();
        constraint.set_attribute("gpu");
        constraint.set_value(draft.gpuType.toStdString());
    }
    request.set_linked(draft.linked);
    request.set_priority(draft.priority);
    request.set_retries(draft.retries);
    const auto command = draft.command.trimmed();
    request.mutable_command()->set_shell(!command.isEmpty());
    if (!command.isEmpty()) {
        request.mutable_command()->set_value(command.toStdString());
    }
    request.set_image(draft.image.trimmed().toStdString());
    return request;
}

} // namespace muster::models
