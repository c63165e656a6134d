// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/mesos_flags.h"

namespace muster::agentd {
namespace {

constexpr MesosFlag kMesosFlags[] = {
    {"help", kBoth, true, "false", ""},
    {"version", kBoth, true, "false", ""},
    {"logbufsecs", kBoth, false, "0",
        "the log goes to stderr, line by line: the service manager keeps it"},
    {"quiet", kBoth, true, "false", "--log_level=error says what is wrong only"},
    {"hostname_lookup", kBoth, true, nullptr,
        "the name is the one that the machine gives itself: --hostname says another"},
    {"initialize_driver_logging", kBoth, true, nullptr,
        "there is no driver library: the log goes to stderr, line by line: the service manager "
        "keeps it"},
    {"memory_profiling", kBoth, true, nullptr, "the allocator is mimalloc, which has no profiler"},
    {"log_dir", kBoth, false, nullptr,
        "the log goes to stderr, line by line: the service manager keeps it"},
    {"zk_session_timeout", kBoth, false, nullptr,
        "there is one master, and no ZooKeeper: name it as HOST:PORT"},
    {"authenticate_http_readonly", kBoth, true, "<authenticate>",
        "--no-authenticate switches all authentication off, on loopback only; otherwise everybody "
        "shows a token or a password"},
    {"authenticate_http_readwrite", kBoth, true, "<authenticate>",
        "--no-authenticate switches all authentication off, on loopback only; otherwise everybody "
        "shows a token or a password"},
    {"http_authenticators", kMaster, false, "basic",
        "tokens (Bearer) and passwords (Basic) are taken, see --token_file and --credentials"},
    {"authorizers", kMaster, false, "local", "who may do what is said by --acls"},
    {"modules", kBoth, false, nullptr, "there are no modules"},
    {"modules_dir", kBoth, false, nullptr, "there are no modules"},
    {"hooks", kBoth, false, nullptr, "there are no modules"},
    {"firewall_rules", kBoth, false, nullptr, "who may ask what is said by --acls"},
    {"advertise_ip", kBoth, false, nullptr,
        "names under which the master is reached are said by --allowed_hosts"},
    {"advertise_port", kBoth, false, nullptr,
        "names under which the master is reached are said by --allowed_hosts"},
    {"ip_discovery_command", kBoth, false, nullptr, "the address is said by --ip"},
    {"domain", kBoth, false, nullptr,
        "fault domains are attributes of agents: --attributes=zone:west"},
    {"agent_reregister_timeout", kMaster, false, nullptr,
        "agents of an earlier master life are unreachable after --agent_ping_timeout times "
        "--max_agent_ping_timeouts"},
    {"allocator", kMaster, false, "hierarchical", "there is one allocator"},
    {"allocator_agent_recovery_factor", kMaster, false, nullptr,
        "each agent is offered as soon as it is back"},
    {"allocator_recovery_timeout", kMaster, false, nullptr,
        "each agent is offered as soon as it is back"},
    {"authenticate_agents", kMaster, true, "<authenticate>",
        "--no-authenticate switches all authentication off, on loopback only; otherwise everybody "
        "shows a token or a password"},
    {"authenticate_frameworks", kMaster, true, "<authenticate>",
        "--no-authenticate switches all authentication off, on loopback only; otherwise everybody "
        "shows a token or a password"},
    {"authenticate_http_frameworks", kMaster, true, "<authenticate>",
        "--no-authenticate switches all authentication off, on loopback only; otherwise everybody "
        "shows a token or a password"},
    {"authentication_v0_timeout", kMaster, false, nullptr,
        "only the HTTP API is spoken, not the drivers' protocol: see --token_file and "
        "--credentials"},
    {"authenticators", kMaster, false, nullptr,
        "only the HTTP API is spoken, not the drivers' protocol: see --token_file and "
        "--credentials"},
    {"framework_sorter", kMaster, false, "drf", "shares are dominant shares"},
    {"role_sorter", kMaster, false, "drf", "shares are dominant shares"},
    {"log_auto_initialize", kMaster, true, nullptr,
        "the registry is a SQLite file, <work_dir>/control.db, on the master's own disk"},
    {"max_unreachable_tasks_per_framework", kMaster, false, nullptr,
        "tasks of unreachable agents are kept for as long as their agent is"},
    {"max_operator_event_stream_subscribers", kMaster, false, "1000", "it cannot be changed"},
    {"publish_per_framework_metrics", kMaster, true, "true", "they are always there"},
    {"quorum", kMaster, false, nullptr,
        "the registry is a SQLite file, <work_dir>/control.db, on the master's own disk"},
    {"rate_limits", kMaster, false, nullptr, "calls are not limited by rate"},
    {"recovery_agent_removal_limit", kMaster, false, "100%",
        "agents that do not come back are unreachable, and taken back whenever they do"},
    {"agent_removal_rate_limit", kMaster, false, nullptr,
        "agents that do not come back are unreachable, and taken back whenever they do"},
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
    {"roles", kMaster, false, nullptr, "any role may be used that --acls allows"},
    {"root_submissions", kMaster, true, "true",
        "who may run tasks as root is said by run_tasks in --acls"},
    {"webui_dir", kMaster, false, nullptr, "the console is a program of its own: muster-console"},
    {"weights", kMaster, false, nullptr,
        "weights are set while the master runs: UPDATE_WEIGHTS or PUT /weights"},
    {"whitelist", kMaster, false, nullptr, "who may register is said by register_agents in --acls"},
    {"zk", kMaster, false, nullptr, "there is one master, and no ZooKeeper: name it as HOST:PORT"},
    {"appc_simple_discovery_uri_prefix", kAgent, false, nullptr,
        "images are named as Docker does; App Container images cannot be run"},
    {"appc_store_dir", kAgent, false, nullptr,
        "images are named as Docker does; App Container images cannot be run"},
    {"authenticatee", kAgent, false, nullptr, "an agent shows the token of --token_file"},
    {"authentication_backoff_factor", kAgent, false, nullptr,
        "an agent shows the token of --token_file"},
    {"authentication_timeout_max", kAgent, false, nullptr,
        "an agent shows the token of --token_file"},
    {"authentication_timeout_min", kAgent, false, nullptr,
        "an agent shows the token of --token_file"},
    {"credential", kAgent, false, nullptr, "an agent shows the token of --token_file"},
    {"authorizer", kAgent, false, nullptr, "the master decides for its agents, by its --acls"},
    {"cgroups_cpu_enable_pids_and_tids_count", kAgent, true, "false", "it cannot be changed"},
    {"cgroups_destroy_timeout", kAgent, false, nullptr,
        "a container is ended again and again until it is gone"},
    {"cgroups_enable_cfs", kAgent, true, "false",
        "a task that names a limit of its own (TaskInfo.limits) is held to it; others share what "
        "is free"},
    {"cgroups_hierarchy", kAgent, false, "/sys/fs/cgroup", "it cannot be changed"},
    {"cgroups_limit_swap", kAgent, true, "false", "it cannot be changed"},
    {"cgroups_root", kAgent, false, "muster", "it cannot be changed"},
    {"container_disk_watch_interval", kAgent, false, nullptr, "disk is counted, not enforced"},
    {"enforce_container_disk_quota", kAgent, true, "false", "disk is counted, not enforced"},
    {"default_role", kAgent, false, "*", "write the role into --resources: cpus(ROLE):8"},
    {"disallow_sharing_agent_ipc_namespace", kAgent, true, "true",
        "each container has namespaces of its own"},
    {"disallow_sharing_agent_pid_namespace", kAgent, true, "true",
        "each container has namespaces of its own"},
    {"docker", kAgent, false, nullptr, "the Docker Engine is spoken to over --docker_socket"},
    {"docker_ignore_runtime", kAgent, true, nullptr,
        "what an image says of its command holds unless the task says otherwise"},
    {"docker_kill_orphans", kAgent, true, "true", "containers that no task owns are removed"},
    {"docker_registry", kAgent, false, nullptr,
        "name the registry in the image, as Docker does: registry.example/team/image"},
    {"docker_remove_delay", kAgent, false, nullptr,
        "a container goes with its task, its sandbox stays: see --gc_delay"},
    {"docker_stop_timeout", kAgent, false, nullptr,
        "a task says itself how long it takes to end (kill_policy)"},
    {"docker_store_dir", kAgent, false, "<work_dir>/images", "it is below --work_dir"},
    {"docker_volume_checkpoint_dir", kAgent, false, nullptr,
        "volumes are folders of the machine: see --allowed_volumes"},
    {"docker_volume_chown", kAgent, true, nullptr,
        "volumes are folders of the machine: see --allowed_volumes"},
    {"fetcher_cache_dir", kAgent, false, "<work_dir>/fetch", "it is below --work_dir"},
    {"fetcher_stall_timeout", kAgent, false, "1mins", "it cannot be changed"},
    {"frameworks_home", kAgent, false, "",
        "relative paths of URIs are not taken: see --fetch_files"},
    {"gc_non_executor_container_sandboxes", kAgent, true, "false",
        "nested containers have no sandbox of their own"},
    {"http_command_executor", kAgent, true, nullptr, "commands are run by the agent itself"},
    {"http_executor_domain_sockets", kAgent, true, "true",
        "executors always have a socket beside their port"},
    {"http_heartbeat_interval", kAgent, false, nullptr, "it cannot be changed"},
    {"image_providers", kAgent, false, "docker", "images are named as Docker does"},
    {"launcher", kAgent, false, "linux", "containers are made by runc: see --runc"},
    {"launcher_dir", kAgent, false, nullptr, "programs of Muster are found beside muster-agentd"},
    {"max_completed_executors_per_framework", kAgent, false, "150", "it cannot be changed"},
    {"network_cni_metrics", kAgent, true, nullptr,
        "tasks share the machine's network, or one of the Docker Engine"},
    {"network_cni_root_dir_persist", kAgent, true, nullptr,
        "tasks share the machine's network, or one of the Docker Engine"},
    {"network_cni_plugins_dir", kAgent, false, nullptr,
        "tasks share the machine's network, or one of the Docker Engine"},
    {"network_cni_config_dir", kAgent, false, nullptr,
        "tasks share the machine's network, or one of the Docker Engine"},
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
    {"runtime_dir", kAgent, false, nullptr, "all is below --work_dir"},
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

std::optional<std::string> valueOf(const MesosFlag& flag, const Options& options) {
    if (flag.value == nullptr) {
        return std::nullopt;
    }
    std::string text = flag.value;
    if (const auto end = text.find('>'); text.starts_with('<') && end != text.npos) {
        text = options.values.at(text.substr(1, end - 1)) + text.substr(end + 1);
    }
    return text;
}

Status check(const MesosFlag& flag, const std::string& given, const Options& options) {
    const auto value = valueOf(flag, options);
    if (value && same(*value, given)) {
        return {};
    }
    const auto why = value ? fmt::format("Muster has '{}' only", *value)
                           : std::string("Mesos' flag has no meaning for Muster");
    return failure(fmt::format("Failed to load flag '{}': Failed to load value '{}': {}: {}",
        flag.name, given, why, flag.remedy));
}

} // namespace muster::agentd
