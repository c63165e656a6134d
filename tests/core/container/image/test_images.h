// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "tests/support/temporary_folder.h"

namespace muster::container::image {

// An entry of a tar archive.
struct TarEntry {
    std::string name;
    std::string content;
    char type = '0'; // '0' file, '5' directory, '2' symbolic link, '1' hard link
    std::string link;
    unsigned mode = 0644;
    unsigned uid = 0;
    unsigned gid = 0;
};
std::string tarOf(const std::vector<TarEntry>& entries);

// An OCI layout, made by hand: any number of images, named by tag.
class TestLayout {
public:
    explicit TestLayout(std::string folder);
    // An image of these layers (tar archives, lowest first). `config` is the JSON text of the
    // configuration's "config" member. Gives the digest of its manifest.
    std::string add(const std::string& tag, const std::vector<std::string>& layers,
        const std::string& config = R"({"Cmd":["/bin/true"]})",
        const std::string& architecture = "");
    // One name for several images, each for its own architecture: {{"arm64", "v1-arm"}, ...}.
    void addList(
        const std::string& tag, const std::vector<std::pair<std::string, std::string>>& images);
    // An image with layer ids that the configuration does not mention truthfully.
    std::string addLying(
        const std::string& tag, const std::string& layer, const std::string& diffId);
    const std::string& folder() const { return m_folder; }

private:
    std::string blob(const std::string& bytes) const; // its digest
    std::string image(const std::string& tag, const std::vector<std::string>& layers,
        const std::vector<std::string>& diffIds, const std::string& config,
        const std::string& architecture);

    struct Item {
        std::string type;
        std::string digest;
        std::size_t size = 0;
    };
    void name(const std::string& tag, const Item& item);

    std::string m_folder;
    std::vector<std::pair<std::string, Item>> m_images; // by tag
};

// A registry of docker-registry's on a loopback port, with its storage in `folder`.
class TestRegistry {
public:
    enum class Transport { Plain, Tls };

    // With a password: of the user "alice", who is then needed. With TLS: needs openssl; not at a
    // loopback address as Muster sees it, so that the certificate counts.
    explicit TestRegistry(std::string folder, const std::string& password = "",
        Transport transport = Transport::Plain);
    TestRegistry(const TestRegistry&) = delete;
    TestRegistry& operator=(const TestRegistry&) = delete;
    ~TestRegistry();

    // Why there can be none here; empty when there can.
    static std::string whyNot();
    bool isRunning() const { return m_pid > 0; }
    const std::string& host() const { return m_host; } // "127.0.0.1:12345"
    // Copies an image of a layout there, as docker's format if wanted: "team/app:v1".
    bool push(const TestLayout& layout, const std::string& tag, const std::string& name,
        bool docker = false) const;
    // Its certificate, which nobody trusts.
    std::string certificate() const { return m_folder + "/tls.crt"; }
    // docker's config.json for that password.
    std::string credentials(const std::string& password) const;
    // The file in which it keeps a blob.
    std::string blobFile(const std::string& digest) const;
    // The lines of its log that have this text: "GET /v2/team/app/blobs/".
    int count(const std::string& text) const;

private:
    bool start();

    std::string m_folder;
    std::string m_password;
    Transport m_transport;
    std::string m_host;
    pid_t m_pid = 0;
};

bool isInPath(const std::string& program);

} // namespace muster::container::image
