// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/job_flags.h"

namespace muster::cli {

namespace {

void addContainerFlags(CommandLine& line, spec::JobText& job) {
    const auto add
        = [&](const char* name, Flag::Target into, const char* help, const char* value = "") {
              line.flags.push_back({.name = name,
                  .into = into,
                  .help = help,
                  .value = value,
                  .negatable = false,
                  .choices = {},
                  .group = "Container"});
          };
    add("--read-only", &job.readOnly,
        "Make the image read-only, except the sandbox, /dev/shm, each --tmpfs and each writable "
        "--volume; needs --image");
    add("--tmpfs", &job.tmpfs,
        "Mount an in-memory file system, noexec unless exec is given; needs --image; may be "
        "repeated",
        "PATH[:size=64m,mode=1777,exec]");
    add("--volume", &job.volumes,
        "Mount a directory or file of the host, below the agent's --allowed_volumes; needs "
        "--image; may be repeated",
        "HOST:PATH[:ro|rw]");
    add("--shm-size", &job.shmSize, "The size of /dev/shm; default: the task's memory", "SIZE");
    add("--ulimit", &job.ulimits,
        "A resource limit of its processes, for example nofile=1024; may be repeated",
        "NAME=SOFT[:HARD]");
    add("--cap-add", &job.capAdd,
        "Add a capability, one of the agent's --allowed_capabilities; may be repeated", "NAME");
    add("--cap-drop", &job.capDrop, "Drop a capability, or ALL; may be repeated", "NAME");
}

} // namespace

void addJobFlags(CommandLine& line, spec::JobText& job) {
    const std::vector<Flag> flags = {
        {"--name", &job.name, "The name of the job; default: the first word of the command",
            "NAME"},
        {"--gpus", &job.gpus, "Number of GPUs", "N"},
        {"--cpus", &job.cpus, "Number of CPUs; default: 1", "N"},
        {"--mem", &job.memory,
            "Memory in MiB, or with a unit K, M, G or T, which is a power of 1024 and may end in "
            "i, "
            "B or iB: 4G, 4Gi and 4096 are the same; whole MiB then; default: 128",
            "SIZE"},
        {"--resources", &job.resources,
            "All resources in one value: cpus:1;mem:128;gpus:2; mem and disk may have a unit as "
            "--mem",
            "RESOURCES"},
        {"--constraint", &job.constraints, "Only on nodes with this attribute; may be repeated",
            "NAME:VALUE"},
        {"--linked", &job.linked, "Only GPUs that are connected to each other by NVLink"},
        {"--priority", &job.priority, "Jobs with a higher priority start first", "N"},
        {"--retries", &job.retries, "How many times to restart it if it fails", "N"},
        {"--kill-grace", &job.killGrace,
            "Time between SIGTERM and SIGKILL when it is ended, for example 30s, at most 24h; "
            "default: 3s",
            "DURATION"},
        {"--image", &job.image, "The image to run it in, named as for Docker: busybox:1.36",
            "IMAGE"},
        {"--env", &job.env, "Set an environment variable; may be repeated", "NAME=VALUE"},
        {"--uri", &job.uris,
            "Fetch a file or archive into its sandbox, verified by an optional '#sha256=HEX' at "
            "the end; may be repeated",
            "URI"},
        {"--user", &job.user, "The user to run it as; default: the caller", "USER"},
        {"--command", &job.command,
            "A shell command for /bin/sh -c, instead of the arguments after '--'", "TEXT"},
        {"-t,--tty", &job.terminal, "Give it a terminal, for 'muster attach'"},
    };
    line.flags.insert(line.flags.end(), flags.begin(), flags.end());
    addContainerFlags(line, job);
    line.rest = &job.argv;
}

} // namespace muster::cli
