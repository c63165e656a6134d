// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <QTemporaryDir>

namespace muster::test {

// The service manager's end of NOTIFY_SOCKET: a real datagram socket.
class NotifySocket {
public:
    NotifySocket() : m_socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, path().c_str(), sizeof address.sun_path - 1);
        ::bind(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
    ~NotifySocket() { ::close(m_socket); }
    NotifySocket(const NotifySocket&) = delete;
    NotifySocket& operator=(const NotifySocket&) = delete;

    std::string path() const { return m_folder.filePath(QStringLiteral("notify")).toStdString(); }
    // What came since the last call.
    std::vector<std::string> take() {
        std::vector<std::string> out;
        char bytes[512];
        for (ssize_t size; (size = ::recv(m_socket, bytes, sizeof bytes, MSG_DONTWAIT)) >= 0;) {
            out.emplace_back(bytes, static_cast<std::size_t>(size));
        }
        return out;
    }

private:
    QTemporaryDir m_folder;
    int m_socket;
};

} // namespace muster::test
