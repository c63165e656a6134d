// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace muster::e2e {

using namespace std::chrono_literals;
using Patience = std::chrono::milliseconds;

// Asks every 20 ms until it holds; false when patience is over.
bool eventually(const std::function<bool()>& condition, Patience patience = 8s);

// "" when there is no such file.
std::string fileText(const std::string& path);
void writeText(const std::string& path, const std::string& text);

// A program of its own, with a bare environment, whose words go to two files. It is killed when
// this object or the test program goes. Not thread-safe.
class Process {
public:
    struct Setting {
        std::string outFile;
        std::string errFile;
        std::map<std::string, std::string> environment; // beside a PATH
        bool asNobody = false; // uid and gid 65534
    };

    Process(const std::vector<std::string>& argv, Setting setting);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    pid_t pid() const { return m_pid; }
    void signal(int number);
    // Its exit status, 128 + N after signal N; nothing while it runs on.
    std::optional<int> wait(Patience patience);
    bool runs() { return !wait(0ms); }

    std::string out() const { return fileText(m_setting.outFile); }
    std::string err() const { return fileText(m_setting.errFile); }
    bool saysErr(const std::string& text, Patience patience = 8s);

private:
    [[noreturn]] void become(const std::vector<std::string>& argv) const;

    Setting m_setting;
    pid_t m_pid = -1;
    std::optional<int> m_status;
};

} // namespace muster::e2e
