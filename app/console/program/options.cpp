// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/program/options.h"

#include <algorithm>
#include <string_view>

#include <QCommandLineParser>

#include "app/console/profiles/profile_store.h"
#include "core/net/context.h"
#include "widgets/models/text.h"

namespace muster::console {

namespace {

using models::text;

struct Flag {
    const char* name;
    const char* value; // what it takes; nullptr: nothing
    const char* help;
    const char* choices = nullptr; // the only values that it takes
};

constexpr Flag kFlags[] = {
    {"address", "ADDRESS", "The master: host:port or a URL"},
    {"token_file", "FILE", "The file with the token"},
    {"context", "NAME", "Use the address and token of this context in contexts.toml"},
    {"demo", nullptr, "Start a cluster with simulated GPUs on this host; it ends with the console"},
    {"theme", "THEME", "Colours", "system, light, dark"},
    {"page", "PAGE", "First page",
        "overview, gpus, nodes, jobs, tasks, services, schedules, offers, submit, history, alerts, "
        "settings"},
    {"kiosk", nullptr, "Wall view: full screen, pages turn automatically, no input"},
    {"pages", "PAGE,...", "Pages of the wall view: any of overview,gpus,queue,alerts"},
    {"interval", "SECONDS", "Seconds that the wall view shows each page: 1 to 3600 (20)"},
    {"screen", "N", "Screen of the wall view, counted from 1 (1)"},
    {"dim", "HH:MM-HH:MM", "Hours when the wall view is dimmed, for example 22:00-06:00"},
    {"help", nullptr, "Print this help and quit"},
    {"version", nullptr, "Print the version and quit"},
};
constexpr auto kScreenshot = "screenshot";
constexpr auto kFirstPicture = "first_picture";

QStringList choicesOf(const Flag& flag) {
    return QString::fromLatin1(flag.choices).split(QStringLiteral(", "));
}

std::string helpOf(const Flag& flag) {
    return flag.choices == nullptr ? flag.help : fmt::format("{}: {}", flag.help, flag.choices);
}

Status checkChoices(const QCommandLineParser& parser) {
    for (const auto& flag : kFlags) {
        const auto name = QString::fromLatin1(flag.name);
        if (flag.choices != nullptr && parser.isSet(name)
            && !choicesOf(flag).contains(parser.value(name))) {
            return failure(fmt::format("--{} takes one of {}, not '{}'", flag.name, flag.choices,
                parser.value(name).toStdString()));
        }
    }
    return {};
}

// QCommandLineParser prints its own help only with an application; ours is needed without a
// display.
void declare(QCommandLineParser& parser) {
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    for (const auto& flag : kFlags) {
        QCommandLineOption option(QString::fromLatin1(flag.name));
        if (flag.value != nullptr) {
            option.setValueName(QString::fromLatin1(flag.value));
        }
        parser.addOption(option);
    }
    QCommandLineOption screenshot(
        QString::fromLatin1(kScreenshot), QString(), QStringLiteral("FILE"));
    screenshot.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOption(screenshot);
    QCommandLineOption firstPicture(QString::fromLatin1(kFirstPicture));
    firstPicture.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOption(firstPicture);
}

// The flags of the wall view stand beside --kiosk only: without it they would do nothing.
Result<std::optional<KioskOptions>> parseKiosk(const QCommandLineParser& parser) {
    const bool wanted = parser.isSet(QStringLiteral("kiosk"));
    for (const auto* name : {"pages", "interval", "screen", "dim"}) {
        if (!wanted && parser.isSet(QString::fromLatin1(name))) {
            return failure(fmt::format("--{} is an option of the wall view: add --kiosk", name));
        }
    }
    if (!wanted) {
        return std::nullopt;
    }
    // Null where it was not given, which an empty value is not.
    const auto value = [&](const char* name) {
        const auto flag = QString::fromLatin1(name);
        return parser.isSet(flag) ? QStringLiteral("%1").arg(parser.value(flag)) : QString();
    };
    auto options
        = KioskOptions::parse({value("pages"), value("interval"), value("screen"), value("dim")});
    if (!options) {
        return tl::unexpected(options.error());
    }
    return *options;
}

} // namespace

Result<Options> Options::parse(const QStringList& arguments) {
    QCommandLineParser parser;
    declare(parser);
    if (!parser.parse(arguments)) {
        return failure(parser.errorText().toStdString());
    }
    if (auto known = checkChoices(parser); !known) {
        return tl::unexpected(known.error());
    }
    Options options;
    const auto rest = parser.positionalArguments();
    if (rest.size() > 1 || (rest.size() == 1 && !rest[0].startsWith(QLatin1String("muster:")))) {
        return failure(fmt::format("Unexpected argument '{}'", rest.last().toStdString()));
    }
    if (!rest.isEmpty()) {
        auto link = DeepLink::parse(rest[0]);
        if (!link) {
            return tl::unexpected(link.error());
        }
        options.context = link->profile;
        options.link = std::move(*link);
    }
    const auto value = [&](const char* name) { return parser.value(QString::fromLatin1(name)); };
    options.address = value("address");
    options.tokenFile = value("token_file");
    if (const auto context = value("context"); !context.isEmpty()) {
        options.context = context;
    }
    options.theme = value("theme");
    options.page = value("page");
    options.screenshot = value(kScreenshot);
    options.firstPicture = parser.isSet(QString::fromLatin1(kFirstPicture));
    options.demo = parser.isSet(QStringLiteral("demo"));
    auto kiosk = parseKiosk(parser);
    if (!kiosk) {
        return tl::unexpected(kiosk.error());
    }
    options.kiosk = std::move(*kiosk);
    options.help = parser.isSet(QStringLiteral("help"));
    options.version = parser.isSet(QStringLiteral("version"));
    return options;
}

QStringList Options::pages() {
    const auto flag = std::find_if(std::begin(kFlags), std::end(kFlags),
        [](const Flag& one) { return std::string_view(one.name) == "page"; });
    return choicesOf(*flag);
}

QString Options::helpText() {
    auto help = QStringLiteral(
        "Usage: muster-console [options] [muster://PROFILE/PAGE/OBJECT]\n"
        "\n"
        "The desktop console of a Muster cluster. A link opens in the running console.\n"
        "\n"
        "Options:\n");
    for (const auto& flag : kFlags) {
        auto name = QStringLiteral("--%1").arg(QString::fromLatin1(flag.name));
        if (flag.value != nullptr) {
            name += QStringLiteral("=%1").arg(QString::fromLatin1(flag.value));
        }
        help += QStringLiteral("  %1  %2\n").arg(name, -20).arg(text(helpOf(flag)));
    }
    return help;
}

manual::Page Options::manualPage(std::string_view version) {
    manual::Page page("muster-console", 1, version, "desktop console of a Muster cluster",
        "muster-console [OPTIONS] [muster://PROFILE/PAGE/OBJECT]");
    page.heading("DESCRIPTION")
        .paragraph("Shows every GPU of a cluster, its nodes, jobs, tasks, offers, alerts and their "
                   "history, and lets operators control it. Without --address it opens the cluster "
                   "that was used last, or the current context (muster-context(1)). A link opens "
                   "in the running console.");
    page.heading("OPTIONS");
    for (const auto& flag : kFlags) {
        page.item(flag.value == nullptr ? fmt::format("--{}", flag.name)
                                        : fmt::format("--{}={}", flag.name, flag.value),
            fmt::format("{}.", helpOf(flag)));
    }
    page.heading("ENVIRONMENT")
        .item("MUSTER_MASTER", "The master, if neither an option nor a context specifies one.")
        .item("MUSTER_TOKEN_FILE", "The file with the token, if --token_file is not given.");
    page.heading("FILES").item("~/.config/muster/contexts.toml", "The contexts: known masters.");
    page.heading("SEE ALSO").paragraph("muster(1), muster-agentd(8)");
    return page;
}

Result<Profile> chooseProfile(const Options& options, const net::Contexts& contexts,
    const Environment& environment, const QString& lastUsed) {
    const auto variable = [&](const char* name) {
        const auto found = environment.find(name);
        return found == environment.end() ? std::string() : found->second;
    };
    const auto tokenFile = options.tokenFile.isEmpty() ? variable("MUSTER_TOKEN_FILE")
                                                       : options.tokenFile.toStdString();
    if (!options.address.isEmpty()) {
        return Profile{{}, {options.address.toStdString(), tokenFile, {}, {}}};
    }
    const auto last = lastUsed.toStdString();
    const auto usual = contexts.find(last) == nullptr ? contexts.current : last;
    const bool linked = options.link && options.link->profile == options.context;
    const auto named = linked ? linkedName(contexts, options.context) : options.context;
    const auto name = named.isEmpty() ? usual : named.toStdString();
    if (const auto* context = contexts.find(name)) {
        Profile chosen{text(name), *context};
        if (!options.tokenFile.isEmpty()) {
            chosen.context.tokenFile = options.tokenFile.toStdString();
        }
        return chosen;
    }
    if (!options.context.isEmpty()) {
        return failure(
            fmt::format("No context '{}' in contexts.toml", name), Error::Kind::NotFound);
    }
    if (const auto address = variable("MUSTER_MASTER"); !address.empty()) {
        return Profile{{}, {address, tokenFile, {}, {}}};
    }
    return failure(
        "No master is configured: use --address=host:port and --token_file=FILE, set MUSTER_MASTER "
        "and MUSTER_TOKEN_FILE, or start 'muster-agentd standalone', which writes contexts.toml",
        Error::Kind::NotFound);
}

Result<Server> resolveServer(
    const Options& options, const net::Contexts& contexts, const Environment& environment) {
    const auto profile = chooseProfile(options, contexts, environment);
    if (!profile) {
        return tl::unexpected(profile.error());
    }
    return serverOf(profile->context);
}

} // namespace muster::console
