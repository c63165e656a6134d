// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/commands/command_text.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

namespace {

QString refusalOfGpu(CommandKind kind, const models::ClusterState& state, const QString& uuid) {
    const auto* gpu = state.gpu(uuid.toStdString());
    return gpu == nullptr ? CommandText::choose(kind)
                          : CommandText::refused(kind,
                              gpu->has_restriction() ? ObjectState::Restricted : ObjectState::Ready,
                              CommandText::nameOf(state, *gpu));
}

} // namespace

QString cannotRestrict(const models::ClusterState& state, const QString& uuid) {
    return refusalOfGpu(CommandKind::RestrictGpu, state, uuid);
}

QString cannotReleaseGpu(const models::ClusterState& state, const QString& uuid) {
    return refusalOfGpu(CommandKind::ReleaseGpu, state, uuid);
}

namespace {

QString restrictEffect(const QString& subject, std::size_t objects, int held) {
    if (objects == 1) {
        return held == 0
            ? CommandText::tr("%1 is taken out of service immediately and no longer offered.")
                  .arg(subject)
            : CommandText::tr("%1 is no longer offered. The task that holds it may finish.")
                  .arg(subject);
    }
    return held == 0
        ? CommandText::tr("%1 are taken out of service immediately and no longer offered.")
              .arg(subject)
        : CommandText::tr("%1 are no longer offered. Tasks that hold them may finish.")
              .arg(subject);
}

} // namespace

OperatorCommand restrictGpus(const models::ClusterState& state, const QStringList& gpus) {
    OperatorCommand command;
    int held = 0;
    for (const auto& uuid : gpus) {
        if (!cannotRestrict(state, uuid).isEmpty()) {
            continue;
        }
        const auto& gpu = *state.gpu(uuid.toStdString());
        const auto name = CommandText::nameOf(state, gpu);
        add(command, CommandKind::RestrictGpu, name, gpu.uuid());
        const auto* task = state.taskOf(gpu);
        held += gpu.task_id().empty() ? 0 : 1;
        command.question.list << (task == nullptr
                ? name
                : CommandText::tr("%1, held by %2").arg(name, CommandText::nameOf(*task)));
    }
    const auto subject = CommandText::subject(command, &CommandText::gpus);
    if (command.items.size() == 1 && held == 0) {
        command.question.list.clear();
    }
    command.question.effect = restrictEffect(subject, command.items.size(), held);
    command.question.canEnd = true;
    finish(command, CommandKind::RestrictGpu, CommandText::tr("Restrict %1").arg(subject),
        CommandText::tr("Restricted: %1").arg(subject));
    return command;
}

OperatorCommand releaseGpus(const models::ClusterState& state, const QStringList& gpus) {
    OperatorCommand command;
    for (const auto& uuid : gpus) {
        if (!cannotReleaseGpu(state, uuid).isEmpty()) {
            continue;
        }
        const auto& gpu = *state.gpu(uuid.toStdString());
        const auto name = CommandText::nameOf(state, gpu);
        add(command, CommandKind::ReleaseGpu, name, gpu.uuid());
        auto& again = *command.undo.back().request.mutable_restrict_gpu();
        again.set_reason(gpu.restriction().reason());
        again.set_until_ms(gpu.restriction().until_ms());
        command.question.list << CommandText::tr("%1, restricted by %2: %3")
                                     .arg(name, text(gpu.restriction().author()),
                                         text(gpu.restriction().reason()));
    }
    const auto subject = CommandText::subject(command, &CommandText::gpus);
    command.question.effect = CommandText::tr("Returned to service: %1.").arg(subject);
    finish(command, CommandKind::ReleaseGpu, CommandText::tr("Release %1").arg(subject),
        CommandText::tr("Released: %1").arg(subject));
    return command;
}

} // namespace muster::console
