// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/e2e/process.h"

#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace muster::e2e {
namespace {

constexpr const char* kPath = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
constexpr uid_t kNobody = 65534;

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> out;
    for (auto& text : texts) {
        out.push_back(text.data());
    }
    out.push_back(nullptr);
    return out;
}

} // namespace

bool eventually(const std::function<bool()>& condition, Patience patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!condition()) {
        if (std::chrono::steady_clock::now() >= end) {
            return condition();
        }
        std::this_thread::sleep_for(20ms);
    }
    return true;
}

std::string fileText(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void writeText(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

Process::Process(const std::vector<std::string>& argv, Setting setting)
    : m_setting(std::move(setting)), m_pid(::fork()) {
    if (m_pid == 0) {
        become(argv);
    }
}

Process::~Process() {
    signal(SIGKILL);
    wait(5s);
}

void Process::become(const std::vector<std::string>& argv) const {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int none = ::open("/dev/null", O_RDONLY);
    const int out = ::open(m_setting.outFile.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    const int err = ::open(m_setting.errFile.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    ::dup2(none, 0);
    ::dup2(out, 1);
    ::dup2(err, 2);
    ::close_range(3, ~0U, 0);
    if (m_setting.asNobody
        && (::setgroups(0, nullptr) != 0 || ::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) {
        ::_exit(126);
    }
    std::vector<std::string> arguments = argv;
    std::vector<std::string> environment = {kPath};
    for (const auto& [name, value] : m_setting.environment) {
        environment.push_back(name + "=" + value);
    }
    ::execve(argv.front().c_str(), pointers(arguments).data(), pointers(environment).data());
    ::_exit(127);
}

void Process::signal(int number) {
    if (!m_status) {
        ::kill(m_pid, number);
    }
}

std::optional<int> Process::wait(Patience patience) {
    eventually(
        [this] {
            int status = 0;
            if (!m_status && ::waitpid(m_pid, &status, WNOHANG) == m_pid) {
                m_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            }
            return m_status.has_value();
        },
        patience);
    return m_status;
}

bool Process::saysErr(const std::string& text, Patience patience) {
    return eventually([&] { return err().find(text) != std::string::npos || !runs(); }, patience)
        && err().find(text) != std::string::npos;
}

} // namespace muster::e2e
