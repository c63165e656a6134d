// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <thread>

#include <boost/asio/io_context.hpp>

namespace muster::cli {

// Reads a descriptor of any kind, piece by piece as it is asked to, on a thread of its own: the
// caller's shell shares the descriptor, so that it must not become non-blocking.
class InputReader {
public:
    // `onPiece` is called on the io_context's thread; an empty piece is the end.
    InputReader(boost::asio::io_context& io, int descriptor,
        std::function<void(const std::string& piece)> onPiece);
    ~InputReader();
    InputReader(const InputReader&) = delete;
    InputReader& operator=(const InputReader&) = delete;

    void next(); // one further piece

private:
    void run();
    bool waitFor(int descriptor) const; // false: it is over

    boost::asio::io_context& m_io;
    int m_input;
    std::function<void(const std::string&)> m_onPiece;
    int m_wanted; // eventfds
    int m_stop;
    std::thread m_thread;
};

} // namespace muster::cli
