// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/api/operator_api.h"

namespace muster::agentd::api {

// The small old endpoints: /flags, /health, /version, /redirect, /metrics/snapshot,
// /system/stats.json, /logging/toggle, /files/...
// Facts: doc/wire.md, "Old endpoints", recordings. Lives on the io_context's thread.
class InfoEndpoints {
public:
    explicit InfoEndpoints(ApiServices services) : m_services(services) { }

    GuardedRoutes routes();

private:
    net::HttpResponse flags(const net::HttpRequest& request) const;
    net::HttpResponse health(const net::HttpRequest& request) const;
    net::HttpResponse version(const net::HttpRequest& request) const;
    net::HttpResponse redirect(const net::HttpRequest& request) const;
    net::HttpResponse metrics(const net::HttpRequest& request) const;
    net::HttpResponse systemStats(const net::HttpRequest& request) const;
    net::HttpResponse toggleLogging(const net::HttpRequest& request) const;
    net::HttpResponse browse(const net::HttpRequest& request) const;
    net::HttpResponse read(const net::HttpRequest& request) const;
    net::HttpResponse download(const net::HttpRequest& request) const;
    net::HttpResponse debugFiles(const net::HttpRequest& request) const;
    net::HttpResponse files(const net::HttpRequest& request,
        net::HttpResponse (*answer)(const FileTree&, const net::HttpRequest&)) const;

    ApiServices m_services;
};

} // namespace muster::agentd::api
