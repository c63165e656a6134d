// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/services/service_command.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "app/cli/conversation.h"
#include "core/kernel/base/nearest.h"
#include "core/kernel/base/operator_command.h"

namespace muster::cli {

namespace {

std::string absolute(const std::string& id) {
    return "/" + id.substr(std::min(id.find_first_not_of('/'), id.size()));
}

Error unknownService(const RestClient& marathon, const std::string& id) {
    std::vector<std::string> ids;
    if (const auto apps = marathon.get("/apps")) {
        for (const auto& app : memberOf(*apps, "apps"))
            ids.push_back(textOf(app, "id"));
    }
    auto out = unknownObject(OperatorCommandInfo::Object::Service, absolute(id)).value();
    if (const auto near = nearestNames(absolute(id), std::move(ids)); !near.empty())
        out.message = fmt::format(
            "No service '{}'. Did you mean '{}'?", absolute(id), fmt::join(near, "' or '"));
    return out;
}

} // namespace

Argument serviceArgument(std::string& into) {
    return {"ID", &into, "The id of a service, see 'muster services'", true, Names::Services};
}

std::string appCall(const std::string& id) {
    return "/apps" + net::percentEncoded(absolute(id));
}

Result<RestClient::Json> askForApp(const RestClient& marathon, const std::string& id) {
    auto answer = marathon.get(appCall(id));
    if (!answer)
        return tl::unexpected(withRemedy(marathon, id, answer.error()));
    if (const auto& app = memberOf(*answer, "app"); app.is_object())
        return app;
    return tl::unexpected(unknownService(marathon, id)); // "/shop/*" are several
}

Error withRemedy(const RestClient& marathon, const std::string& id, Error refused) {
    if (refused.kind == Error::Kind::NotFound && refused.message.starts_with("App '"))
        return unknownService(marathon, id);
    if (refused.message.starts_with("App is locked"))
        refused.message = fmt::format("A deployment of {0} is under way: wait for its end, cancel "
                                      "it with 'muster services rollback {0}', or use --force",
            absolute(id));
    if (refused.message.starts_with("An app with id"))
        refused.message = fmt::format(
            "There is a service {0} already: change it with 'muster services update {0}'",
            absolute(id));
    return refused;
}

ExitCode ServiceCommand::run(const CliContext& here) {
    const auto marathon = RestClient::find(m_master, here, kMarathon);
    if (!marathon)
        return fail(here, marathon.error(), ExitCode::Usage);
    const auto code = ask(*marathon, here);
    return code ? *code : fail(here, code.error(), exitCodeOf(code.error().kind));
}

} // namespace muster::cli
