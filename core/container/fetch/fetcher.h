// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/container/fetch/uri.h"
#include "core/container/spec.h"
#include "core/kernel/base/defaults.h"
#include "core/kernel/base/units.h"

namespace muster::container::fetch {

struct FetcherOptions {
    std::string program; // muster-fetch
    std::string unpackProgram; // muster-unpack
    std::string directory; // absolute, made 0700: the cache and downloads under way
    std::vector<std::string> allow; // --fetch_allow, see AllowEntry
    std::vector<std::string> own; // where the daemon listens, see OwnEndpoint
    std::vector<std::string> fileRoots; // absolute; file:// and paths work below these only
    std::string caFile; // PEM; empty: the system's authorities
    Bytes cacheSize = defaults::kFetcherCacheSize; // 0: no cache
    Bytes maxBytes = defaults::kMaxFetchSize; // of all that one job downloads, and extracts
    std::uint64_t maxEntries = 1'000'000; // of one archive
    std::chrono::seconds maxTime = std::chrono::hours(1); // for one URI with its retries
    std::chrono::seconds stallLimit = std::chrono::minutes(1); // without a byte
    std::chrono::milliseconds retryPause = std::chrono::seconds(1); // then twice and four times it
};

struct FetchProgress {
    std::string uri; // as messages show it
    std::uint64_t bytes = 0;
    std::uint64_t total = 0; // 0: the server does not say
};

// What has to be in a sandbox before its task starts.
struct FetchJob {
    std::vector<Uri> uris;
    std::string sandbox; // absolute, exists; its parents belong to the agent
    UserIds owner; // of everything that is made there
    Bytes maxBytes; // 0: the option's, which also bounds what the cache downloads
    std::stop_token stop;
    std::function<void(const FetchProgress&)> progress; // may be empty; on the calling thread
};

struct FetchedFile {
    std::string name; // relative to the sandbox; the archive's when it was extracted
    std::uint64_t bytes = 0;
    bool fromCache = false; // nothing was downloaded for it
};

// Fetches URIs into sandboxes. Downloads run in a process of their own without privileges, and so
// does all that reads an archive; this process only moves bytes it does not look at. Thread-safe;
// fetch() blocks for minutes: run it on worker threads. One object per directory.
class Fetcher {
public:
    static Result<std::unique_ptr<Fetcher>> open(FetcherOptions options);
    Fetcher(const Fetcher&) = delete;
    Fetcher& operator=(const Fetcher&) = delete;
    ~Fetcher();

    // All of the URIs or an error that names the first that failed, the number and the remedy; what
    // was already put into the sandbox stays there, but for an archive's that failed: then all that
    // this job put there is removed. A requested stop ends the download's process
    // at once. Invalid: the URI or its content is wrong; Denied: the address or path is not
    // allowed; NotFound: 404 or 410; Unavailable, Timeout: the server; worth another try.
    Result<std::vector<FetchedFile>> fetch(const FetchJob& job);

private:
    struct Parts;
    explicit Fetcher(std::unique_ptr<Parts> parts);
    const std::unique_ptr<Parts> m_parts;
};

// Every URI of a task before it is accepted: what fetch() would refuse without looking anywhere.
Status checkUris(const std::vector<Uri>& uris);

} // namespace muster::container::fetch
