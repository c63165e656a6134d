// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/info_endpoints.h"

#include <charconv>

#include <sys/stat.h>

#include "agentd/clock.h"
#include "agentd/master/api/json_writer.h"
#include "agentd/master/api/operator_commands.h"
#include "agentd/master/api/query.h"

namespace muster::agentd::api {
namespace {

net::HttpResponse bad(std::string text) {
    return net::HttpResponse::text(400, std::move(text));
}

// As ls prints it: "-rw-r--r--".
std::string modeText(std::uint32_t mode) {
    std::string out = S_ISDIR(mode) ? "d" : S_ISLNK(mode) ? "l" : "-";
    for (int bit = 8; bit >= 0; --bit) {
        out += (mode >> bit) & 1 ? "xwr"[bit % 3] : '-';
    }
    return out;
}

void writeFile(JsonWriter& json, const mesos::v1::FileInfo& file) {
    json.beginObject();
    json.member("gid", file.gid());
    json.member("mode", modeText(file.mode()));
    json.member("mtime", static_cast<double>(file.mtime().nanoseconds() / 1'000'000'000));
    json.member("nlink", file.nlink());
    json.member("path", file.path());
    json.member("size", file.size());
    json.member("uid", file.uid());
    json.endObject();
}

// Only whole numbers; what Mesos says of others is not known word by word.
Result<std::int64_t> parseNumber(const std::string& text) {
    std::int64_t out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return failure(fmt::format("Failed to convert '{}' to number", text));
    }
    return out;
}

constexpr const char* kNoPath = "Expecting 'path=value' in query.\n";

// The rest of a file, piece by piece as the client takes it.
struct Download : std::enable_shared_from_this<Download> {
    const FileTree& files;
    std::string path;
    std::shared_ptr<net::BodyStream> body;
    std::uint64_t offset = 0;
    bool closed = false;

    Download(const FileTree& tree, std::string file, std::shared_ptr<net::BodyStream> stream)
        : files(tree), path(std::move(file)), body(std::move(stream)) { }

    void start() {
        body->onClosed([self = shared_from_this()] { self->closed = true; });
        body->onDrained([self = weak_from_this()] {
            if (const auto download = self.lock()) {
                download->next();
            }
        });
        next();
    }
    void next() {
        files.read(path, offset, {}, [self = shared_from_this()](Result<FilePiece> piece) {
            if (self->closed) {
                return;
            }
            if (!piece || piece->data.empty()) {
                self->body->finish();
                return;
            }
            self->offset += piece->data.size();
            self->body->send(std::make_shared<const std::string>(std::move(piece->data)));
        });
    }
};

} // namespace

std::vector<net::Route> InfoEndpoints::routes() {
    using Handler = net::HttpResponse (InfoEndpoints::*)(const net::HttpRequest&) const;
    const auto get = [this](std::string path, Handler handler) {
        return net::Route{.method = "GET",
            .path = std::move(path),
            .handler = [this, handler](
                           const net::HttpRequest& request) { return (this->*handler)(request); },
            .realm = "mesos-master-readonly"};
    };
    auto post = get("/teardown", &InfoEndpoints::teardown);
    post.method = "POST";
    post.maximumBody = 64 << 10;
    post.realm = "mesos-master-readwrite";
    const auto fixed = [](std::string path, std::string json) {
        return net::Route{.method = "GET",
            .path = std::move(path),
            .handler
            = [json](const net::HttpRequest& request) { return jsonAnswer(request, json); },
            .realm = "mesos-master-readonly"};
    };
    const net::Route health{.method = "GET",
        .path = "/health",
        .access = net::Access::Public,
        .handler = [](const net::HttpRequest&) { return net::HttpResponse::text(200, ""); }};
    auto redirect = get("/redirect", &InfoEndpoints::redirect);
    redirect.access = net::Access::Public;
    auto out = net::withAliases("master",
        {get("/flags", &InfoEndpoints::flags), health, redirect, post, fixed("/quota", "{}"),
            fixed("/weights", "[]"), fixed("/maintenance/schedule", "{}"),
            fixed("/maintenance/status", "{}")});
    // These belong to the process as a whole.
    auto version = get("/version", &InfoEndpoints::version);
    version.access = net::Access::Public;
    out.push_back(std::move(version));
    out.push_back(get("/metrics/snapshot", &InfoEndpoints::metrics));
    out.push_back(get("/system/stats.json", &InfoEndpoints::systemStats));
    out.push_back(get("/files/browse", &InfoEndpoints::browse));
    out.push_back(get("/files/read", &InfoEndpoints::read));
    out.push_back(get("/files/download", &InfoEndpoints::download));
    out.push_back(get("/files/debug", &InfoEndpoints::debugFiles));
    for (const auto* method : {"GET", "POST"}) {
        auto toggle = get("/logging/toggle", &InfoEndpoints::toggleLogging);
        toggle.method = method;
        toggle.realm = "mesos-master-readwrite";
        out.push_back(std::move(toggle));
    }
    return out;
}

net::HttpResponse InfoEndpoints::flags(const net::HttpRequest& request) const {
    if (!Viewer{m_desk.acls, request.principal}.may(Acls::Action::ViewFlags)) {
        return net::HttpResponse::text(403, "");
    }
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.key("flags");
    json.beginObject();
    for (const auto& [name, value] : m_desk.flags) {
        json.member(name, value);
    }
    json.endObject();
    json.endObject();
    return jsonAnswer(request, std::move(out));
}

net::HttpResponse InfoEndpoints::version(const net::HttpRequest& request) const {
    const auto info = versionInfo();
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.member("build_date", info.build_date());
    json.member("build_time", info.build_time());
    json.member("build_user", info.build_user());
    json.member("git_branch", info.git_branch());
    json.member("git_sha", info.git_sha());
    json.member("version", info.version());
    json.endObject();
    return jsonAnswer(request, std::move(out));
}

net::HttpResponse InfoEndpoints::redirect(const net::HttpRequest&) const {
    auto response = net::HttpResponse::text(307, "");
    response.headers.push_back(
        {"Location", fmt::format("//{}:{}", m_desk.facts.hostname, m_desk.facts.port)});
    return response;
}

net::HttpResponse InfoEndpoints::metrics(const net::HttpRequest& request) const {
    const Query query(request.query);
    if (const auto* timeout = query.find("timeout")) {
        if (const auto duration = parseDuration(*timeout); !duration) {
            return bad(
                fmt::format("Invalid timeout '{}': {}.\n", *timeout, duration.error().message));
        }
    }
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    for (const auto& [name, value] : m_desk.metrics.snapshot(now())) {
        json.quotedKey(name);
        json.value(value);
    }
    json.endObject();
    return jsonAnswer(request, std::move(out));
}

net::HttpResponse InfoEndpoints::systemStats(const net::HttpRequest& request) const {
    Metrics::Snapshot system;
    Metrics::addSystem(system);
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.member("avg_load_15min", system["system/load_15min"]);
    json.member("avg_load_1min", system["system/load_1min"]);
    json.member("avg_load_5min", system["system/load_5min"]);
    json.member("cpus_total", system["system/cpus_total"]);
    json.member("mem_free_bytes", system["system/mem_free_bytes"]);
    json.member("mem_total_bytes", system["system/mem_total_bytes"]);
    json.endObject();
    return jsonAnswer(request, std::move(out));
}

net::HttpResponse InfoEndpoints::toggleLogging(const net::HttpRequest& request) const {
    if (!Viewer{m_desk.acls, request.principal}.may(Acls::Action::SetLogLevel)) {
        return net::HttpResponse::text(403, "");
    }
    const Query query(request.query);
    const auto* level = query.find("level");
    const auto* length = query.find("duration");
    if (level == nullptr && length == nullptr) {
        return net::HttpResponse::text(200, fmt::format("{}\n", m_desk.logging.level()));
    }
    if (length == nullptr) {
        return bad("Expecting 'duration=value' in query.\n");
    }
    if (level == nullptr) {
        return bad("Expecting 'level=value' in query.\n");
    }
    const auto wanted = parseNumber(*level);
    if (!wanted) {
        return bad(wanted.error().message + ".\n");
    }
    if (*wanted < 0) {
        return bad(fmt::format("Invalid level '{}'.\n", *level));
    }
    const auto duration = parseDuration(*length);
    if (!duration) {
        return bad(duration.error().message + ".\n");
    }
    m_desk.logging.set(static_cast<unsigned>(*wanted), *duration);
    return net::HttpResponse::text(200, "");
}

net::HttpResponse InfoEndpoints::browse(const net::HttpRequest& request) const {
    const Query query(request.query);
    const auto* path = query.find("path");
    if (path == nullptr || path->empty()) {
        return bad(kNoPath);
    }
    net::HttpResponse response;
    response.later
        = [this, request, path = *path](const std::function<void(net::HttpResponse)>& send) {
              m_desk.files.list(path, [request, send](const Result<FileTree::Listing>& listing) {
                  if (!listing) {
                      return send(errorAnswer(listing.error()));
                  }
                  std::string out;
                  JsonWriter json(out);
                  json.beginArray();
                  for (const auto& file : *listing) {
                      writeFile(json, file);
                  }
                  json.endArray();
                  send(jsonAnswer(request, std::move(out)));
              });
          };
    return response;
}

net::HttpResponse InfoEndpoints::read(const net::HttpRequest& request) const {
    const Query query(request.query);
    const auto* path = query.find("path");
    if (path == nullptr || path->empty()) {
        return bad(kNoPath);
    }
    const auto offset = parseNumber(query.get("offset", "-1"));
    if (!offset) {
        return bad("Failed to parse offset: " + offset.error().message + ".\n");
    }
    const auto length = parseNumber(query.get("length", "-1"));
    if (!length) {
        return bad("Failed to parse length: " + length.error().message + ".\n");
    }
    if (*offset < -1) {
        return bad(fmt::format("Negative offset provided: {}.\n", *offset));
    }
    if (*length < -1) {
        return bad(fmt::format("Negative length provided: {}.\n", *length));
    }
    net::HttpResponse response;
    response.later = [this, request, path = *path, offset = *offset, length = *length](
                         const std::function<void(net::HttpResponse)>& send) {
        const bool sizeOnly = offset == -1;
        const auto most = sizeOnly ? std::optional<std::uint64_t>(0)
            : length == -1         ? std::nullopt
                                   : std::optional(static_cast<std::uint64_t>(length));
        m_desk.files.read(path, sizeOnly ? 0 : static_cast<std::uint64_t>(offset), most,
            [request, send, sizeOnly, offset](const Result<FilePiece>& piece) {
                if (!piece) {
                    return send(errorAnswer(piece.error()));
                }
                std::string out;
                JsonWriter json(out);
                json.beginObject();
                json.member("data", piece->data);
                json.member("offset", sizeOnly ? static_cast<std::int64_t>(piece->size) : offset);
                json.endObject();
                send(jsonAnswer(request, std::move(out)));
            });
    };
    return response;
}

net::HttpResponse InfoEndpoints::download(const net::HttpRequest& request) const {
    const Query query(request.query);
    const auto* path = query.find("path");
    if (path == nullptr || path->empty()) {
        return bad(kNoPath);
    }
    net::HttpResponse response;
    response.later = [this, path = *path](const std::function<void(net::HttpResponse)>& send) {
        m_desk.files.list(path, [this, path, send](const Result<FileTree::Listing>& listing) {
            if (!listing) {
                return send(errorAnswer(listing.error()));
            }
            net::HttpResponse file;
            file.contentType = "application/octet-stream";
            auto name = path.substr(path.rfind('/') + 1);
            std::erase_if(name, [](char c) { return c == '"' || c == '\\' || c < ' '; });
            file.headers.push_back(
                {"Content-Disposition", fmt::format("attachment; filename=\"{}\"", name)});
            file.stream = [&files = m_desk.files, path](std::shared_ptr<net::BodyStream> body) {
                std::make_shared<Download>(files, path, std::move(body))->start();
            };
            send(std::move(file));
        });
    };
    return response;
}

net::HttpResponse InfoEndpoints::debugFiles(const net::HttpRequest& request) const {
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    for (const auto& [path, place] : m_desk.files.mounted()) {
        json.quotedKey(path);
        json.value(place);
    }
    json.endObject();
    return jsonAnswer(request, std::move(out));
}

net::HttpResponse InfoEndpoints::teardown(const net::HttpRequest& request) const {
    const Query form(request.body);
    const auto* id = form.find("frameworkId");
    if (id == nullptr) {
        return bad("Missing 'frameworkId' query parameter in the request body");
    }
    mesos::v1::master::Call call;
    call.set_type(mesos::v1::master::Call::TEARDOWN);
    call.mutable_teardown()->mutable_framework_id()->set_value(*id);
    return runCommand(m_desk, call, request.principal);
}

} // namespace muster::agentd::api
