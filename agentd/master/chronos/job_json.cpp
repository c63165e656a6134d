// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/chronos/job_json.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "agentd/json_writer.h"
#include "agentd/master/job_spec.h"
#include "core/kernel/jobs/validate.h"
#include "core/proto/image.h"
#include "core/proto/launch_checks.h"
#include "core/proto/scheduler.h"

namespace muster::agentd::chronos {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kMostAmount = 1e9;
constexpr int kDeepest = 16; // of the body: what is kept of it is written again, level by level
constexpr std::int64_t kMostSeconds = 366LL * 24 * 3600;

// One object of the body. The first mistake in it is kept.
class Reader {
public:
    Reader(const Json& object, Status& status) : m_object(object), m_status(status) { }

    bool has(const char* key) const { return value(key) != nullptr; }
    std::string text(const char* key, std::string otherwise = "") {
        const auto* found = value(key);
        if (found == nullptr) {
            return otherwise;
        }
        return found->is_string() ? found->get<std::string>()
                                  : (refuse(key, "must be a text"), otherwise);
    }
    bool truth(const char* key, bool otherwise) {
        const auto* found = value(key);
        if (found == nullptr) {
            return otherwise;
        }
        return found->is_boolean() ? found->get<bool>()
                                   : (refuse(key, "must be true or false"), otherwise);
    }
    double amount(const char* key, double otherwise) {
        const auto* found = value(key);
        if (found == nullptr) {
            return otherwise;
        }
        const bool fits = found->is_number() && found->get<double>() >= 0
            && found->get<double>() <= kMostAmount;
        return fits ? found->get<double>() : (refuse(key, "must be a number of at least 0"), 0);
    }
    std::int64_t whole(const char* key, std::int64_t otherwise, std::int64_t most) {
        const auto* found = value(key);
        if (found == nullptr) {
            return otherwise;
        }
        const bool fits = found->is_number_integer() && found->get<double>() >= 0
            && found->get<double>() <= static_cast<double>(most);
        return fits ? found->get<std::int64_t>()
                    : (refuse(key, fmt::format("must be a whole number from 0 to {}", most)), 0);
    }
    // An ISO-8601 duration of days and less.
    Duration duration(const char* key, Duration otherwise) {
        const auto written = text(key);
        if (written.empty()) {
            return otherwise;
        }
        if (written == "PT0S") { // no period is so short
            return Duration(0);
        }
        const auto period = schedule::Period::parse(written);
        if (!period || period->months != 0) {
            refuse(key, "must be a duration such as PT30M");
            return otherwise;
        }
        return std::chrono::days(period->days) + period->time;
    }
    template <typename Each>
    void list(const char* key, Each&& each) {
        const auto* found = value(key);
        if (found == nullptr) {
            return;
        }
        if (!found->is_array()) {
            refuse(key, "must be a list");
            return;
        }
        for (const auto& item : *found) {
            each(item);
        }
    }
    std::vector<std::string> texts(const char* key) {
        std::vector<std::string> out;
        list(key, [&](const Json& item) {
            if (item.is_string()) {
                out.push_back(item.get<std::string>());
            } else {
                refuse(key, "must be a list of texts");
            }
        });
        return out;
    }
    template <typename Each>
    void objects(const char* key, Each&& each) {
        list(key, [&](const Json& item) {
            if (item.is_object()) {
                each(Reader(item, m_status));
            } else {
                refuse(key, "must be a list of objects");
            }
        });
    }
    template <typename Each>
    void object(const char* key, Each&& each) {
        const auto* found = value(key);
        if (found != nullptr && found->is_object()) {
            each(Reader(*found, m_status));
        } else if (found != nullptr) {
            refuse(key, "must be an object");
        }
    }
    void refuse(std::string_view key, std::string_view why) {
        if (m_status) {
            m_status = failure(fmt::format("'{}' {}", key, why));
        }
    }
    void refuse(Error error) {
        if (m_status) {
            m_status = tl::unexpected(std::move(error));
        }
    }

private:
    const Json* value(const char* key) const { // null counts as missing
        const auto found = m_object.find(key);
        return found == m_object.end() || found->is_null() ? nullptr : &*found;
    }

    const Json& m_object;
    Status& m_status;
};

void addVariable(mesos::v1::CommandInfo& command, const std::string& name, std::string value) {
    auto& variable = *command.mutable_environment()->add_variables();
    variable.set_name(name);
    variable.set_value(std::move(value));
}

void readUris(Reader& job, mesos::v1::CommandInfo& command) {
    for (auto& uri : job.texts("uris")) {
        command.add_uris()->set_value(std::move(uri));
    }
    const bool hasUris = !command.uris().empty();
    job.objects("fetch", [&](Reader fetch) {
        auto& uri = *command.add_uris();
        uri.set_value(fetch.text("uri"));
        uri.set_executable(fetch.truth("executable", false));
        uri.set_extract(fetch.truth("extract", true));
        uri.set_cache(fetch.truth("cache", false));
        if (fetch.has("output_file")) {
            uri.set_output_file(fetch.text("output_file"));
        }
        if (uri.value().empty()) {
            job.refuse("fetch", "needs a 'uri'");
        } else if (hasUris) {
            job.refuse("uris", "and 'fetch' say the same: use 'fetch'");
        }
    });
}

void readCommand(Reader& job, const jobs::ScheduleSpec& spec, mesos::v1::CommandInfo& command) {
    command.set_shell(job.truth("shell", true));
    command.set_value(spec.run.command);
    const auto arguments = job.texts("arguments");
    if (command.shell() && !arguments.empty()) {
        job.refuse("arguments", "are for \"shell\": false; write them into the command");
    }
    if (!command.shell()) { // the program's own name comes first, as in execve(2)
        command.add_arguments(spec.run.command);
    }
    for (const auto& argument : arguments) {
        command.add_arguments(argument);
    }
    readUris(job, command);
    job.objects("environmentVariables", [&](Reader variable) {
        const auto name = variable.text("name");
        if (name.empty()) {
            job.refuse("environmentVariables", "needs a 'name'");
        }
        addVariable(command, name, variable.text("value"));
    });
    if (!spec.run.user.empty()) {
        command.set_user(spec.run.user);
    }
}

void readVolumes(Reader& container, mesos::v1::ContainerInfo& out) {
    container.objects("volumes", [&](Reader volume) {
        const auto mode = volume.text("mode", "RW");
        auto& added = *out.add_volumes();
        added.set_container_path(volume.text("containerPath"));
        if (volume.has("hostPath")) {
            added.set_host_path(volume.text("hostPath"));
        }
        added.set_mode(mode == "RO" ? mesos::v1::Volume::RO : mesos::v1::Volume::RW);
        if (volume.has("external") || (mode != "RO" && mode != "RW")) {
            container.refuse("volumes",
                "must have a 'containerPath', a 'hostPath' and the 'mode' RO "
                "or RW; external ones are not supported");
        }
    });
}

void readContainer(Reader& job, bool hasGpus, mesos::v1::TaskInfo& task) {
    job.object("container", [&](Reader container) {
        const auto type = container.text("type", "DOCKER");
        const auto image = container.text("image");
        auto& out = *task.mutable_container();
        if (type == "MESOS") {
            out = image.empty() ? mesos::v1::ContainerInfo() : proto::containerOf(image);
            out.set_type(mesos::v1::ContainerInfo::MESOS);
        } else if (type == "DOCKER" && !hasGpus) {
            out.set_type(mesos::v1::ContainerInfo::DOCKER);
            out.mutable_docker()->set_image(image);
            out.mutable_docker()->set_force_pull_image(container.truth("forcePullImage", false));
        } else {
            job.refuse("container",
                type == "DOCKER" ? "must be of type MESOS for a job with GPUs"
                                 : "must be of type MESOS or DOCKER");
        }
        const auto network = container.text("network", "HOST");
        const bool isPlain = !container.has("networkName") && !container.has("networkInfos")
            && !container.has("parameters");
        if (!isPlain || (network != "HOST" && network != "BRIDGE")) {
            job.refuse("container", "may have no networks of its own and no 'parameters'");
        }
        readVolumes(container, out);
    });
}

void readConstraints(Reader& job, jobs::JobSpec& run) {
    using Operator = jobs::Constraint::Operator;
    job.list("constraints", [&](const Json& item) {
        const auto isText = [](const Json& part) { return part.is_string(); };
        const bool fits = item.is_array() && item.size() == 3 && std::ranges::all_of(item, isText);
        const auto name = fits ? item[1].get<std::string>() : std::string();
        if (name != "EQUALS" && name != "LIKE" && name != "UNLIKE") {
            job.refuse("constraints",
                "must be lists of an attribute, EQUALS, LIKE or UNLIKE, and a "
                "value");
            return;
        }
        run.constraints.push_back({item[0].get<std::string>(), item[2].get<std::string>(),
            name == "EQUALS"     ? Operator::Equals
                : name == "LIKE" ? Operator::Like
                                 : Operator::Unlike});
    });
}

Resources readResources(Reader& job, const Defaults& defaults) {
    const auto milli = [](double amount) {
        return Milli{static_cast<std::int64_t>(std::llround(amount * 1000))};
    };
    Resources out;
    out.setScalar(Resources::Cpus, milli(job.amount("cpus", defaults.cpus)));
    out.setScalar(Resources::Mem, milli(job.amount("mem", defaults.mem)));
    out.setScalar(Resources::Disk, milli(job.amount("disk", defaults.disk)));
    constexpr std::int64_t kMostGpus = 1024;
    out.setScalar(Resources::Gpus, Milli::whole(job.whole("gpus", defaults.gpus, kMostGpus)));
    return out;
}

void readTimes(Reader& job, Kind kind, jobs::ScheduleSpec& spec) {
    if (kind == Kind::Scheduled) {
        spec.text = job.text("schedule");
        spec.zone = job.text("scheduleTimeZone");
        if (spec.text.empty()) {
            job.refuse("schedule", "must be there, such as R/2026-01-01T00:00:00Z/PT24H");
        }
        if (!job.texts("parents").empty()) {
            job.refuse("parents", "are for POST /dependency: a job has a schedule or parents");
        }
    } else {
        for (auto& parent : job.texts("parents")) {
            spec.parents.push_back({std::move(parent)});
        }
        if (spec.parents.empty()) {
            job.refuse("parents", "must name at least one job");
        }
    }
    auto& policy = spec.policy;
    policy.epsilon = job.duration("epsilon", policy.epsilon);
    policy.concurrent = job.truth("concurrent", false);
    policy.paused = job.truth("disabled", false);
    policy.jitter = job.duration("jitter", policy.jitter);
    policy.spread = job.duration("spread", policy.spread);
    constexpr std::int64_t kMostCatchUp = 1000;
    policy.catchUp = static_cast<unsigned>(job.whole("catchUp", policy.catchUp, kMostCatchUp));
    if (const auto window = job.text("window"); !window.empty()) {
        if (auto read = schedule::Window::parse(window)) {
            policy.window = *read;
        } else {
            job.refuse(read.error());
        }
    }
}

// What is told again as it came, in the order of Chronos' documentation; dynamic members follow it.
std::string documentOf(const Json& body, Reader& job, const jobs::ScheduleSpec& spec) {
    const auto& run = spec.run;
    Json out;
    out["name"] = spec.id.value;
    out["command"] = run.command;
    out["shell"] = job.truth("shell", true);
    out["retries"] = run.retries;
    for (const auto* key : {"owner", "ownerName", "description", "taskInfoData"}) {
        out[key] = job.text(key);
    }
    out["executor"] = "";
    out["executorFlags"] = "";
    out["cpus"] = static_cast<double>(run.resources.scalar(Resources::Cpus).value) / 1000;
    out["mem"] = static_cast<double>(run.resources.scalar(Resources::Mem).value) / 1000;
    out["disk"] = static_cast<double>(run.resources.scalar(Resources::Disk).value) / 1000;
    out["gpus"] = run.resources.gpus().wholeUnits();
    out["softError"] = spec.softError;
    out["dataProcessingJobType"] = job.truth("dataProcessingJobType", false);
    out["highPriority"] = run.priority > 0;
    out["runAsUser"] = run.user;
    out["concurrent"] = spec.policy.concurrent;
    out["epsilon"] = job.text("epsilon", "PT60S");
    out["maxCompletionTime"]
        = std::chrono::duration_cast<std::chrono::seconds>(run.timeLimit.value_or(Duration(0)))
              .count();
    for (const auto* key : {"uris", "fetch", "environmentVariables", "arguments", "constraints"}) {
        out[key] = job.has(key) ? body[key] : Json::array();
    }
    for (const auto* key : {"container", "jitter", "window", "catchUp", "spread"}) {
        if (job.has(key)) {
            out[key] = body[key];
        }
    }
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

Result<jobs::ScheduleSpec> readJob(std::string_view text, Kind kind, const Defaults& defaults) {
    int depth = 0;
    const auto body = Json::parse(
        text,
        [&depth](int at, Json::parse_event_t, const Json&) {
            depth = std::max(depth, at);
            return true;
        },
        false);
    if (depth > kDeepest) {
        return failure(fmt::format("The body is nested deeper than {} levels", kDeepest));
    }
    if (!body.is_object()) {
        return failure("The body must be a job as a JSON object");
    }
    Status status;
    Reader job(body, status);
    jobs::ScheduleSpec spec;
    spec.id = {job.text("name")};
    readTimes(job, kind, spec);
    spec.softError = job.truth("softError", false);
    auto& run = spec.run;
    run.name = fmt::format("ChronosTask:{}", spec.id.value);
    run.command = job.text("command");
    run.user = job.text("runAsUser");
    run.resources = readResources(job, defaults);
    run.retries = static_cast<int>(job.whole("retries", 2, jobs::kMaximumRetries));
    run.retryPause = defaults.retryPause;
    run.priority = job.truth("highPriority", false) ? 1 : 0;
    if (const auto limit = job.whole("maxCompletionTime", 0, kMostSeconds); limit > 0) {
        run.timeLimit = std::chrono::seconds(limit);
    }
    readConstraints(job, run);
    if (!job.text("executor").empty() || !job.text("executorFlags").empty()) {
        job.refuse("executor", "must be empty: jobs are run by Muster's own");
    }
    mesos::v1::TaskInfo task;
    task.set_name(run.name);
    task.mutable_task_id()->set_value("");
    task.mutable_agent_id()->set_value("");
    auto& command = *task.mutable_command();
    readCommand(job, spec, command);
    readContainer(job, run.resources.gpus() > Milli{}, task);
    const bool isSilent = run.command.empty();
    if (isSilent && !task.has_container()) {
        job.refuse("command", "must be there, or an image with a default command");
    }
    if (isSilent) { // that of the image
        command.clear_value();
        command.set_shell(false);
    }
    addVariable(command, "CHRONOS_JOB_NAME", spec.id.value);
    addVariable(command, "CHRONOS_JOB_OWNER", job.text("owner"));
    addVariable(command, "CHRONOS_RESOURCE_CPU", run.resources.scalar(Resources::Cpus).text());
    addVariable(command, "CHRONOS_RESOURCE_MEM", run.resources.scalar(Resources::Mem).text());
    addVariable(command, "CHRONOS_RESOURCE_DISK", run.resources.scalar(Resources::Disk).text());
    spec.document = documentOf(body, job, spec);
    if (!status) {
        return tl::unexpected(status.error());
    }
    if (auto sizes = checkSizes(command); !sizes) {
        return tl::unexpected(sizes.error());
    }
    if (auto defect = proto::findDefect(task, proto::LaunchedBy::Launch); !defect.text.empty()) {
        return failure(std::move(defect.text));
    }
    run.payload = task.SerializeAsString();
    return spec;
}

void appendJob(const jobs::Schedule& schedule, std::string& out) {
    const auto& spec = schedule.spec;
    std::string rest;
    api::JsonWriter json(rest);
    json.beginObject();
    json.member("successCount", schedule.successes);
    json.member("errorCount", schedule.failures);
    json.member("lastSuccess", schedule.lastSuccess ? isoTime(*schedule.lastSuccess) : "");
    json.member("lastError", schedule.lastFailure ? isoTime(*schedule.lastFailure) : "");
    json.member("errorsSinceLastSuccess", schedule.failuresInARow);
    json.member("disabled", spec.policy.paused || schedule.isExhausted());
    if (spec.parents.empty()) {
        json.member("schedule",
            schedule.when ? schedule.when->textAfter(schedule.state.decided) : spec.text);
        json.member("scheduleTimeZone", spec.zone);
    } else {
        json.list("parents", [&] {
            for (const auto& parent : spec.parents) {
                json.value(parent.value);
            }
        });
    }
    const auto next = spec.policy.paused ? std::nullopt : schedule.next();
    json.member("next", next ? isoTime(*next) : "");
    json.member("problem", schedule.problem);
    json.endObject();
    // The document is an object with members, and so is the rest.
    out.append(spec.document, 0, spec.document.size() - 1);
    out += ',';
    out.append(rest, 1);
}

} // namespace muster::agentd::chronos
