// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/agent_secret.h"

#include "core/net/private_file.h"
#include "core/net/token.h"

namespace muster::agentd {

Result<std::string> agentSecret(const std::filesystem::path& workDir) {
    const auto path = workDir / "meta" / "secret";
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
        auto made = net::createToken();
        const auto written
            = made ? net::writePrivateFile(path, *made) : Status(tl::unexpected(made.error()));
        return written ? made : tl::unexpected(written.error());
    }
    auto file = net::readPrivateFile(path);
    if (!file) {
        return tl::unexpected(file.error());
    }
    if (!net::isTokenText(file->content)) {
        return failure(fmt::format("{} is damaged: move {} away to join as a new agent",
            path.string(), path.parent_path().string()));
    }
    return std::move(file->content);
}

} // namespace muster::agentd
