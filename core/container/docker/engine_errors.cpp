// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/docker/engine_errors.h"

#include <cerrno>
#include <cstring>

#include <nlohmann/json.hpp>

namespace muster::container::docker {

using Json = nlohmann::json;

std::string nameOf(const EngineRequest& request) {
    return request.method + ' ' + request.path.substr(0, request.path.find('?'));
}

static Error::Kind kindOf(long status) {
    switch (status) {
    case 403:
        return Error::Kind::Denied;
    case 404:
        return Error::Kind::NotFound;
    case 409:
        return Error::Kind::Conflict;
    default:
        return status < 500 ? Error::Kind::Invalid : Error::Kind::Internal;
    }
}

tl::unexpected<Error> refused(const EngineRequest& request, long status, const std::string& body) {
    const Json answer = Json::parse(body, nullptr, /*allow_exceptions=*/false);
    const bool told = answer.is_object() && answer.contains("message");
    const std::string message = told && answer["message"].is_string()
        ? answer["message"].get<std::string>()
        : fmt::format("{} was answered with status {}", nameOf(request), status);
    return failure("Docker Engine: " + message, kindOf(status));
}

tl::unexpected<Error> unreachable(const std::string& socket, int error) {
    const char* remedy = "start the Docker Engine, or specify its socket with --docker_socket";
    if (error == EACCES || error == EPERM)
        return failure(
            fmt::format("{} may not be opened: run the agent as root, or put its user into the "
                        "socket's group",
                socket),
            Error::Kind::Denied);
    if (error == ENOENT)
        return failure(
            fmt::format("{} does not exist: {}", socket, remedy), Error::Kind::Unavailable);
    return failure(
        fmt::format("{} cannot be reached ({}): {}", socket, std::strerror(error), remedy),
        Error::Kind::Unavailable);
}

tl::unexpected<Error> late(const EngineRequest& request, std::chrono::milliseconds limit) {
    return failure(fmt::format("The Docker Engine did not answer {} within {} ms; see its log",
                       nameOf(request), limit.count()),
        Error::Kind::Timeout);
}

} // namespace muster::container::docker
