// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/container/init_run.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <sys/stat.h>

#include "core/container/init/output_mark.h"
#include "core/container/process.h"
#include "tests/support/paths.h"

namespace muster::container {

void InitRun::SetUp() {
    ASSERT_EQ(mkdir(m_folder.c_str(), 0700), 0);
}

pid_t InitRun::start(const std::string& script, unsigned size, unsigned files) {
    const Fd status(
        open((m_base + "/status").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    std::vector<std::string> words{MUSTER_BIN_DIR "/muster-init"};
    if (!m_terminal.empty())
        words.push_back("--terminal=" + m_terminal);
    words.insert(words.end(),
        {m_folder, std::to_string(size), std::to_string(files), "/bin/sh", "-c", script});
    const auto pid = spawn(words, {"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "BASE=" + m_base},
        m_folder, {.in = status.number()});
    EXPECT_TRUE(pid) << pid.error().message;
    return pid.value_or(-1);
}

std::string InitRun::run(const std::string& script, unsigned size, unsigned files) {
    return end(start(script, size, files));
}

std::string InitRun::end(pid_t init) {
    if (init > 0)
        waitForChild(init);
    std::ifstream in(m_base + "/status");
    std::string line;
    std::getline(in, line);
    return line;
}

std::string InitRun::file(const std::string& name) const {
    std::ifstream in(m_folder + '/' + name, std::ios::binary);
    return in ? std::string(std::istreambuf_iterator<char>(in), {}) : "(no file)";
}

std::string InitRun::output(unsigned files) const {
    std::string text;
    for (unsigned number = files; number > 0; --number) {
        const std::string name = "stdout." + std::to_string(number);
        if (std::filesystem::is_regular_file(m_folder + '/' + name))
            text += file(name);
    }
    return text + file("stdout");
}

std::uint64_t InitRun::gone() const {
    const auto mark = parseMark(file(".stdout.base"));
    EXPECT_TRUE(mark) << file(".stdout.base");
    return mark.value_or(OutputMark{}).start;
}

} // namespace muster::container
