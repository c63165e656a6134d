// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/base/result.h"
#include "core/net/descriptor.h"
#include "core/net/server.h"

namespace muster::net {

// A unix socket that listens, and its file, which goes with this object.
class UnixListener {
public:
    // A file that is there is replaced when it is a socket on which nothing listens. Safe in a
    // folder of somebody else: no link is followed behind the folder's own path, which may be of
    // any length.
    static Result<UnixListener> open(const UnixSocket& where);
    UnixListener(UnixListener&& other) noexcept;
    UnixListener& operator=(UnixListener&&) = delete;
    ~UnixListener();

    int release() { return m_socket.release(); } // the listening socket; the caller closes it

private:
    UnixListener(Descriptor folder, std::string name)
        : m_folder(std::move(folder)), m_name(std::move(name)) { }

    Status removeStale() const;
    Status bind();
    Status giveTo(unsigned uid, unsigned gid) const;
    // Short, whatever the folder's path: an address of a unix socket has room for 107 bytes.
    std::string address() const;

    Descriptor m_folder;
    std::string m_name;
    Descriptor m_socket;
    bool m_bound = false;
};

} // namespace muster::net
