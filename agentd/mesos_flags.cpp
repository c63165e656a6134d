// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/mesos_flags.h"

namespace muster::agentd {
namespace {

constexpr MesosFlag kMesosFlags[] = {
    {"help", kBoth, true, "false", ""},
    {"version", kBoth, true, "false", ""},
    {"logbufsecs", kBoth, false, "0", "the log goes to stderr; the service manager stores it"},
    {"quiet", kBoth, true, "false", "use --log_level=error to log only errors"},
    {"hostname_lookup", kBoth, true, nullptr,
        "the name is that of the host; use --hostname to set another"},
    {"initialize_driver_logging", kBoth, true, nullptr,
        "there is no driver library; the log goes to stderr, and the service manager stores it"},
    {"memory_profiling", kBoth, true, nullptr, "the allocator is mimalloc, which has no profiler"},
    {"log_dir", kBoth, false, nullptr, "the log goes to stderr; the service manager stores it"},
    {"zk_session_timeout", kBoth, false, nullptr,
        "there is one master and no ZooKeeper: use HOST:PORT"},
    {"authenticate_http_readonly", kBoth, true, "<authenticate>",
        "--no-authenticate disables all authentication, on loopback only; otherwise everyone needs "
        "a token or a password"},
    {"authenticate_http_readwrite", kBoth, true, "<authenticate>",
        "--no-authenticate disables all authentication, on loopback only; otherwise everyone needs "
        "a token or a password"},
    {"http_authenticators", kMaster, false, "basic",
        "tokens (Bearer) and passwords (Basic) are accepted, see --token_file and --credentials"},
    {"authorizers", kMaster, false, "local", "permissions are set with --acls"},
    {"modules", kBoth, false, nullptr, "modules are not supported"},
    {"modules_dir", kBoth, false, nullptr, "modules are not supported"},
    {"hooks", kBoth, false, nullptr, "modules are not supported"},
    {"firewall_rules", kBoth, false, nullptr, "permissions are set with --acls"},
    {"advertise_ip", kBoth, false, nullptr,
        "use --allowed_hosts for the names under which the master is reached"},
    {"advertise_port", kBoth, false, nullptr,
        "use --allowed_hosts for the names under which the master is reached"},
    {"ip_discovery_command", kBoth, false, nullptr, "use --ip to set the address"},
    {"domain", kBoth, false, nullptr,
        "fault domains are attributes of agents: --attributes=zone:west"},
    {"agent_reregister_timeout", kMaster, false, nullptr,
        "agents that do not return after a restart of the master are unreachable after "
        "--agent_ping_timeout times --max_agent_ping_timeouts"},
    {"allocator", kMaster, false, "hierarchical", "there is only one allocator"},
    {"allocator_agent_recovery_factor", kMaster, false, nullptr,
        "each agent is offered as soon as it is back"},
    {"allocator_recovery_timeout", kMaster, false, nullptr,
        "each agent is offered as soon as it is back"},
    {"authenticate_agents", kMaster, true, "<authenticate>",
        "--no-authenticate disables all authentication, on loopback only; otherwise everyone needs "
        "a token or a password"},
    {"authenticate_frameworks", kMaster, true, "<authenticate>",
        "--no-authenticate disables all authentication, on loopback only; otherwise everyone needs "
        "a token or a password"},
    {"authenticate_http_frameworks", kMaster, true, "<authenticate>",
        "--no-authenticate disables all authentication, on loopback only; otherwise everyone needs "
        "a token or a password"},
    {"authentication_v0_timeout", kMaster, false, nullptr,
        "only the HTTP API is supported, not the drivers' protocol: see --token_file and "
        "--credentials"},
    {"authenticators", kMaster, false, nullptr,
        "only the HTTP API is supported, not the drivers' protocol: see --token_file and "
        "--credentials"},
    {"framework_sorter", kMaster, false, "drf", "shares are dominant shares"},
    {"role_sorter", kMaster, false, "drf", "shares are dominant shares"},
    {"log_auto_initialize", kMaster, true, nullptr,
        "the registry is a SQLite file, <work_dir>/control.db, on the master's own disk"},
    {"max_unreachable_tasks_per_framework", kMaster, false, nullptr,
        "tasks of unreachable agents are kept for as long as their agent is"},
    {"max_operator_event_stream_subscribers", kMaster, false, "1000", "it cannot be changed"},
    {"publish_per_framework_metrics", kMaster, true, "true", "they are always present"},
    {"quorum", kMaster, false, nullptr,
        "the registry is a SQLite file, <work_dir>/control.db, on the master's own disk"},
    {"rate_limits", kMaster, false, nullptr, "calls are not rate-limited"},
    {"recovery_agent_removal_limit", kMaster, false, "100%",
        "agents that do not come back are unreachable, and accepted again when they return"},
    {"agent_removal_rate_limit", kMaster, false, nullptr,
        "agents that do not come back are unreachable, and accepted again when they return"},
    {"registry", kMaster, false, nullptr,
        "the registry is a SQLite file, <work_dir>/control.db, on the master's own disk"},
    {"registry_fetch_timeout", kMaster, false, nullptr,
        "the registry is a SQLite file, <work_dir>/control.db, on the master's own disk"},
    {"registry_gc_interval", kMaster, false, nullptr,
        "the registry is a SQLite file, <work_dir>/control.db, on the master's own disk"},
    {"registry_store_timeout", kMaster, false, nullptr,
        "the registry is a SQLite file, <work_dir>/control.db, on the master's own disk"},
    {"registry_strict", kMaster, true, nullptr,
        "the registry is a SQLite file, <work_dir>/control.db, on the master's own disk"},
    {"registry_max_agent_age", kMaster, false, nullptr,
        "agents are known until they are marked as gone"},
    {"registry_max_agent_count", kMaster, false, nullptr,
        "agents are known until they are marked as gone"},
    {"require_agent_domain", kMaster, true, nullptr,
        "fault domains are attributes of agents: --attributes=zone:west"},
    {"roles", kMaster, false, nullptr, "any role that --acls allows may be used"},
    {"root_submissions", kMaster, true, "true",
        "use run_tasks in --acls to restrict who may run tasks as root"},
    {"webui_dir", kMaster, false, nullptr, "the console is a separate program: muster-console"},
    {"weights", kMaster, false, nullptr,
        "weights are set while the master runs: UPDATE_WEIGHTS or PUT /weights"},
    {"whitelist", kMaster, false, nullptr,
        "use register_agents in --acls to restrict which agents may register"},
    {"zk", kMaster, false, nullptr, "there is one master and no ZooKeeper: use HOST:PORT"},
    {"appc_simple_discovery_uri_prefix", kAgent, false, nullptr,
        "images are named as for Docker; App Container images are not supported"},
    {"appc_store_dir", kAgent, false, nullptr,
        "images are named as for Docker; App Container images are not supported"},
    {"authenticatee", kAgent, false, nullptr, "an agent uses the token of --token_file"},
    {"authentication_backoff_factor", kAgent, false, nullptr,
        "an agent uses the token of --token_file"},
    {"authentication_timeout_max", kAgent, false, nullptr,
        "an agent uses the token of --token_file"},
    {"authentication_timeout_min", kAgent, false, nullptr,
        "an agent uses the token of --token_file"},
    {"credential", kAgent, false, nullptr, "an agent uses the token of --token_file"},
    {"authorizer", kAgent, false, nullptr, "the master decides for its agents, by its --acls"},
    {"cgroups_cpu_enable_pids_and_tids_count", kAgent, true, "false", "it cannot be changed"},
    {"cgroups_destroy_timeout", kAgent, false, nullptr,
        "killing a container is retried until it is gone"},
    {"cgroups_enable_cfs", kAgent, true, "false",
        "a task with its own limit (TaskInfo.limits) is held to it; others share what is free"},
    {"cgroups_hierarchy", kAgent, false, "/sys/fs/cgroup", "it cannot be changed"},
    {"cgroups_limit_swap", kAgent, true, "false", "it cannot be changed"},
    {"cgroups_root", kAgent, false, "muster", "it cannot be changed"},
    {"container_disk_watch_interval", kAgent, false, nullptr,
        "disk is accounted for, but not enforced"},
    {"enforce_container_disk_quota", kAgent, true, "false",
        "disk is accounted for, but not enforced"},
    {"default_role", kAgent, false, "*", "write the role into --resources: cpus(ROLE):8"},
    {"disallow_sharing_agent_ipc_namespace", kAgent, true, "true",
        "each container has namespaces of its own"},
    {"disallow_sharing_agent_pid_namespace", kAgent, true, "true",
        "each container has namespaces of its own"},
    {"docker", kAgent, false, nullptr, "the Docker Engine is reached over --docker_socket"},
    {"docker_ignore_runtime", kAgent, true, nullptr,
        "the command of an image is used unless the task has its own"},
    {"docker_kill_orphans", kAgent, true, "true", "containers without a task are removed"},
    {"docker_registry", kAgent, false, nullptr,
        "specify the registry in the image, as for Docker: registry.example/team/image"},
    {"docker_remove_delay", kAgent, false, nullptr,
        "a container is removed with its task, its sandbox is kept: see --gc_delay"},
    {"docker_stop_timeout", kAgent, false, nullptr,
        "each task sets its own grace period (kill_policy)"},
    {"docker_store_dir", kAgent, false, "<work_dir>/images", "it is below --work_dir"},
    {"docker_volume_checkpoint_dir", kAgent, false, nullptr,
        "volumes are directories of the host: see --allowed_volumes"},
    {"docker_volume_chown", kAgent, true, nullptr,
        "volumes are directories of the host: see --allowed_volumes"},
    {"fetcher_cache_dir", kAgent, false, "<work_dir>/fetch", "it is below --work_dir"},
    {"fetcher_stall_timeout", kAgent, false, "1mins", "it cannot be changed"},
    {"frameworks_home", kAgent, false, "",
        "relative paths in URIs are not supported: see --fetch_files"},
    {"gc_non_executor_container_sandboxes", kAgent, true, "false",
        "nested containers have no sandbox of their own"},
    {"http_command_executor", kAgent, true, nullptr, "commands are run by the agent itself"},
    {"http_executor_domain_sockets", kAgent, true, "true",
        "executors always have a socket besides their port"},
    {"http_heartbeat_interval", kAgent, false, nullptr, "it cannot be changed"},
    {"image_providers", kAgent, false, "docker", "images are named as for Docker"},
    {"launcher", kAgent, false, "linux", "containers are created by runc: see --runc"},
    {"launcher_dir", kAgent, false, nullptr, "programs of Muster are found next to muster-agentd"},
    {"max_completed_executors_per_framework", kAgent, false, "150", "it cannot be changed"},
    {"network_cni_metrics", kAgent, true, nullptr,
        "tasks use the host's network, or one of the Docker Engine"},
    {"network_cni_root_dir_persist", kAgent, true, nullptr,
        "tasks use the host's network, or one of the Docker Engine"},
    {"network_cni_plugins_dir", kAgent, false, nullptr,
        "tasks use the host's network, or one of the Docker Engine"},
    {"network_cni_config_dir", kAgent, false, nullptr,
        "tasks use the host's network, or one of the Docker Engine"},
    {"oversubscribed_resources_interval", kAgent, false, nullptr,
        "nothing is oversubscribed: no resource is revocable"},
    {"qos_correction_interval_min", kAgent, false, nullptr,
        "nothing is oversubscribed: no resource is revocable"},
    {"resource_estimator", kAgent, false, nullptr,
        "nothing is oversubscribed: no resource is revocable"},
    {"qos_controller", kAgent, false, nullptr,
        "nothing is oversubscribed: no resource is revocable"},
    {"revocable_cpu_low_priority", kAgent, true, nullptr,
        "nothing is oversubscribed: no resource is revocable"},
    {"perf_duration", kAgent, false, nullptr, "perf events are not sampled"},
    {"perf_interval", kAgent, false, nullptr, "perf events are not sampled"},
    {"perf_events", kAgent, false, nullptr, "perf events are not sampled"},
    {"reconfiguration_policy", kAgent, false, nullptr,
        "an agent may come back with other resources; running tasks keep theirs"},
    {"recover", kAgent, false, "reconnect",
        "to end all tasks drain the node: muster nodes drain NODE"},
    {"recovery_timeout", kAgent, false, "15mins", "it cannot be changed"},
    {"registration_backoff_factor", kAgent, false, nullptr, "it cannot be changed"},
    {"runtime_dir", kAgent, false, nullptr, "everything is below --work_dir"},
    {"sandbox_directory", kAgent, false, "/mnt/mesos/sandbox", "it cannot be changed"},
    {"strict", kAgent, true, nullptr,
        "a checkpoint that cannot be read is named in the log and does not stop the agent"},
    {"switch_user", kAgent, true, "true",
        "tasks run as the user that they or their framework name"},
    {"systemd_enable_support", kAgent, true, nullptr,
        "containers have cgroups of their own, whatever starts the agent"},
    {"systemd_runtime_directory", kAgent, false, nullptr,
        "containers have cgroups of their own, whatever starts the agent"},
};

// "10mins" is "600secs".
bool same(const std::string& a, const std::string& b) {
    if (a == b) {
        return true;
    }
    const auto first = parseDuration(a);
    const auto second = parseDuration(b);
    return first && second && *first == *second;
}

} // namespace

std::span<const MesosFlag> mesosFlags() {
    return kMesosFlags;
}

std::optional<std::string> valueOf(const MesosFlag& flag, const FlagValues& values) {
    if (flag.value == nullptr) {
        return std::nullopt;
    }
    std::string text = flag.value;
    if (const auto end = text.find('>'); text.starts_with('<') && end != text.npos) {
        text = values.at(text.substr(1, end - 1)) + text.substr(end + 1);
    }
    return text;
}

Status check(const MesosFlag& flag, const std::string& given, const FlagValues& values) {
    const auto value = valueOf(flag, values);
    if (value && same(*value, given)) {
        return {};
    }
    const auto why = value ? fmt::format("Muster only supports '{}'", *value)
                           : std::string("this Mesos flag has no meaning in Muster");
    return failure(fmt::format("Failed to load flag '{}': Failed to load value '{}': {}: {}",
        flag.name, given, why, flag.remedy));
}

} // namespace muster::agentd
