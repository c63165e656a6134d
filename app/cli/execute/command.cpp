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
        {"--command", &f.command, "What to run", "COMMAND"},
        {"--shell", &f.shell, "Run the command through /bin/sh -c (the default)", "", true},
        {"--env", &f.env, R"(Environment of the command: {"A":"b"}, or file:///path)", "JSON"},
        {"--resources", &f.resources, "What the task needs: cpus:1;mem:128;gpus:2", "RESOURCES"},
        {"--framework_capabilities", &f.capabilities,
            "GPU_RESOURCES, to be offered machines with GPUs", "NAMES"},
        {"--kill_after", &f.killAfter, "Kill the task so long after it runs: 10secs", "DURATION"},
        {"--role", &f.role, "The role to subscribe with", "ROLE"},
        {"--user", &f.user, "Who runs the command; default: the caller", "USER"},
        {"--checkpoint", &f.checkpoint, "Let the task outlive a restart of its agent", "", true},
        {"--partition_aware", &f.partitionAware, "Hear of partitions as such", "", true},
        {"--principal", &f.principal, "The principal of the framework", "NAME"},
        {"--secret", &f.secret, "A token, in place of --token_file", "TOKEN"},
        {"--containerizer", &f.containerizer, "mesos or docker", "NAME"},
        {"--docker_image", &f.dockerImage, "The image to run it in, as Docker names it", "IMAGE"},
        {"--tty", &f.terminal, "Give the task a terminal: 'muster attach' comes to it", "", true},
        {"--content_type", &f.contentType, "Accepted for mesos-execute; protobuf is sent", "TYPE"},
        {"--task", &f.task, "A whole TaskInfo in place of --name and --command; or file:///path",
            "JSON"},
        {"--task_group", &f.taskGroup, "A TaskGroupInfo: its tasks run together; or file:///path",
            "JSON"},
        {"--volumes", &f.volumes,
            R"(What of the machine the image is shown: [{"container_path":"/data",)"
            R"("host_path":"/srv/data","mode":"RO"}])",
            "JSON"},
        {"--rlimits", &f.rlimits, R"({"rlimits":[{"type":"RLMT_NOFILE","soft":1024,"hard":4096}]})",
            "JSON"},
        {"--effective_capabilities", &f.effectiveCapabilities,
            R"(Linux capabilities of the command: {"capabilities":["NET_RAW"]})", "JSON"},
        {"--bounding_capabilities", &f.boundingCapabilities,
            "Those that it may have at most, likewise", "JSON"},
        {"--networks", &f.networks, "Networks to join: of the Docker Engine, one", "NAME,..."},
        {"--image_providers", &f.imageProviders, "Accepted as for Mesos' agents: docker", "NAME"},
        {"--appc_image", &f.appcImage, "Not supported: see --docker_image", "IMAGE"},
        {"--package", &f.package, "Not supported: see command.uris of --task", "PATH"},
    };
    line.flags.insert(line.flags.end(), own.begin(), own.end());
    line.rest = &f.arguments;
    line.examples
        = "  muster execute --name=gpu-test --command=nvidia-smi \\\n"
          "      --framework_capabilities=GPU_RESOURCES --resources='cpus:1;mem:128;gpus:1'\n"
          "  muster execute --name=echo --no-shell --command=/bin/echo -- one 'two words'\n"
          "  muster execute --task_group=file:///home/ann/group.json\n"
          "Exit status: 0 when the task finished with 0, else 1; 130 after Ctrl+C";
    return line;
}

ExitCode Execute::run(const Surroundings& here) {
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

ExitCode Execute::refuse(const Surroundings& here, const Refusal& refusal) {
    here.err << "EXIT with status 1: " << refusal.message << '\n';
    if (refusal.showUsage) {
        Execute fresh; // its flags still have their defaults
        here.err << helpText("execute", "Usage", fresh.line());
    }
    return ExitCode::Failed;
}

} // namespace muster::cli
