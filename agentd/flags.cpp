// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/flags.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <span>
#include <sstream>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>

#include "agentd/flag_table.h"
#include "agentd/mesos_flags.h"
#include "core/kernel/base/wrap.h"

namespace muster::agentd {
namespace {

std::string inCase(std::string_view text, int (*change)(int)) {
    std::string out;
    for (const char c : text) {
        out += static_cast<char>(change(static_cast<unsigned char>(c)));
    }
    return out;
}

Status setPort(Options& o, const std::string& text) {
    char* end = nullptr;
    const auto port = std::strtol(text.c_str(), &end, 10);
    if (text.empty() || *end != '\0' || port < 0 || port > 65535) {
        return failure("a port is a number from 0 to 65535; 0 takes any free one");
    }
    o.port = static_cast<std::uint16_t>(port);
    return {};
}

Status setLogLevel(Options& o, const std::string& text) {
    constexpr std::string_view kLevels[] = {"trace", "debug", "info", "warning", "error"};
    o.logLevel = inCase(text, &std::tolower);
    return std::ranges::find(kLevels, o.logLevel) == std::end(kLevels)
        ? failure(fmt::format("write one of {}", fmt::join(kLevels, ", ")))
        : Status();
}

Status setLoggingLevel(Options& o, const std::string& text) {
    const auto level = inCase(text, &std::tolower);
    if (level != "info" && level != "warning" && level != "error") {
        return failure("write INFO, WARNING or ERROR");
    }
    o.logLevel = level;
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
    {"log_level", kBoth, "LEVEL", "info", "trace, debug, info, warning or error", setLogLevel},
    {"logging_level", kBoth, "LEVEL", "", "The same in Mesos' words: INFO, WARNING or ERROR",
        setLoggingLevel},
};

constexpr const char* kExamples = R"(
Examples:
  muster-agentd standalone                       one machine, master and agent in one
  muster-agentd standalone --simulate=m60x4      without a GPU: four simulated ones
  muster-agentd master --work_dir=/var/lib/muster
  muster-agentd agent --master=10.0.0.1:5050 --token_file=/etc/muster/token --attributes=gpu:K40

Each flag is also an environment variable: --work_dir is MUSTER_WORK_DIR, or MESOS_WORK_DIR as in
Mesos.)";

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

// Of a flag that Muster has: its own variable, else Mesos'.
std::string environmentName(std::string_view flag) {
    const auto name = inCase(flag, &std::toupper);
    const auto mesos = "MESOS_" + name;
    auto own = "MUSTER_" + name;
    return std::getenv(own.c_str()) == nullptr && std::getenv(mesos.c_str()) != nullptr ? mesos
                                                                                        : own;
}

std::string helpOf(const Flag& flag) {
    const auto fallback = flag.fallback.text();
    return wrapped(
        fallback.empty() ? flag.help : fmt::format("{} (default: {})", flag.help, fallback),
        kHelpColumns);
}

// As CLI11 writes it, without its mark of a "--no-..." form.
struct HelpFormatter final : CLI::Formatter {
    std::string make_option_name(const CLI::Option* option, bool isPositional) const override {
        return withoutFalseMark(CLI::Formatter::make_option_name(option, isPositional));
    }
};

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

using Given = std::vector<std::pair<const MesosFlag*, std::string>>;

// What is given is checked when all else is known. Not in --help.
void addMesosFlag(CLI::App& command, const MesosFlag& flag, Given& given) {
    const auto note = [&flag, &given, &command](const std::string& text) {
        if (command.parsed()) {
            given.emplace_back(&flag, text);
        }
    };
    CLI::Option* option = nullptr;
    if (flag.isSwitch) {
        option = command.add_flag_function(fmt::format("--{0},!--no-{0}", flag.name),
            [note](std::int64_t count) { note(count > 0 ? "true" : "false"); });
    } else {
        option = command.add_option_function<std::string>(fmt::format("--{}", flag.name), note);
    }
    option->envname("MESOS_" + inCase(flag.name, &std::toupper))->group("");
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

bool isAlready(const CLI::App& command, const MesosFlag& flag) {
    return std::string_view(flag.name) == "version"
        || command.get_option_no_throw(fmt::format("--{}", flag.name)) != nullptr;
}

// A default in words is found out by fillDefaults or stays without a value.
void listValues(Options& options) {
    for (const auto* flag : flagsOf(options.mode)) {
        auto fallback = flag->fallback.text();
        if (!fallback.empty() && fallback.find_first_of(" '<") == fallback.npos) {
            options.values.try_emplace(flag->name, std::move(fallback));
        }
    }
    options.values["work_dir"] = options.workDir;
    options.values["token_file"] = options.tokenFile;
    options.values["hostname"] = options.hostname;
    options.values["log_level"] = options.logLevel;
    options.values["logging_level"] = inCase(options.logLevel, &std::toupper);
    for (const auto& flag : mesosFlags()) {
        if (const auto value = valueOf(flag, options);
            value && (flag.modes & modesOf(options.mode)) != 0) {
            options.values[flag.name] = *value;
        }
    }
}

tl::unexpected<Words> mistake(const std::string& text) {
    return tl::unexpected(Words{fmt::format("{}\nTry 'muster-agentd --help'\n", text), 1});
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
    Given given;
    CLI::App app{"Muster's daemon: pools Linux machines with GPUs", "muster-agentd"};
    app.formatter(std::make_shared<HelpFormatter>());
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
        for (const auto& flag : mesosFlags()) {
            if ((flag.modes & modesOf(mode.mode)) != 0 && !isAlready(*command, flag)) {
                addMesosFlag(*command, flag, given);
            }
        }
        command->footer(kExamples);
    }
    for (const std::string_view word : std::span(argv, static_cast<std::size_t>(argc))) {
        // CLI11 would take the next word for its value.
        if (word.starts_with("--") && word.find('=') == word.size() - 1) {
            return mistake(fmt::format("Failed to load flag '{}': Failed to load value '': write "
                                       "a value, or leave the flag out",
                word.substr(2, word.size() - 3)));
        }
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::Error& error) {
        if (error.get_exit_code() == 0) {
            std::ostringstream out;
            app.exit(error, out, out);
            return tl::unexpected(Words{out.str(), 0});
        }
        return mistake(error.what());
    }
    fillDefaults(options, options.mode == Mode::Standalone);
    listValues(options);
    for (const auto& [flag, text] : given) {
        if (auto status = check(*flag, text, options); !status) {
            return mistake(status.error().message);
        }
    }
    return options;
}

} // namespace muster::agentd
