// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/docker/exec.h"

#include <algorithm>
#include <charconv>
#include <csignal>

#include <fcntl.h>

#include <nlohmann/json.hpp>

#include "core/container/program_lookup.h"

namespace muster::container::docker {
namespace {

using Json = nlohmann::json;

constexpr std::size_t headSize = 8;
constexpr std::size_t keptText = 16384;

std::string textOf(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

unsigned numberIn(std::string_view text) {
    unsigned value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// Our containers have numbers for their user and groups.
ProcessPlace placeIn(const Json& inspected) {
    ProcessPlace place;
    const Json& config = inspected.at("Config");
    if (const auto directory = config.value("WorkingDir", ""); !directory.empty())
        place.directory = directory;
    place.environment = config.at("Env").get<std::vector<std::string>>();
    const auto user = config.value("User", "");
    const auto colon = user.find(':');
    place.uid = numberIn(user);
    place.gids
        = {colon == std::string::npos ? 0 : numberIn(std::string_view(user).substr(colon + 1))};
    if (const Json& groups = inspected.at("HostConfig").at("GroupAdd"); groups.is_array()) {
        for (const Json& group : groups)
            place.gids.push_back(numberIn(group.get<std::string>()));
    }
    return place;
}

} // namespace

bool Frames::take(std::string_view piece, const Sink& sink) {
    while (!piece.empty()) {
        if (m_left == 0) {
            const auto size = std::min(headSize - m_head.size(), piece.size());
            m_head.append(piece.substr(0, size));
            piece.remove_prefix(size);
            if (m_head.size() < headSize)
                return true;
            if (m_head[0] < 0 || m_head[0] > 2 || m_head.substr(1, 3) != std::string(3, '\0'))
                return false;
            m_stream = m_head[0];
            for (std::size_t i = 4; i < headSize; ++i)
                m_left = m_left << 8 | static_cast<unsigned char>(m_head[i]);
            m_head.clear();
        }
        const auto size = std::min<std::size_t>(m_left, piece.size());
        if (size > 0)
            sink(m_stream, piece.substr(0, size));
        m_left -= static_cast<std::uint32_t>(size);
        piece.remove_prefix(size);
    }
    return true;
}

bool ExecOutput::take(std::string_view piece) {
    return m_frames.take(piece, [this](int, std::string_view text) {
        m_text.append(text.substr(0, keptText - m_text.size()));
    });
}

std::string ExecOutput::text() const {
    return m_text.substr(0, m_text.find_last_not_of('\n') + 1);
}

Result<std::string> createExec(
    const Engine& engine, const Exec& exec, const std::stop_token& stop) {
    Json environment = Json::array();
    for (const auto& [name, value] : exec.environment)
        environment.push_back(name + '=' + value);
    auto created = engine.ask(
        {.method = "POST",
            .path = "/containers/" + exec.container + "/exec",
            .body
            = textOf({{"AttachStdin", exec.input}, {"AttachStdout", true}, {"AttachStderr", true},
                {"Tty", exec.terminal}, {"Cmd", exec.argv}, {"Env", environment}})},
        stop);
    // Of a container that is not running the engine says Conflict.
    if (!created && created.error().kind == Error::Kind::Conflict)
        created.error().kind = Error::Kind::NotFound;
    if (!created)
        return tl::unexpected(created.error());
    if (!created->is_object() || !created->value("Id", Json()).is_string())
        return failure("The Docker Engine gave the command no id", Error::Kind::Internal);
    return (*created)["Id"].get<std::string>();
}

std::string startBody(const Exec& exec) {
    return textOf({{"Detach", false}, {"Tty", exec.terminal}});
}

Result<ExecState> inspectExec(
    const Engine& engine, const std::string& id, const std::stop_token& stop) {
    const auto inspected = engine.ask({.method = "GET", .path = "/exec/" + id + "/json"}, stop);
    if (!inspected)
        return tl::unexpected(inspected.error());
    if (!inspected->is_object())
        return failure("The Docker Engine does not say how the command is", Error::Kind::Internal);
    const bool runs = inspected->value("Running", Json()) == true;
    const Json pid = inspected->value("Pid", Json());
    const Json code = inspected->value("ExitCode", Json());
    ExecState state;
    if (runs && pid.is_number_integer())
        state.pid = pid.get<pid_t>();
    if (!runs && code.is_number_integer())
        state.code = code.get<int>();
    return state;
}

// The engine has no way to end a command but with its whole container.
bool signalExec(const Engine& engine, const std::string& id, int number) {
    const auto state = inspectExec(engine, id);
    const bool runs = state && state->pid > 0 && findProcess(state->pid);
    if (runs)
        ::kill(-state->pid, number);
    return runs;
}

Status findProgram(const Engine& engine, const Exec& exec, const std::stop_token& stop) {
    const auto inspected
        = engine.ask({.method = "GET", .path = "/containers/" + exec.container + "/json"}, stop);
    if (!inspected)
        return {};
    try {
        const Fd root(::open(
            fmt::format("/proc/{}/root", inspected->at("State").at("Pid").get<pid_t>()).c_str(),
            O_PATH | O_DIRECTORY | O_CLOEXEC));
        return root
            ? container::findProgram(root, exec.argv.front(), placeIn(*inspected), exec.environment)
            : Status();
    } catch (const Json::exception&) {
        return {};
    }
}

Result<ProgramRun> execute(const Engine& engine, const Exec& exec, const std::stop_token& stop) {
    const auto id = createExec(engine, exec, stop);
    if (!id)
        return tl::unexpected(id.error());
    ExecOutput output;
    bool framed = true;
    const auto ran = engine.copy(
        {.method = "POST",
            .path = "/exec/" + *id + "/start",
            .body = startBody(exec),
            .limit = exec.limit},
        [&](std::string_view piece) { return framed = output.take(piece); }, stop);
    if (!ran || !framed)
        signalExec(engine, *id, SIGKILL);
    if (!ran && ran.error().kind == Error::Kind::Timeout)
        return failure(
            fmt::format("{} did not end within {} ms", exec.argv.front(), exec.limit.count()),
            Error::Kind::Timeout);
    if (!ran)
        return tl::unexpected(ran.error());
    if (!framed)
        return failure(
            "The Docker Engine's copy of the command's output is damaged", Error::Kind::Internal);
    const auto ended = inspectExec(engine, *id);
    if (!ended)
        return tl::unexpected(ended.error());
    if (!ended->code)
        return failure(
            "The Docker Engine does not say how the command ended", Error::Kind::Internal);
    return ProgramRun{*ended->code, output.text()};
}

} // namespace muster::container::docker
