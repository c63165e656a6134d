// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/e2e/framework.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

using mesos::v1::HealthCheck;
using mesos::v1::TaskStatus;

// Something for a task to be reached at: the network is the host's.
class Listener {
public:
    Listener() : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        m_address.sin_family = AF_INET;
        m_address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        ::bind(m_socket, reinterpret_cast<sockaddr*>(&m_address), sizeof m_address);
        ::listen(m_socket, 16);
        socklen_t size = sizeof m_address;
        ::getsockname(m_socket, reinterpret_cast<sockaddr*>(&m_address), &size);
    }
    ~Listener() { close(); }
    void close() {
        if (m_socket >= 0) {
            ::close(std::exchange(m_socket, -1));
        }
    }
    std::uint16_t port() const { return ntohs(m_address.sin_port); }

private:
    int m_socket;
    sockaddr_in m_address{};
};

bool runs(const std::string& program, const std::string& argument) {
    const auto words = program + '\0' + argument + '\0';
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        if (fileText(entry.path() / "cmdline") == words) {
            return true;
        }
    }
    return false;
}

struct HealthChecks : World {
    void SetUp() override {
        World::SetUp();
        if (!IsSkipped()) {
            m_daemon = &standalone();
        }
    }

    static HealthCheck quick(HealthCheck::Type type) {
        HealthCheck check;
        check.set_type(type);
        check.set_delay_seconds(0);
        check.set_interval_seconds(0.1);
        check.set_timeout_seconds(2);
        check.set_grace_period_seconds(0);
        check.set_consecutive_failures(2);
        return check;
    }
    static bool saysHealthy(Framework& framework, bool healthy) {
        return framework.until([&] {
            const auto told = framework.statuses("t");
            return !told.empty() && told.back().has_healthy() && told.back().healthy() == healthy;
        });
    }

    Daemon* m_daemon = nullptr;
};

TEST_F(HealthChecks, WithACommandRunInTheTasksContainer) {
    Framework framework(m_daemon->port, m_daemon->token());
    const auto offer = framework.offer(1);
    ASSERT_TRUE(offer);
    auto info
        = task(*offer, "t", "touch fine; while [ -e fine ]; do sleep 0.2; done; sleep 600", 1);
    *info.mutable_health_check() = quick(HealthCheck::COMMAND);
    auto& command = *info.mutable_health_check()->mutable_command();
    // Its sandbox, its environment, the check's own, its process namespace.
    command.set_value("test -e fine && test \"$MESOS_TASK_ID\" = t && test \"$A\" = b "
                      "&& grep -q muster-init /proc/1/cmdline");
    auto& variable = *command.mutable_environment()->add_variables();
    variable.set_name("A");
    variable.set_value("b");
    framework.launch(*offer, {info});
    ASSERT_TRUE(saysHealthy(framework, true));
    const auto healthy = framework.statuses("t").back();
    EXPECT_EQ(healthy.state(), mesos::v1::TASK_RUNNING);
    EXPECT_EQ(healthy.reason(), TaskStatus::REASON_TASK_HEALTH_CHECK_STATUS_UPDATED);
    EXPECT_EQ(healthy.executor_id().value(), "t");
    EXPECT_GT(healthy.container_status().executor_pid(), 0u);
    const auto first = framework.statuses("t").front();
    EXPECT_EQ(first.state(), mesos::v1::TASK_STARTING);
    EXPECT_EQ(first.container_status().executor_pid(), healthy.container_status().executor_pid());

    unlink(sandboxFile(*m_daemon, "t", "fine").c_str());
    ASSERT_TRUE(framework.is("t", mesos::v1::TASK_KILLED, 15s));
    const auto told = framework.statuses("t");
    EXPECT_FALSE(told.back().healthy());
    EXPECT_TRUE(told.back().has_healthy());
    EXPECT_EQ(told[told.size() - 2].healthy(), false);
    EXPECT_EQ(told[told.size() - 2].state(), mesos::v1::TASK_RUNNING);
}

TEST_F(HealthChecks, WithACommandThatHangsIsKilledAtItsTimeOut) {
    Framework framework(m_daemon->port, m_daemon->token());
    const auto offer = framework.offer(0);
    ASSERT_TRUE(offer);
    auto info = task(*offer, "t", "sleep 600");
    auto& check = *info.mutable_check();
    check.set_type(mesos::v1::CheckInfo::COMMAND);
    check.set_delay_seconds(0);
    check.set_interval_seconds(600);
    check.set_timeout_seconds(1);
    check.mutable_command()->mutable_command()->set_value("sleep 7654; true");
    framework.launch(*offer, {info});
    ASSERT_TRUE(framework.until([] { return runs("sleep", "7654"); }));
    EXPECT_TRUE(framework.until([] { return !runs("sleep", "7654"); }));
    EXPECT_TRUE(framework.is("t", mesos::v1::TASK_RUNNING));
    const auto& status = framework.statuses("t").back();
    EXPECT_EQ(status.check_status().type(), mesos::v1::CheckInfo::COMMAND);
    EXPECT_FALSE(status.check_status().command().has_exit_code()) << "it never ended";
}

TEST_F(HealthChecks, WithAConnectionToThePort) {
    Listener listener;
    Framework framework(m_daemon->port, m_daemon->token());
    const auto offer = framework.offer(0);
    ASSERT_TRUE(offer);
    auto info = task(*offer, "t", "sleep 600");
    *info.mutable_health_check() = quick(HealthCheck::TCP);
    info.mutable_health_check()->mutable_tcp()->set_port(listener.port());
    framework.launch(*offer, {info});
    ASSERT_TRUE(saysHealthy(framework, true));
    listener.close();
    EXPECT_TRUE(framework.is("t", mesos::v1::TASK_KILLED, 15s));
}

TEST_F(HealthChecks, WithAGetWhoseStatusCounts) {
    Framework framework(m_daemon->port, m_daemon->token());
    const auto offer = framework.offer(0);
    ASSERT_TRUE(offer);
    auto good = task(*offer, "t", "sleep 600");
    *good.mutable_health_check() = quick(HealthCheck::HTTP);
    auto& http = *good.mutable_health_check()->mutable_http();
    http.set_port(m_daemon->port);
    http.set_path("/healthz");
    auto bad = task(*offer, "bad", "sleep 600");
    *bad.mutable_health_check() = good.health_check();
    bad.mutable_health_check()->mutable_http()->set_path("/nowhere");
    bad.mutable_check()->set_type(mesos::v1::CheckInfo::HTTP);
    bad.mutable_check()->set_delay_seconds(0);
    bad.mutable_check()->mutable_http()->set_port(m_daemon->port);
    bad.mutable_check()->mutable_http()->set_path("/healthz");
    framework.launch(*offer, {good, bad});
    EXPECT_TRUE(framework.is("bad", mesos::v1::TASK_KILLED, 15s));
    EXPECT_EQ(framework.statuses("bad").back().check_status().http().status_code(), 200u);
    EXPECT_TRUE(saysHealthy(framework, true));
    EXPECT_TRUE(framework.is("t", mesos::v1::TASK_RUNNING));
}

TEST_F(HealthChecks, AndATimeLimitEndsATask) {
    Framework framework(m_daemon->port, m_daemon->token());
    const auto offer = framework.offer(0);
    ASSERT_TRUE(offer);
    auto info = task(*offer, "t", "exec sleep 600");
    info.mutable_max_completion_time()->set_nanoseconds(300'000'000);
    framework.launch(*offer, {info});
    ASSERT_TRUE(framework.is("t", mesos::v1::TASK_FAILED));
    EXPECT_EQ(
        framework.statuses("t").back().reason(), TaskStatus::REASON_MAX_COMPLETION_TIME_REACHED);
}

} // namespace
} // namespace muster::e2e
