// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/net/world.h"

namespace muster::net {

// Routes that say what they were asked, and requests to them.
class Http : public World {
protected:
    static HttpResponse echo(const HttpRequest& request) {
        return HttpResponse::text(200,
            fmt::format("{} {} {} [{}] {}", request.method, request.path, request.query,
                request.body, request.principal));
    }
    static Route route(std::string method, std::string path, std::size_t maximumBody = 0) {
        return {std::move(method), std::move(path), false, Access::Public, maximumBody, echo};
    }
    std::string ask(const std::string& request) {
        RawSocket socket(port());
        socket.send(request);
        return socket.response();
    }
    std::string post(std::string_view path, std::string_view headers, std::string_view body) {
        return fmt::format(
            "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}\r\n{}", path, port(), headers, body);
    }
    std::string bearer(std::string_view token) {
        return fmt::format("Authorization: Bearer {}\r\n", token);
    }
};

} // namespace muster::net
