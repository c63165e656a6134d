// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sessions/end_of_container.h"

#include <sys/wait.h>

namespace muster::cli {

namespace {

using Call = mesos::v1::agent::Call;

constexpr std::size_t kMaximumAnswer = 1 << 20;

Call callFor(const mesos::v1::ContainerID& container) {
    Call call;
    call.set_type(container.has_parent() ? Call::WAIT_NESTED_CONTAINER : Call::WAIT_CONTAINER);
    *(container.has_parent() ? call.mutable_wait_nested_container()->mutable_container_id()
                             : call.mutable_wait_container()->mutable_container_id())
        = container;
    return call;
}

Result<ExitCode> codeOf(unsigned status, const std::string& body) {
    const auto response = AgentApi::read(status, body);
    if (!response)
        return tl::unexpected(response.error());
    const bool nested = response->has_wait_nested_container();
    if (!nested && !response->wait_container().has_exit_status())
        return failure("How it ended is unknown", Error::Kind::Internal);
    const int raw = nested ? response->wait_nested_container().exit_status()
                           : response->wait_container().exit_status();
    return static_cast<ExitCode>(WIFSIGNALED(raw) ? 128 + WTERMSIG(raw) : WEXITSTATUS(raw));
}

} // namespace

EndOfContainer::EndOfContainer(boost::asio::io_context& io, const AgentApi& agent,
    const mesos::v1::ContainerID& container, Told told) {
    net::HttpClientEvents events;
    events.onHead = [this](unsigned status) { m_status = status; };
    events.onData = [this](std::string_view bytes) {
        m_body += bytes.substr(0, kMaximumAnswer - m_body.size());
    };
    events.onEnd = [this, told = std::move(told)](const Status& status) {
        told(status ? codeOf(m_status, m_body) : tl::unexpected(status.error()));
    };
    m_client = std::make_unique<net::HttpClient>(
        io, agent.options(), agent.request(callFor(container)), std::move(events));
}

} // namespace muster::cli
