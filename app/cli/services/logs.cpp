// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/services/logs.h"

#include "app/cli/services/service_command.h"

namespace muster::cli {

namespace {

// The newest of its instances; without any the one that failed last.
Result<std::string> newestInstance(const RestClient& marathon, const std::string& id) {
    const auto app = askForApp(marathon, id);
    if (!app)
        return tl::unexpected(app.error());
    std::string newest;
    std::string since;
    for (const auto& task : memberOf(*app, "tasks")) {
        const auto staged = textOf(task, "stagedAt");
        if (newest.empty() || staged > since) {
            newest = textOf(task, "id");
            since = staged;
        }
    }
    if (newest.empty())
        newest = textOf(memberOf(*app, "lastTaskFailure"), "taskId");
    if (newest.empty())
        return failure(fmt::format("{0} has no instance: see 'muster services show {0}'", id),
            Error::Kind::NotFound);
    return newest;
}

} // namespace

CommandLine ServiceLogs::line() {
    auto line = Logs::line();
    std::erase_if(line.flags,
        [](const Flag& flag) { return flag.name == "--framework" || flag.name == "--stderr"; });
    line.flags.insert(line.flags.begin(),
        {"--instance", &m_instance, "This instance in place of the newest", "TASK"});
    line.arguments = {serviceArgument(m_id),
        {"STREAM", &m_stream, "stdout or stderr; default: stdout", false, Names::None,
            {"stdout", "stderr"}}};
    line.examples = "  muster services logs /shop/front --follow\n"
                    "  muster services logs /shop/front stderr --tail=20\n"
                    "'muster services show' lists the instances";
    return line;
}

ExitCode ServiceLogs::run(const CliContext& here) {
    if (m_stream != "stdout" && m_stream != "stderr")
        return fail(here, Error{"Write 'stdout' or 'stderr' after the id"}, ExitCode::Usage);
    const auto marathon = RestClient::find(m_master, here, kMarathon);
    if (!marathon)
        return fail(here, marathon.error(), ExitCode::Usage);
    const auto instance
        = m_instance.empty() ? newestInstance(*marathon, m_id) : Result<std::string>(m_instance);
    if (!instance)
        return fail(here, instance.error(), exitCodeOf(instance.error().kind));
    m_name.typed = *instance;
    m_stderr = m_stream == "stderr";
    return Logs::run(here);
}

} // namespace muster::cli
