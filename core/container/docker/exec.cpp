// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/docker/exec.h"

#include <algorithm>
#include <csignal>

#include <nlohmann/json.hpp>

namespace muster::container::docker {
namespace {

using Json = nlohmann::json;

constexpr std::size_t headSize = 8;
constexpr std::size_t keptText = 16384;

std::string textOf(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<std::string> create(const Engine& engine, const Exec& exec) {
    Json environment = Json::array();
    for (const auto& [name, value] : exec.environment)
        environment.push_back(name + '=' + value);
    auto created = engine.ask({.method = "POST",
        .path = "/containers/" + exec.container + "/exec",
        .body = textOf({{"AttachStdout", true}, {"AttachStderr", true}, {"Cmd", exec.argv},
            {"Env", environment}})});
    // Of a container that is not running the engine says Conflict.
    if (!created && created.error().kind == Error::Kind::Conflict)
        created.error().kind = Error::Kind::NotFound;
    if (!created)
        return tl::unexpected(created.error());
    if (!created->is_object() || !created->value("Id", Json()).is_string())
        return failure("The Docker Engine gave the command no id", Error::Kind::Internal);
    return (*created)["Id"].get<std::string>();
}

Result<Json> inspect(const Engine& engine, const std::string& id) {
    auto inspected = engine.ask({.method = "GET", .path = "/exec/" + id + "/json"});
    if (inspected && !inspected->is_object())
        return failure("The Docker Engine does not say how the command is", Error::Kind::Internal);
    return inspected;
}

// The engine has no way to end a command but with its whole container.
void killCommand(const Engine& engine, const std::string& id) {
    const auto inspected = inspect(engine, id);
    const Json pid = inspected ? inspected->value("Pid", Json()) : Json();
    const auto process = pid.is_number_integer() ? findProcess(pid.get<pid_t>()) : std::nullopt;
    if (process && inspected->value("Running", Json()) == true)
        signalProcess(*process, SIGKILL);
}

} // namespace

bool ExecOutput::take(std::string_view piece) {
    while (!piece.empty()) {
        if (m_left == 0) {
            const auto size = std::min(headSize - m_head.size(), piece.size());
            m_head.append(piece.substr(0, size));
            piece.remove_prefix(size);
            if (m_head.size() < headSize)
                return true;
            if (m_head[0] < 0 || m_head[0] > 2 || m_head.substr(1, 3) != std::string(3, '\0'))
                return false;
            for (std::size_t i = 4; i < headSize; ++i)
                m_left = m_left << 8 | static_cast<unsigned char>(m_head[i]);
            m_head.clear();
        }
        const auto size = std::min<std::size_t>(m_left, piece.size());
        m_text.append(piece.substr(0, std::min(size, keptText - m_text.size())));
        m_left -= static_cast<std::uint32_t>(size);
        piece.remove_prefix(size);
    }
    return true;
}

std::string ExecOutput::text() const {
    return m_text.substr(0, m_text.find_last_not_of('\n') + 1);
}

Result<ProgramRun> execute(const Engine& engine, const Exec& exec, const std::stop_token& stop) {
    const auto id = create(engine, exec);
    if (!id)
        return tl::unexpected(id.error());
    ExecOutput output;
    bool framed = true;
    const auto ran = engine.copy(
        {.method = "POST",
            .path = "/exec/" + *id + "/start",
            .body = R"({"Detach": false, "Tty": false})",
            .limit = exec.limit},
        [&](std::string_view piece) { return framed = output.take(piece); }, stop);
    if (!ran || !framed)
        killCommand(engine, *id);
    if (!ran && ran.error().kind == Error::Kind::Timeout)
        return failure(
            fmt::format("{} did not end within {} ms", exec.argv.front(), exec.limit.count()),
            Error::Kind::Timeout);
    if (!ran)
        return tl::unexpected(ran.error());
    if (!framed)
        return failure(
            "The Docker Engine's copy of the command's output is damaged", Error::Kind::Internal);
    const auto ended = inspect(engine, *id);
    if (!ended)
        return tl::unexpected(ended.error());
    const Json code = ended->value("ExitCode", Json());
    if (!code.is_number_integer())
        return failure(
            "The Docker Engine does not say how the command ended", Error::Kind::Internal);
    return ProgramRun{code.get<int>(), output.text()};
}

} // namespace muster::container::docker
