// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/services_journal.h"

#include <set>
#include <utility>

#include "agentd/master/control_journal.h"
#include "agentd/master/journal_codec.h"
#include "agentd/master/marathon/app_json.h"
#include "agentd/overloaded.h"
#include "core/proto/resources.h"
#include "core/proto/task.h"
#include "core/proto/time.h"
#include "core/proto/why_ended.h"

namespace muster::agentd {
namespace {

using proto::instant;
using proto::maybeInstant;
using proto::milliseconds;
using services::App;
using services::AppId;
using services::AppSpec;
using services::Deployment;
using services::Instance;

constexpr const char* kAppKind = "app";
constexpr const char* kVersionsKind = "app-versions";
constexpr const char* kInstanceKind = "instance";
constexpr const char* kDeploymentKind = "deployment";
constexpr const char* kServicesFramework = "services-framework";

// ---- to rows

void fill(const AppSpec& spec, services::Version version, muster::v1::AppVersion& out) {
    out.set_version_ms(milliseconds(version));
    out.set_instances(spec.instances);
    out.set_document(spec.document);
    for (const auto& app : spec.dependencies) {
        out.add_dependencies(app.value);
    }
}

muster::v1::AppRow rowOf(const App& app) {
    muster::v1::AppRow out;
    out.set_id(app.spec.id.value);
    out.set_version_ms(milliseconds(app.version));
    out.set_configured_ms(milliseconds(app.configured));
    out.set_scaled_ms(milliseconds(app.scaled));
    if (app.lastFailure) {
        auto& failure = *out.mutable_last_failure();
        failure.set_instance_id(app.lastFailure->instance.value);
        failure.set_version_ms(milliseconds(app.lastFailure->version));
        failure.set_agent_id(app.lastFailure->agent.value);
        failure.set_host(app.lastFailure->host);
        failure.set_state(static_cast<std::uint32_t>(app.lastFailure->state));
        failure.set_message(app.lastFailure->message);
        failure.set_at_ms(milliseconds(app.lastFailure->at));
    }
    out.set_removed(app.removed);
    out.set_wanted(app.wanted);
    out.set_replacing(app.replacing);
    return out;
}

muster::v1::AppVersionsRow versionsOf(const App& app) {
    muster::v1::AppVersionsRow out;
    out.set_id(app.spec.id.value);
    for (const auto& [version, spec] : app.versions) {
        fill(spec, version, *out.add_versions());
    }
    return out;
}

muster::v1::InstanceRow rowOf(const Instance& instance) {
    muster::v1::InstanceRow out;
    out.set_id(instance.id.value);
    out.set_app_id(instance.app.value);
    out.set_version_ms(milliseconds(instance.version));
    out.set_configured_ms(milliseconds(instance.configured));
    out.set_agent_id(instance.agent.value);
    out.set_host(instance.host);
    proto::append(instance.attributes, *out.mutable_attributes());
    proto::append(
        instance.resources, *out.mutable_resources(), proto::ResourceFormat::PostRefinement);
    out.mutable_host_ports()->Add(instance.hostPorts.begin(), instance.hostPorts.end());
    out.set_state(static_cast<std::uint32_t>(instance.state));
    out.set_stopping(instance.goal == Instance::Goal::Stop);
    *out.mutable_killed_by() = proto::toProto(instance.killedBy);
    out.set_checked(instance.checked);
    if (instance.healthy) {
        out.set_healthy(*instance.healthy);
    }
    for (const auto& check : instance.unready) {
        out.add_unready(check);
    }
    out.set_ip(instance.ip);
    out.set_staged_ms(milliseconds(instance.staged));
    out.set_started_ms(milliseconds(instance.started));
    out.set_unreachable_ms(milliseconds(instance.unreachableSince));
    out.set_inactive(instance.inactive);
    return out;
}

muster::v1::DeploymentRow::Action::Kind rowKind(services::Action::Kind kind) {
    using Row = muster::v1::DeploymentRow::Action;
    switch (kind) {
    case services::Action::Kind::Start:
        return Row::START;
    case services::Action::Kind::Stop:
        return Row::STOP;
    case services::Action::Kind::Scale:
        return Row::SCALE;
    case services::Action::Kind::Restart:
        return Row::RESTART;
    }
    return Row::NO_KIND;
}

muster::v1::DeploymentRow rowOf(const Deployment& deployment) {
    muster::v1::DeploymentRow out;
    out.set_id(deployment.id.value);
    out.set_version_ms(milliseconds(deployment.version));
    for (const auto& step : deployment.steps) {
        auto& added = *out.add_steps();
        for (const auto& action : step) {
            added.add_actions()->set_kind(rowKind(action.kind));
            added.mutable_actions()->rbegin()->set_app_id(action.app.value);
        }
    }
    out.set_current(static_cast<std::uint32_t>(deployment.current));
    for (const auto& [app, revision] : deployment.before) {
        auto& before = *out.add_before();
        before.set_app_id(app.value);
        if (revision) {
            fill(revision->spec, revision->version, *before.mutable_app());
            before.set_configured_ms(milliseconds(revision->configured));
            before.set_scaled_ms(milliseconds(revision->scaled));
        }
    }
    return out;
}

// ---- from rows

Result<AppSpec> specFrom(const muster::v1::AppVersion& in) {
    auto spec = marathon::keptApp(in.document());
    if (!spec) {
        return failure(fmt::format("its JSON cannot be read: {}", spec.error().body));
    }
    spec->instances = in.instances();
    spec->dependencies.clear();
    for (const auto& app : in.dependencies()) {
        spec->dependencies.insert({app});
    }
    return std::move(*spec);
}

std::optional<TaskState> stateFrom(std::uint32_t number) {
    return mesos::v1::TaskState_IsValid(static_cast<int>(number))
        ? std::optional(static_cast<TaskState>(number))
        : std::nullopt;
}

Result<App> appFrom(const muster::v1::AppRow& row, const muster::v1::AppVersionsRow& versions) {
    App out;
    out.version = instant(row.version_ms());
    out.configured = instant(row.configured_ms());
    out.scaled = maybeInstant(row.scaled_ms());
    for (const auto& version : versions.versions()) {
        auto spec = specFrom(version);
        if (!spec) {
            return tl::unexpected(spec.error());
        }
        out.versions.emplace(instant(version.version_ms()), std::move(*spec));
    }
    const auto current = out.versions.find(out.version);
    if (current == out.versions.end()) {
        return unreadableRow("A service");
    }
    out.spec = current->second;
    if (row.has_last_failure()) {
        const auto& failed = row.last_failure();
        out.lastFailure = services::Failure{.instance = {failed.instance_id()},
            .version = instant(failed.version_ms()),
            .agent = {failed.agent_id()},
            .host = failed.host(),
            .state = stateFrom(failed.state()).value_or(TaskState::Failed),
            .message = failed.message(),
            .at = instant(failed.at_ms())};
    }
    out.removed = row.removed();
    out.wanted = row.wanted();
    out.replacing = row.replacing();
    return out;
}

Result<Instance> instanceFrom(std::string_view bytes) {
    const auto row = parseRow<muster::v1::InstanceRow>(bytes, "An instance of a service");
    auto resources = row ? proto::fromProto(row->resources()) : tl::unexpected(row.error());
    const auto state = row ? stateFrom(row->state()) : std::nullopt;
    if (!resources || !state) {
        return unreadableRow("An instance of a service");
    }
    Instance out;
    out.id = {row->id()};
    out.app = {row->app_id()};
    out.version = instant(row->version_ms());
    out.configured = instant(row->configured_ms());
    out.agent = {row->agent_id()};
    out.host = row->host();
    if (auto attributes = proto::fromProto(row->attributes())) {
        out.attributes = std::move(*attributes);
    }
    out.resources = std::move(*resources);
    for (const auto port : row->host_ports()) {
        out.hostPorts.push_back(static_cast<std::uint16_t>(port));
    }
    out.state = *state;
    out.goal = row->stopping() ? Instance::Goal::Stop : Instance::Goal::Run;
    out.killedBy = proto::fromProto(row->killed_by());
    out.checked = row->checked();
    if (row->has_healthy()) {
        out.healthy = row->healthy();
    }
    out.unready = {row->unready().begin(), row->unready().end()};
    out.ip = row->ip();
    out.staged = instant(row->staged_ms());
    out.started = maybeInstant(row->started_ms());
    out.unreachableSince = maybeInstant(row->unreachable_ms());
    out.inactive = row->inactive();
    return out;
}

std::optional<services::Action::Kind> kindFrom(muster::v1::DeploymentRow::Action::Kind kind) {
    using Kind = services::Action::Kind;
    for (const auto known : {Kind::Start, Kind::Stop, Kind::Scale, Kind::Restart}) {
        if (rowKind(known) == kind) {
            return known;
        }
    }
    return std::nullopt;
}

Result<Deployment> deploymentFrom(std::string_view bytes) {
    const auto row = parseRow<muster::v1::DeploymentRow>(bytes, "A deployment");
    if (!row) {
        return tl::unexpected(row.error());
    }
    Deployment out;
    out.id = {row->id()};
    out.version = instant(row->version_ms());
    out.current = row->current();
    for (const auto& step : row->steps()) {
        auto& added = out.steps.emplace_back();
        for (const auto& action : step.actions()) {
            const auto kind = kindFrom(action.kind());
            if (!kind) {
                return unreadableRow("A deployment");
            }
            added.push_back({*kind, {action.app_id()}});
        }
    }
    for (const auto& before : row->before()) {
        auto& revision = out.before[{before.app_id()}];
        if (before.has_app()) {
            auto spec = specFrom(before.app());
            if (!spec) {
                return tl::unexpected(spec.error());
            }
            revision = services::Revision{std::move(*spec), instant(before.app().version_ms()),
                instant(before.configured_ms()), maybeInstant(before.scaled_ms())};
        }
    }
    return out.current < out.steps.size() ? Result<Deployment>(std::move(out))
                                          : unreadableRow("A deployment");
}

// ---- what has to be written

class ServicesWriter {
public:
    ServicesWriter(const services::Scheduler& scheduler, history::Change& change)
        : m_scheduler(scheduler), m_out(change) { }

    void note(const services::AppAdded& event) {
        m_apps.insert(event.app);
        m_versions.insert(event.app);
    }
    void note(const services::AppUpdated& event) {
        m_apps.insert(event.app);
        const auto* app = m_scheduler.app(event.app);
        if (app == nullptr || app->version != event.before) {
            m_versions.insert(event.app);
        }
    }
    void note(const services::AppForgotten& event) { note(services::AppAdded{event.app}); }
    void note(const services::InstanceAdded& event) { m_instances.insert(event.instance); }
    void note(const services::InstanceUpdated& event) { m_instances.insert(event.instance); }
    void note(const services::InstanceHealthChanged& event) { m_instances.insert(event.instance); }
    void note(const services::InstanceForgotten& event) { m_instances.insert(event.last.id); }
    void note(const services::DeploymentAdded& event) { m_deployments.insert(event.deployment); }
    void note(const services::DeploymentStepped& event) { m_deployments.insert(event.deployment); }
    void note(const services::DeploymentEnded& event) { m_deployments.insert(event.last.id); }
    void note(const services::QueueChanged&) { }

    void write() {
        for (const auto& id : m_apps) {
            write(kAppKind, id, m_scheduler.app(id), [](const App& app) { return rowOf(app); });
        }
        for (const auto& id : m_versions) {
            write(kVersionsKind, id, m_scheduler.app(id), versionsOf);
        }
        for (const auto& id : m_instances) {
            write(kInstanceKind, id, m_scheduler.instance(id),
                [](const Instance& instance) { return rowOf(instance); });
        }
        for (const auto& id : m_deployments) {
            write(kDeploymentKind, id, m_scheduler.deployment(id),
                [](const Deployment& deployment) { return rowOf(deployment); });
        }
    }

private:
    template <typename Id, typename Thing, typename Row>
    void write(const char* kind, const Id& id, const Thing* thing, const Row& row) {
        if (thing != nullptr) {
            m_out.upserts.push_back({kind, id.value, row(*thing).SerializeAsString()});
        } else {
            m_out.removals.emplace_back(kind, id.value);
        }
    }

    const services::Scheduler& m_scheduler;
    history::Change& m_out;
    std::set<AppId> m_apps;
    std::set<AppId> m_versions;
    std::set<TaskId> m_instances;
    std::set<services::DeploymentId> m_deployments;
};

} // namespace

history::Record servicesFrameworkRecord(const FrameworkId& framework) {
    return {kMetaKind, kServicesFramework, framework.value};
}

void addServices(const std::vector<services::ServicesEvent>& events,
    const services::Scheduler& scheduler, history::Change& change) {
    ServicesWriter writer(scheduler, change);
    for (const auto& event : events) {
        std::visit([&](const auto& one) { writer.note(one); }, event);
    }
    writer.write();
}

Result<services::RecoveredServices> recoverServices(history::Journal& journal) {
    services::RecoveredServices out;
    auto framework = journal.loadOne(kMetaKind, kServicesFramework);
    auto apps = journal.load(kAppKind);
    auto instances = journal.load(kInstanceKind);
    auto deployments = journal.load(kDeploymentKind);
    for (const auto* loaded : {&apps, &instances, &deployments}) {
        if (!*loaded) {
            return tl::unexpected(loaded->error());
        }
    }
    if (!framework) {
        return tl::unexpected(framework.error());
    }
    if (*framework) {
        out.framework = {(*framework)->payload};
    }
    const auto damaged = [&](const history::Record& record, const Error& why) {
        journal.noteDamaged({record.kind, record.id, std::nullopt, why.message});
    };
    for (const auto& record : *apps) {
        const auto versions = journal.loadOne(kVersionsKind, record.id);
        if (!versions) {
            return tl::unexpected(versions.error());
        }
        const auto row = parseRow<muster::v1::AppRow>(record.payload, "A service");
        const auto all = parseRow<muster::v1::AppVersionsRow>(
            *versions ? (*versions)->payload : std::string(), "The versions of a service");
        auto app = !row ? Result<App>(tl::unexpected(row.error()))
            : !all      ? Result<App>(tl::unexpected(all.error()))
                        : appFrom(*row, *all);
        if (app) {
            out.apps.push_back(std::move(*app));
        } else {
            damaged(record, app.error());
        }
    }
    for (const auto& record : *instances) {
        if (auto instance = instanceFrom(record.payload)) {
            out.instances.push_back(std::move(*instance));
        } else {
            damaged(record, instance.error());
        }
    }
    for (const auto& record : *deployments) {
        if (auto deployment = deploymentFrom(record.payload)) {
            out.deployments.push_back(std::move(*deployment));
        } else {
            damaged(record, deployment.error());
        }
    }
    return out;
}

} // namespace muster::agentd
