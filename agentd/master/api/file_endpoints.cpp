// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/file_endpoints.h"

#include <sys/stat.h>

#include "agentd/json_writer.h"
#include "agentd/master/api/operator_api.h"
#include "agentd/master/api/query.h"

namespace muster::agentd::api {
namespace {

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

net::HttpResponse browseFiles(const FileTree& files, const net::HttpRequest& request) {
    const Query query(request.query);
    const auto* path = query.find("path");
    if (path == nullptr || path->empty()) {
        return net::badRequest(kNoPath);
    }
    net::HttpResponse response;
    response.later
        = [&files, request, path = *path](const std::function<void(net::HttpResponse)>& send) {
              files.list(path, [request, send](const Result<FileTree::Listing>& listing) {
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

net::HttpResponse readFiles(const FileTree& files, const net::HttpRequest& request) {
    const Query query(request.query);
    const auto* path = query.find("path");
    if (path == nullptr || path->empty()) {
        return net::badRequest(kNoPath);
    }
    const auto offset = parseNumber(query.get("offset", "-1"));
    if (!offset) {
        return net::badRequest("Failed to parse offset: " + offset.error().message + ".\n");
    }
    const auto length = parseNumber(query.get("length", "-1"));
    if (!length) {
        return net::badRequest("Failed to parse length: " + length.error().message + ".\n");
    }
    if (*offset < -1) {
        return net::badRequest(fmt::format("Negative offset provided: {}.\n", *offset));
    }
    if (*length < -1) {
        return net::badRequest(fmt::format("Negative length provided: {}.\n", *length));
    }
    net::HttpResponse response;
    response.later = [&files, request, path = *path, offset = *offset, length = *length](
                         const std::function<void(net::HttpResponse)>& send) {
        const bool sizeOnly = offset == -1;
        const auto most = sizeOnly ? std::optional<std::uint64_t>(0)
            : length == -1         ? std::nullopt
                                   : std::optional(static_cast<std::uint64_t>(length));
        files.read(path, sizeOnly ? 0 : static_cast<std::uint64_t>(offset), most,
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

net::HttpResponse downloadFile(const FileTree& files, const net::HttpRequest& request) {
    const Query query(request.query);
    const auto* path = query.find("path");
    if (path == nullptr || path->empty()) {
        return net::badRequest(kNoPath);
    }
    net::HttpResponse response;
    response.later = [&files, path = *path](const std::function<void(net::HttpResponse)>& send) {
        files.list(path, [&files, path, send](const Result<FileTree::Listing>& listing) {
            if (!listing) {
                return send(errorAnswer(listing.error()));
            }
            net::HttpResponse file;
            file.contentType = "application/octet-stream";
            auto name = path.substr(path.rfind('/') + 1);
            std::erase_if(name, [](char c) { return c == '"' || c == '\\' || c < ' '; });
            file.headers.push_back(
                {"Content-Disposition", fmt::format("attachment; filename=\"{}\"", name)});
            file.stream = [&files, path](std::shared_ptr<net::BodyStream> body) {
                std::make_shared<Download>(files, path, std::move(body))->start();
            };
            send(std::move(file));
        });
    };
    return response;
}

} // namespace muster::agentd::api
