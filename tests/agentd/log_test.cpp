// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/log.h"

#include <sstream>

#include <gtest/gtest.h>

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

namespace muster::agentd {
namespace {

std::string logged(const std::string& name) {
    std::ostringstream out;
    spdlog::logger logger("test", std::make_shared<spdlog::sinks::ostream_sink_st>(out));
    logger.set_formatter(safeFormatter("%l %v"));
    logger.warn("Agent {} disconnected", name);
    return out.str();
}

TEST(Log, KeepsAMessageOnItsLine) {
    EXPECT_EQ(logged("S0"), "warning Agent S0 disconnected\n");
    EXPECT_EQ(logged("x\n2026-11-23T12:00:00.000+0000 info All is well"),
        "warning Agent x\\x0a2026-11-23T12:00:00.000+0000 info All is well disconnected\n");
}

TEST(Log, ShowsControlsInsteadOfObeyingThem) {
    EXPECT_EQ(logged("\x1b[2J\u009b31m\u202e\u2028"),
        "warning Agent \\x1b[2J\\u009b31m\\u202e\\u2028 disconnected\n");
    EXPECT_EQ(logged("Zoë"), "warning Agent Zoë disconnected\n");
}

} // namespace
} // namespace muster::agentd
