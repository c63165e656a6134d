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
        "Nothing of the image can be written: only the sandbox, /dev/shm, each --tmpfs and each "
        "writable --volume; needs --image");
    add("--tmpfs", &job.tmpfs,
        "Files in the task's memory, noexec unless it says exec; needs --image; may be repeated",
        "PATH[:size=64m,mode=1777,exec]");
    add("--volume", &job.volumes,
        "A folder or file of the machine, below the agent's --allowed_volumes; needs --image; may "
        "be repeated",
        "HOST:PATH[:ro|rw]");
    add("--shm-size", &job.shmSize, "The size of /dev/shm; default: the task's memory", "SIZE");
    add("--ulimit", &job.ulimits, "A limit of its processes, as in nofile=1024; may be repeated",
        "NAME=SOFT[:HARD]");
    add("--cap-add", &job.capAdd,
        "A capability more, of the agent's --allowed_capabilities; may be repeated", "NAME");
    add("--cap-drop", &job.capDrop, "A capability less, or ALL; may be repeated", "NAME");
}

} // namespace

void addJobFlags(CommandLine& line, spec::JobText& job) {
    const std::vector<Flag> flags = {
        {"--name", &job.name, "Its name; default: the first word of the command", "NAME"},
        {"--gpus", &job.gpus, "How many GPUs", "N"},
        {"--cpus", &job.cpus, "How many cpus; default 1", "N"},
        {"--mem", &job.memory, "How much memory; default 128", "MiB"},
        {"--resources", &job.resources, "All of it in one: cpus:1;mem:128;gpus:2", "RESOURCES"},
        {"--constraint", &job.constraints, "Only on machines with this attribute; may be repeated",
            "NAME:VALUE"},
        {"--linked", &job.linked, "Only GPUs that NVLink connects with each other"},
        {"--priority", &job.priority, "Higher ones start first", "N"},
        {"--retries", &job.retries, "How often to start it again when it fails", "N"},
        {"--image", &job.image, "The image to run it in, as Docker names it: busybox:1.36",
            "IMAGE"},
        {"--env", &job.env, "A variable of its environment; may be repeated", "NAME=VALUE"},
        {"--uri", &job.uris,
            "A file or archive for its sandbox; '#sha256=HEX' at its end checks it; may be "
            "repeated",
            "URI"},
        {"--user", &job.user, "Who runs it; default: the caller", "USER"},
        {"--command", &job.command, "One text for /bin/sh -c, in place of words after '--'",
            "TEXT"},
        {"-t,--tty", &job.terminal, "It runs on a terminal: 'muster attach' comes to it"},
    };
    line.flags.insert(line.flags.end(), flags.begin(), flags.end());
    addContainerFlags(line, job);
    line.rest = &job.argv;
}

} // namespace muster::cli
