// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/container/fetch/address.h"
#include "core/container/fetch/job.h"

namespace muster::container::fetch {

// One URL into one file by libcurl: http and https only, five redirects, every connection judged
// by its address, no proxy, cookie, netrc or other memory. A broken-off download, a refused
// connection and a server's 5xx are tried three times more, from the file's beginning; all else
// ends it. Not thread-safe.
class Download {
public:
    // `certificates`: PEM text of the authorities; empty: the system's.
    Download(const DownloadJob& job, AddressRules rules, std::string certificates, int file);
    // Reports to `progress` a few times a second.
    Result<DownloadEnd> run(const std::function<void(const DownloadProgress&)>& progress);

private:
    const DownloadJob& m_job;
    const AddressRules m_rules;
    const std::string m_certificates;
    const int m_file;
};

} // namespace muster::container::fetch
