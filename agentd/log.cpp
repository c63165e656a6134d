// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/log.h"

#include <algorithm>

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "core/kernel/base/text.h"

namespace muster::agentd {
namespace {

class SafeFormatter final : public spdlog::formatter {
public:
    explicit SafeFormatter(std::unique_ptr<spdlog::formatter> inner) : m_inner(std::move(inner)) { }

    void format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& out) override {
        const std::string_view text(message.payload.data(), message.payload.size());
        const bool isPlain
            = std::ranges::all_of(text, [](char c) { return c >= ' ' && c != 0x7f; });
        if (isPlain) {
            return m_inner->format(message, out);
        }
        const auto safe = escaped(text);
        auto shown = message;
        shown.payload = spdlog::string_view_t(safe.data(), safe.size());
        m_inner->format(shown, out);
    }
    std::unique_ptr<spdlog::formatter> clone() const override {
        return std::make_unique<SafeFormatter>(m_inner->clone());
    }

private:
    std::unique_ptr<spdlog::formatter> m_inner;
};

} // namespace

std::unique_ptr<spdlog::formatter> safeFormatter(const std::string& pattern) {
    return std::make_unique<SafeFormatter>(std::make_unique<spdlog::pattern_formatter>(pattern));
}

void setUpLog(const std::string& level) {
    spdlog::set_default_logger(spdlog::stderr_logger_st("muster"));
    spdlog::set_formatter(safeFormatter("%Y-%m-%dT%H:%M:%S.%e%z %l %v"));
    spdlog::set_level(spdlog::level::from_str(level));
}

} // namespace muster::agentd
