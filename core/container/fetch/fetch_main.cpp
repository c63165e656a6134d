// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// muster-fetch                        one download: a job (job.h) on stdin
// muster-fetch gunzip --max-bytes=N   decompresses stdin
// Writes the file to descriptor 3 and lines of JSON (job.h) to stdout; the last is the end or the
// error, and the exit status 0 or 1. Whatever it reads from a server it reads as nobody.
#include <cstdio>

#include <curl/curl.h>
#include <fcntl.h>
#include <unistd.h>

#include "core/container/fetch/confinement.h"
#include "core/container/fetch/download.h"
#include "core/container/fetch/gunzip.h"
#include "core/container/files.h"
#include "core/kernel/base/number.h"

// The leak check wants to trace this process, which is what it gave up.
#ifdef __SANITIZE_ADDRESS__
extern "C" const char* __asan_default_options() {
    return "detect_leaks=0";
}
#endif

namespace {

using namespace muster;
using namespace muster::container::fetch;

constexpr int fileNumber = 3;
constexpr std::size_t largestJob = 1U << 20;

// A parent that is gone takes no lines: SIGPIPE ends the download.
void say(const DownloadLine& line) {
    const std::string text = lineText(line) + "\n";
    [[maybe_unused]] const auto size = write(STDOUT_FILENO, text.data(), text.size());
}

int fail(const Error& error) {
    say(error);
    return 1;
}

Result<std::string> readJob() {
    std::string text;
    char buffer[4096];
    for (;;) {
        const auto size = TEMP_FAILURE_RETRY(read(STDIN_FILENO, buffer, sizeof buffer));
        if (size < 0)
            return container::systemFailure("read the job on stdin");
        if (size == 0)
            return text;
        text.append(buffer, static_cast<std::size_t>(size));
        if (text.size() > largestJob)
            return failure(fmt::format("the job on stdin is larger than {} bytes", largestJob));
    }
}

int download() {
    const auto text = readJob();
    if (!text)
        return fail(text.error());
    const auto job = parseJob(*text);
    if (!job)
        return fail(job.error());
    auto rules = AddressRules::parse(job->allow, job->own, job->local);
    if (!rules)
        return fail(rules.error());
    std::string certificates;
    if (!job->caFile.empty()) {
        auto read = container::readFile(job->caFile); // while this process still may
        if (!read || read->empty())
            return fail(read ? Error{job->caFile + " is empty"} : read.error());
        certificates = std::move(*read);
    }
    if (const auto confined = confine(job->maxBytes); !confined)
        return fail(confined.error());
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return fail({"libcurl does not start", Error::Kind::Internal});
    Download download(*job, std::move(*rules), std::move(certificates), fileNumber);
    const auto end = download.run([](const DownloadProgress& progress) { say(progress); });
    if (!end)
        return fail(end.error());
    say(*end);
    return 0;
}

int decompress(std::string_view limit) {
    constexpr std::string_view name = "--max-bytes=";
    const auto maxBytes
        = wholeNumber<std::uint64_t>(limit.starts_with(name) ? limit.substr(name.size()) : "")
              .value_or(0);
    if (maxBytes == 0)
        return fail({"gunzip needs --max-bytes=N"});
    if (const auto confined = confine(maxBytes); !confined)
        return fail(confined.error());
    const auto written = gunzip(STDIN_FILENO, fileNumber, maxBytes);
    if (!written)
        return fail(written.error());
    say(DownloadEnd{*written});
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    if (fcntl(fileNumber, F_GETFD) < 0) {
        std::fputs(
            "muster-fetch: started by the agent only, with a file as descriptor 3\n", stderr);
        return 2;
    }
    if (argc == 3 && std::string_view(argv[1]) == "gunzip")
        return decompress(argv[2]);
    return argc == 1 ? download() : fail({"unknown arguments"});
}
