// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/job_spec.h"

#include "agentd/master/job_fields.h"
#include "core/proto/image.h"
#include "core/proto/launch_checks.h"
#include "core/proto/resources.h"
#include "core/proto/scheduler.h"

namespace muster::agentd {
namespace {

// Of a job that names none.
Resources defaultResources() {
    Resources out;
    out.setScalar(Resources::Cpus, Milli::whole(1));
    out.setScalar(Resources::Mem, Milli::whole(128));
    return out;
}

Result<mesos::v1::ContainerInfo> containerOf(const muster::v1::SubmitJob& in) {
    const auto& wanted = in.container();
    if (wanted.type() != mesos::v1::ContainerInfo::MESOS || wanted.has_mesos()
        || wanted.has_docker()) {
        return failure("A job's container must be of type MESOS, with its image in 'image'");
    }
    auto out = in.image().empty() ? mesos::v1::ContainerInfo() : proto::containerOf(in.image());
    out.MergeFrom(wanted);
    return out;
}

// What Linux gives a program: one text (MAX_ARG_STRLEN with its null byte), and all of them with
// room to spare for what the agent and the image add (a quarter of the usual stack is 2 MiB).
constexpr std::size_t kLongestText = (128 << 10) - 1;
constexpr std::size_t kLongestCommand = 1 << 20;

} // namespace

Status checkSizes(const mesos::v1::CommandInfo& command) {
    std::size_t sum = 0;
    Status out;
    const auto count = [&](std::string_view what, std::size_t size) {
        sum += size + 1;
        if (out && size > kLongestText) {
            out = failure(
                fmt::format("{} has {} bytes, at most {} are allowed", what, size, kLongestText));
        }
    };
    count("The job's command", command.value().size());
    for (const auto& argument : command.arguments()) {
        count("An argument of the job's command", argument.size());
    }
    for (const auto& variable : command.environment().variables()) {
        count(fmt::format("The environment variable {}", variable.name().substr(0, 64)),
            variable.name().size() + 1 + variable.value().size());
    }
    if (out && sum > kLongestCommand) {
        out = failure(fmt::format("The job's command and environment have {} bytes, at most {} are "
                                  "allowed: put more into a file",
            sum, kLongestCommand));
    }
    return out;
}

Result<jobs::JobSpec> specOf(const muster::v1::SubmitJob& in) {
    auto resources = proto::fromProto(in.resources());
    if (!resources) {
        return tl::unexpected(resources.error());
    }
    if (auto sizes = checkSizes(in.command()); !sizes) {
        return tl::unexpected(sizes.error());
    }
    const bool silent = in.command().value().empty() && in.command().arguments().empty();
    if (silent && in.image().empty()) {
        return failure("A job needs a command, or an image with a default command");
    }
    auto out = fieldsOf(in);
    out.command = silent ? in.image() : proto::commandText(in.command());
    out.resources = resources->empty() ? defaultResources() : std::move(*resources);
    mesos::v1::TaskInfo payload;
    payload.set_name(in.name());
    payload.mutable_task_id()->set_value("");
    payload.mutable_agent_id()->set_value("");
    *payload.mutable_command() = in.command();
    if (!in.user().empty()) {
        payload.mutable_command()->set_user(in.user());
    }
    if (out.killGrace) {
        payload.mutable_kill_policy()->mutable_grace_period()->set_nanoseconds(
            proto::nanoseconds(*out.killGrace));
    }
    if (in.has_container()) {
        auto container = containerOf(in);
        if (!container) {
            return tl::unexpected(container.error());
        }
        *payload.mutable_container() = std::move(*container);
    } else if (!in.image().empty()) {
        *payload.mutable_container() = proto::containerOf(in.image());
    }
    if (auto defect = proto::findDefect(payload, proto::LaunchedBy::Launch); !defect.text.empty()) {
        return failure(std::move(defect.text));
    }
    out.payload = payload.SerializeAsString();
    return out;
}

muster::v1::SubmitJob submitOf(const jobs::JobSpec& spec) {
    muster::v1::SubmitJob out;
    addFields(spec, out);
    *out.mutable_resources() = proto::toRow(spec.resources);
    mesos::v1::TaskInfo payload;
    payload.ParsePartialFromString(spec.payload);
    *out.mutable_command() = std::move(*payload.mutable_command());
    if (out.command().user() == spec.user) {
        out.mutable_command()->clear_user();
    }
    auto& container = *payload.mutable_container();
    out.set_image(container.mesos().image().docker().name());
    container.clear_mesos();
    mesos::v1::ContainerInfo none;
    none.set_type(mesos::v1::ContainerInfo::MESOS);
    if (payload.has_container() && container.ByteSizeLong() > none.ByteSizeLong()) {
        *out.mutable_container() = std::move(container);
    }
    return out;
}

} // namespace muster::agentd
