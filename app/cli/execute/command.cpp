// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execute/command.h"

#include <ostream>

#include "app/cli/execute/runner.h"
#include "app/cli/parse.h"

namespace muster::cli {

CommandLine Execute::line() {
    auto& f = m_flags;
    CommandLine line;
    m_master.addTo(line);
    const std::vector<Flag> own = {
        {"--name", &f.name, "The name of the task; also its id", "NAME"},
        {"--command", &f.command, "The command to run", "COMMAND"},
        {"--shell", &f.shell, "Run the command through /bin/sh -c (the default)", "", true},
        {"--env", &f.env, R"(Environment of the command: {"A":"b"}, or file:///path)", "JSON"},
        {"--resources", &f.resources, "The resources of the task: cpus:1;mem:128;gpus:2",
            "RESOURCES"},
        {"--framework_capabilities", &f.capabilities,
            "GPU_RESOURCES, to receive offers of nodes with GPUs", "NAMES"},
        {"--kill_after", &f.killAfter, "Kill the task after it has run for this long: 10secs",
            "DURATION"},
        {"--role", &f.role, "The role to subscribe with", "ROLE"},
        {"--user", &f.user, "The user to run the command as; default: the caller", "USER"},
        {"--checkpoint", &f.checkpoint, "Let the task outlive a restart of its agent", "", true},
        {"--partition_aware", &f.partitionAware, "Receive partition-aware task states", "", true},
        {"--principal", &f.principal, "The principal of the framework", "NAME"},
        {"--secret", &f.secret, "A token, instead of --token_file", "TOKEN"},
        {"--containerizer", &f.containerizer, "mesos or docker", "NAME"},
        {"--docker_image", &f.dockerImage, "The image to run it in, named as for Docker", "IMAGE"},
        {"--tty", &f.terminal, "Give the task a terminal, for 'muster attach'", "", true},
        {"--content_type", &f.contentType,
            "Accepted for compatibility with mesos-execute; protobuf is always sent", "TYPE"},
        {"--task", &f.task, "A complete TaskInfo, instead of --name and --command; or file:///path",
            "JSON"},
        {"--task_group", &f.taskGroup, "A TaskGroupInfo whose tasks run together; or file:///path",
            "JSON"},
        {"--volumes", &f.volumes,
            R"(Host paths to mount into the container: [{"container_path":"/data",)"
            R"("host_path":"/srv/data","mode":"RO"}])",
            "JSON"},
        {"--rlimits", &f.rlimits, R"({"rlimits":[{"type":"RLMT_NOFILE","soft":1024,"hard":4096}]})",
            "JSON"},
        {"--effective_capabilities", &f.effectiveCapabilities,
            R"(Linux capabilities of the command: {"capabilities":["NET_RAW"]})", "JSON"},
        {"--bounding_capabilities", &f.boundingCapabilities,
            "The bounding set of Linux capabilities, in the same form", "JSON"},
        {"--networks", &f.networks, "The Docker Engine network to join; only one", "NAME,..."},
        {"--image_providers", &f.imageProviders, "Accepted for compatibility with Mesos: docker",
            "NAME"},
        {"--appc_image", &f.appcImage, "Not supported, see --docker_image", "IMAGE"},
        {"--package", &f.package, "Not supported, see command.uris of --task", "PATH"},
    };
    line.flags.insert(line.flags.end(), own.begin(), own.end());
    line.rest = &f.arguments;
    line.examples
        = "  muster execute --name=gpu-test --command=nvidia-smi \\\n"
          "      --framework_capabilities=GPU_RESOURCES --resources='cpus:1;mem:128;gpus:1'\n"
          "  muster execute --name=echo --no-shell --command=/bin/echo -- one 'two words'\n"
          "  muster execute --task_group=file:///home/ann/group.json\n"
          "Exit status: 0 if the task finished with 0, otherwise 1; 130 after Ctrl+C";
    return line;
}

ExitCode Execute::run(const CliContext& here) {
    auto plan = planExecute(m_flags, here.user);
    if (!plan)
        return refuse(here, plan.error());
    auto master = findMaster(m_master, here, "/ws/framework");
    if (!master) {
        here.err << "muster: " << master.error().message << '\n';
        return ExitCode::Usage;
    }
    if (m_flags.secret)
        master->token = *m_flags.secret;
    return runExecute(std::move(*plan), std::move(*master), here);
}

ExitCode Execute::refuse(const CliContext& here, const Refusal& refusal) {
    here.err << "EXIT with status 1: " << refusal.message << '\n';
    if (refusal.showUsage) {
        Execute fresh; // its flags still have their defaults
        here.err << helpText("execute", "Usage", fresh.line());
    }
    return ExitCode::Failed;
}

} // namespace muster::cli
