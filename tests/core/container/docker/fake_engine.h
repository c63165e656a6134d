// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/container/docker/engine.h"
#include "core/container/files.h"
#include "tests/support/temporary_folder.h"

namespace muster::container::docker {

// Listens on a unix socket, takes one connection after the other, reads a request and writes what a
// test wants it to.
class FakeEngine {
public:
    using Pieces = std::vector<std::string>; // "(wait)": until the client hangs up

    void answerFirst(std::vector<Pieces> answers); // the first connections
    void answerTo(std::string words, Pieces pieces); // of later ones those with these words
    void answer(Pieces pieces); // all others
    std::vector<std::string> requests() const; // as they came

    FakeEngine();
    FakeEngine(const FakeEngine&) = delete;
    FakeEngine& operator=(const FakeEngine&) = delete;
    ~FakeEngine();

    std::string socket() const { return m_folder / "s"; }
    Engine engine(std::size_t largestAnswer = 1 << 20) const {
        return Engine({.socket = socket(), .largestAnswer = largestAnswer});
    }

private:
    bool waitFor(const Fd& fd) const;
    void serve();
    std::string readRequest(const Fd& client) const;
    Pieces take(std::string request);

    mutable std::mutex m_mutex; // guards the four below
    std::vector<Pieces> m_first;
    std::vector<std::pair<std::string, Pieces>> m_special;
    Pieces m_pieces;
    std::vector<std::string> m_requests;
    test::TemporaryFolder m_folder;
    Fd m_listener;
    Fd m_end;
    std::thread m_thread;
};

// A whole answer.
std::string answer(const std::string& body, const char* status = "200 OK");
// The head of a stream, and a piece of it.
inline const char* const kStream = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
std::string chunk(const std::string& text);

} // namespace muster::container::docker
