// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/submit.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "app/cli/jobs/job_flags.h"
#include "app/cli/jobs/templates.h"
#include "app/cli/terminal.h"

namespace muster::cli {

namespace {

constexpr std::size_t kLongest = (64U << 10) + 1; // one more than the parser takes

Result<std::string> readAll(int descriptor) {
    std::string text(kLongest, '\0');
    std::size_t size = 0;
    while (size < text.size()) {
        const auto got = ::read(descriptor, text.data() + size, text.size() - size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failure(std::strerror(errno));
        if (got == 0)
            break;
        size += static_cast<std::size_t>(got);
    }
    text.resize(size);
    return text;
}

Result<std::string> readFile(const std::string& path, const CliContext& here) {
    if (path == "-")
        return readAll(here.input);
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return failure(std::strerror(errno));
    auto text = readAll(file);
    ::close(file);
    return text;
}

} // namespace

CommandLine Submit::line() {
    CommandLine line;
    line.flags = {
        {"-f,--file", &m_file, "Read the job from a YAML file; '-' reads stdin", "FILE"},
        {.name = "--template",
            .into = &m_template,
            .help = "Use a template, see 'muster templates'",
            .value = "NAME",
            .names = Names::Templates},
        {"--set", &m_set, "Set a field of the template; may be repeated", "FIELD=VALUE"},
    };
    addJobFlags(line, m_flags);
    addTo(line);
    line.examples
        = "  muster submit --gpus=2 --constraint=gpu:K40 \\\n      -- python3 /shared/train.py "
          "--epochs 10\n"
          "  muster submit --follow --command='nvidia-smi; sleep 5'\n"
          "  muster submit --gpus=1 --image=nvcr.io/nvidia/pytorch:23.10-py3 -- nvidia-smi\n"
          "  muster submit --image=busybox --read-only --tmpfs=/tmp:size=64m \\\n"
          "      --volume=/data/sets:/sets:ro -- ls /sets\n"
          "  muster submit --file=train.yaml --gpus=4\n"
          "  muster submit --template=train --set=epochs=20\n"
          "  job=$(muster submit --parsable --mem=4G -- /shared/train)\n"
          "The job starts in an empty sandbox on its node: its files come from absolute paths\n"
          "there, --uri or --image";
    return line;
}

Result<spec::JobFile> Submit::base(const CliContext& here) const {
    if (!m_file.empty() && !m_template.empty())
        return failure("--file and --template cannot be combined");
    if (!m_set.empty() && m_template.empty())
        return failure("--set needs --template; use --env to set an environment variable");
    if (!m_template.empty())
        return fillTemplate(m_template, m_set, here);
    if (m_file.empty())
        return spec::JobFile();
    const auto text = readFile(m_file, here);
    auto file = text ? spec::parseJob(*text) : tl::unexpected(text.error());
    return file ? file : failure(m_file == "-" ? "stdin" : m_file, file.error());
}

Result<muster::v1::SubmitJob> Submit::job(const CliContext& here) const {
    const auto file = base(here);
    if (!file)
        return tl::unexpected(file.error());
    const auto whole = spec::overridden(file->job, m_flags);
    const auto wrong = spec::defects(whole);
    if (wrong.empty())
        return spec::plan(whole, here.user, terminalSize(here.input));
    // What the file says wrong, it has a line for.
    const auto ofFile = spec::defects(file->job);
    const auto same = std::any_of(ofFile.begin(), ofFile.end(), [&](const auto& other) {
        return other.part == wrong.front().part && other.text == wrong.front().text;
    });
    return failure(same ? file->describe(wrong.front()) : wrong.front().flagText);
}

ExitCode Submit::run(const CliContext& here) {
    auto wanted = job(here);
    return wanted ? send(std::move(*wanted), here) : fail(here, wanted.error(), ExitCode::Usage);
}

} // namespace muster::cli
