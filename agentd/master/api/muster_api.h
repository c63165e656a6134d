// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/api/muster_calls.h"
#include "agentd/master/console_endpoint.h"

namespace muster::agentd::api {

// Muster's own calls over plain HTTP and the document that describes them, so that curl is enough.
// Each is a request of a console by another way: same checks, gate, audit and words. Bodies are the
// JSON of muster.v1.json. Lives on the io_context's thread.
class MusterApi {
public:
    // Both outlive it.
    MusterApi(ConsoleEndpoint& consoles, const Gate& gate);

    GuardedRoutes routes();

private:
    net::HttpResponse answer(const net::HttpRequest& request);
    net::HttpResponse list(const MusterCall& call, const net::HttpRequest& request,
        const Variables& variables) const;
    net::HttpResponse ask(
        const MusterCall& call, const net::HttpRequest& request, const Variables& variables);

    ConsoleEndpoint& m_consoles;
    const Gate& m_gate;
    net::Payload m_document;
};

} // namespace muster::agentd::api
