// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

namespace muster {

// What the kernel passes on unread: the bytes of a message and, where the edge has decoded them,
// the message. Neither ever changes: copies share them. Any thread. `Message` may be incomplete.
template <typename Message>
class Payload {
public:
    Payload() = default;
    Payload(std::string bytes, std::shared_ptr<const Message> message = nullptr)
        : m_bytes(std::make_shared<const std::string>(std::move(bytes))),
          m_message(std::move(message)) { }

    const std::string& bytes() const {
        static const std::string none;
        return m_bytes ? *m_bytes : none;
    }
    const std::shared_ptr<const Message>& message() const { return m_message; } // null: not decoded

    // Of this copy only. REQUIRES: it is what the bytes say.
    void keepMessage(std::shared_ptr<const Message> message) { m_message = std::move(message); }
    void dropMessage() { m_message.reset(); } // for whoever keeps many and reads few

    bool operator==(const Payload& other) const {
        return m_bytes == other.m_bytes || bytes() == other.bytes();
    }

private:
    std::shared_ptr<const std::string> m_bytes;
    std::shared_ptr<const Message> m_message;
};

} // namespace muster
