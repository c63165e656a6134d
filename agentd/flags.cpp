// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/flags.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>

#include <unistd.h>

#include <CLI/CLI.hpp>

#include "agentd/flag_table.h"

namespace muster::agentd {
namespace {

Status setPort(Options& o, const std::string& text) {
    char* end = nullptr;
    const auto port = std::strtol(text.c_str(), &end, 10);
    if (text.empty() || *end != '\0' || port < 0 || port > 65535) {
        return failure("a port is a number from 0 to 65535; 0 takes any free one");
    }
    o.port = static_cast<std::uint16_t>(port);
    return {};
}

constexpr Flag kCommonFlags[] = {
    {"ip", kBoth, "ADDRESS", "127.0.0.1",
        "Address to listen on. Another than loopback needs TLS and a token", setText<&Options::ip>},
    {"port", kBoth, "N", "5050", "Port to listen on; 0 takes any free one", setPort},
    {"work_dir", kBoth, "DIR", "/var/lib/muster as root, else ~/.local/share/muster",
        "Where everything is kept: journal, history, token, sandboxes", setText<&Options::workDir>},
    {"hostname", kBoth, "NAME", "the machine's", "Name that offers and screens show",
        setText<&Options::hostname>},
    {"token_file", kBoth, "FILE", "<work_dir>/token",
        "File with the token that clients and agents show", setText<&Options::tokenFile>},
    {"authenticate", kBoth, nullptr, "true", "Demand the token; --no-authenticate only on loopback",
        setSwitch<&Options::authenticate>},
    {"tls_certificate", kMaster, "FILE", "", "Certificate chain (PEM); turns TLS on",
        setText<&Options::tlsCert>},
    {"tls_key", kMaster, "FILE", "", "Its key (PEM)", setText<&Options::tlsKey>},
    {"log_level", kBoth, "LEVEL", "info", "trace, debug, info, warning or error",
        setText<&Options::logLevel>},
};

constexpr const char* kExamples = R"(
Examples:
  muster-agentd standalone                       one machine, master and agent in one
  muster-agentd standalone --simulate=m60x4      without a GPU: four simulated ones
  muster-agentd master --work_dir=/var/lib/muster
  muster-agentd agent --master=10.0.0.1:5050 --token_file=/etc/muster/token --attributes=gpu:K40

Each flag is also an environment variable: --work_dir is MUSTER_WORK_DIR.)";

unsigned modesOf(Mode mode) {
    switch (mode) {
    case Mode::Master:
        return kMaster;
    case Mode::Agent:
        return kAgent;
    case Mode::Standalone:
        return kBoth;
    }
    return kBoth;
}

std::string environmentName(std::string_view flag) {
    std::string name = "MUSTER_";
    for (const char c : flag) {
        name += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    return name;
}

std::string helpOf(const Flag& flag) {
    return *flag.fallback == '\0' ? flag.help
                                  : fmt::format("{} (default: {})", flag.help, flag.fallback);
}

void addFlag(CLI::App& command, const Flag& flag, Options& options) {
    const auto apply = [&flag, &options, &command](const std::string& text) {
        // CLI11 hands the environment to the modes that were not chosen, too.
        if (!command.parsed()) {
            return;
        }
        options.values[flag.name] = text;
        if (auto status = flag.set(options, text); !status) {
            throw CLI::ValidationError(
                fmt::format("Failed to load flag '{}': Failed to load value '{}'", flag.name, text),
                status.error().message);
        }
    };
    CLI::Option* option = nullptr;
    if (flag.value == nullptr) {
        option = command.add_flag_function(
            fmt::format("--{0},!--no-{0}", flag.name),
            [apply](std::int64_t count) { apply(count > 0 ? "true" : "false"); }, helpOf(flag));
    } else {
        option = command.add_option_function<std::string>(
            fmt::format("--{}", flag.name), apply, helpOf(flag));
        option->type_name(flag.value);
    }
    option->envname(environmentName(flag.name));
}

std::string defaultWorkDir() {
    const char* home = std::getenv("HOME");
    return ::geteuid() == 0 || home == nullptr ? "/var/lib/muster"
                                               : fmt::format("{}/.local/share/muster", home);
}

// "runc" -> the first of that name on PATH or in the system's own folders; a path stays as it is.
std::string findProgram(const std::string& name) {
    if (name.find('/') != std::string::npos) {
        return name;
    }
    const char* path = std::getenv("PATH");
    std::istringstream folders(
        fmt::format("{}:/usr/local/sbin:/usr/sbin:/usr/bin", path == nullptr ? "" : path));
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (auto candidate = folder + "/" + name; ::access(candidate.c_str(), X_OK) == 0) {
            return candidate;
        }
    }
    return name;
}

void fillDefaults(Options& options, bool standalone) {
    if (options.workDir.empty()) {
        options.workDir = defaultWorkDir();
    }
    if (options.tokenFile.empty()) {
        options.tokenFile = options.workDir + "/token";
    }
    if (options.master.empty() && !standalone) {
        options.master = "127.0.0.1:5050";
    }
    if (options.isolation.empty()) {
        options.isolation = {"filesystem/linux", "cgroups/devices", "gpu/nvidia"};
    }
    options.runc = findProgram(options.runc);
    options.conmon = findProgram(options.conmon);
    if (options.hostname.empty()) {
        char name[256] = {};
        ::gethostname(name, sizeof name - 1);
        options.hostname = name;
    }
}

// Those of a mode, in the order of --help.
std::vector<const Flag*> flagsOf(Mode mode) {
    std::vector<const Flag*> flags;
    for (const auto table : {std::span<const Flag>(kCommonFlags), masterFlags(), agentFlags()}) {
        for (const auto& flag : table) {
            if ((flag.modes & modesOf(mode)) != 0) {
                flags.push_back(&flag);
            }
        }
    }
    return flags;
}

// A default in words is found out by fillDefaults or stays without a value.
void listValues(Options& options) {
    for (const auto* flag : flagsOf(options.mode)) {
        const std::string_view fallback = flag->fallback;
        if (!fallback.empty() && fallback.find_first_of(" '<") == fallback.npos) {
            options.values.try_emplace(flag->name, fallback);
        }
    }
    options.values["work_dir"] = options.workDir;
    options.values["token_file"] = options.tokenFile;
    options.values["hostname"] = options.hostname;
}

} // namespace

std::vector<std::string> namedFiles(const Options& options) {
    std::vector<std::string> out;
    for (const auto* flag : flagsOf(options.mode)) {
        const auto given = options.values.find(flag->name);
        if (given == options.values.end() || flag->value == nullptr) {
            continue;
        }
        const std::string_view name = flag->name;
        const auto& text = given->second;
        const auto path = withoutFileScheme(text);
        // Whom to trust is no secret, and the system's own file of it is everybody's.
        const bool isPublic = name.ends_with("ca_file")
            && (path.starts_with("/etc/ssl/") || path.starts_with("/usr/"));
        const bool isFile = std::string_view(flag->value).find("FILE") != std::string_view::npos
            || name == "docker_socket" || path != text;
        if (isFile && !isPublic && !path.empty() && path.front() != '{' && path.front() != '[') {
            out.push_back(std::filesystem::absolute(path).lexically_normal().string());
        }
    }
    return out;
}

tl::expected<Options, Words> parseOptions(int argc, const char* const* argv) {
    Options options;
    CLI::App app{"Muster's daemon: pools Linux machines with GPUs", "muster-agentd"};
    app.set_version_flag("--version", std::string("muster-agentd " MUSTER_VERSION));
    app.require_subcommand(1);
    app.footer(kExamples);
    const struct {
        const char* name;
        Mode mode;
        const char* help;
    } kModes[] = {
        {"standalone", Mode::Standalone, "Master and agent in one: what one machine needs"},
        {"master", Mode::Master, "The master: offers what agents have"},
        {"agent", Mode::Agent, "An agent: discovers GPUs and runs tasks"},
    };
    for (const auto& mode : kModes) {
        auto* command = app.add_subcommand(mode.name, mode.help);
        command->callback([&options, chosen = mode.mode] { options.mode = chosen; });
        for (const auto* flag : flagsOf(mode.mode)) {
            addFlag(*command, *flag, options);
        }
        command->footer(kExamples);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::Error& error) {
        if (error.get_exit_code() == 0) {
            std::ostringstream out;
            app.exit(error, out, out);
            return tl::unexpected(Words{out.str(), 0});
        }
        return tl::unexpected(
            Words{fmt::format("{}\nTry 'muster-agentd --help'\n", error.what()), 1});
    }
    fillDefaults(options, options.mode == Mode::Standalone);
    listValues(options);
    return options;
}

} // namespace muster::agentd
