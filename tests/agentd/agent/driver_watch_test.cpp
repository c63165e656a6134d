// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include "agentd/agent/driver_watch.h"
#include "tests/core/container/driver/fake_root.h"

namespace muster::agentd {
namespace {

namespace driver = container::driver;
using namespace std::chrono_literals;

// What is logged while it lives.
class Log {
public:
    Log() : m_before(spdlog::default_logger()) {
        auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(m_text);
        auto logger = std::make_shared<spdlog::logger>("test", std::move(sink));
        logger->set_pattern("%l: %v");
        spdlog::set_default_logger(std::move(logger));
    }
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;
    ~Log() { spdlog::set_default_logger(m_before); }
    std::string text() const { return m_text.str(); }

private:
    std::ostringstream m_text;
    std::shared_ptr<spdlog::logger> m_before;
};

TEST(DriverWatch, LogsEachChangeOnceWhileTheAgentRuns) {
    test::TemporaryFolder tree;
    const std::string library = "usr/lib/libnvidia-ml.so.390.30";
    tree.write(library, "");
    tree.write(
        "etc/ld.so.cache", driver::cacheOf({{driver::x86_64, "libnvidia-ml.so.1", '/' + library}}));
    tree.write("sys/module/nvidia/version", "390.30\n");
    const Log log;
    boost::asio::io_context io;
    std::string problem = "none";
    const DriverWatch watch(
        io, tree.path(), [&](const std::string& text) { problem = text; }, 5ms);
    io.run_for(50ms);
    EXPECT_EQ(log.text(), "");
    // What is new, and then nothing for a while.
    const auto until = [&](const std::string& news) {
        for (int i = 0; i < 200 && log.text() != news; ++i)
            io.run_for(20ms);
        io.run_for(50ms);
    };
    tree.write("sys/module/nvidia/version", "396.26\n");
    const std::string warned
        = "warning: Driver/library version mismatch: the kernel module is 396.26, the library "
          "390.30; reboot or reload the module nvidia\n";
    until(warned);
    EXPECT_EQ(log.text(), warned);
    EXPECT_NE(problem.find("396.26"), std::string::npos) << "no new task can use a GPU";
    tree.write("sys/module/nvidia/version", "390.30\n");
    const auto both
        = warned + "info: Kernel module and library of the NVIDIA driver are both 390.30\n";
    until(both);
    EXPECT_EQ(log.text(), both);
    EXPECT_EQ(problem, "");
}

} // namespace
} // namespace muster::agentd
