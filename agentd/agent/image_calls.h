// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <stop_token>

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include "agentd/agent/images.h"
#include "core/proto/muster/v1/agent.pb.h"

namespace muster::agentd {

// Answers what operators ask of this machine's images. Pulls block, so the work is done on threads
// of its own; the calls and `send` are on the io_context's thread.
class ImageCalls {
public:
    using Send = std::function<void(muster::v1::AgentMessage)>;

    ImageCalls(boost::asio::io_context& io, Images& images, Send send);
    ~ImageCalls(); // gives up what is under way

    void take(const muster::v1::AgentCommand::Images& command);
    void cancelAll(); // nobody hears the answers

private:
    using Report = muster::v1::ImageReport;

    Report answer(std::uint64_t id, const muster::v1::ImageCall& call, const std::stop_token& stop);
    Report list() const;
    Report pull(std::uint64_t id, const std::string& name, const std::stop_token& stop);
    Report prune();
    void post(std::uint64_t id, Report report); // from any thread

    boost::asio::io_context& m_io;
    Images& m_images;
    Send m_send;
    std::map<std::uint64_t, std::stop_source> m_calls;
    boost::asio::thread_pool m_workers;
};

} // namespace muster::agentd
