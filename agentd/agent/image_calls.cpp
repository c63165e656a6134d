// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/image_calls.h"

#include <boost/asio/post.hpp>

#include "core/proto/time.h"

namespace muster::agentd {
namespace {

constexpr std::size_t kCallWorkers = 2;

void add(muster::v1::ImageReport& report, const container::image::ImageInfo& image) {
    auto& row = *report.add_images();
    row.set_digest(image.digest);
    for (const auto& name : image.names) {
        row.add_names(name);
    }
    row.set_size_bytes(image.size.value);
    row.set_last_used_ms(proto::milliseconds(image.lastUsed));
    row.set_containers(static_cast<std::uint32_t>(image.holders.size()));
}

muster::v1::ImageReport failed(const Error& error) {
    muster::v1::ImageReport out;
    out.set_error(error.message);
    return out;
}

} // namespace

ImageCalls::ImageCalls(boost::asio::io_context& io, Images& images, Send send)
    : m_io(io), m_images(images), m_send(std::move(send)), m_workers(kCallWorkers) { }

ImageCalls::~ImageCalls() {
    cancelAll();
    m_workers.join();
}

void ImageCalls::take(const muster::v1::AgentCommand::Images& command) {
    if (!command.has_call()) {
        if (const auto found = m_calls.find(command.id()); found != m_calls.end()) {
            found->second.request_stop();
        }
        return;
    }
    const auto stop = m_calls[command.id()].get_token();
    boost::asio::post(m_workers, [this, id = command.id(), call = command.call(), stop] {
        auto report = answer(id, call, stop);
        report.set_end(true);
        post(id, std::move(report));
    });
}

void ImageCalls::cancelAll() {
    for (auto& [id, stop] : m_calls) {
        stop.request_stop();
    }
}

void ImageCalls::post(std::uint64_t id, Report report) {
    boost::asio::post(m_io, [this, id, report = std::move(report)]() mutable {
        if (report.end()) {
            m_calls.erase(id);
        }
        muster::v1::AgentMessage message;
        message.mutable_images()->set_id(id);
        *message.mutable_images()->mutable_report() = std::move(report);
        m_send(std::move(message));
    });
}

ImageCalls::Report ImageCalls::answer(
    std::uint64_t id, const muster::v1::ImageCall& call, const std::stop_token& stop) {
    switch (call.call_case()) {
    case muster::v1::ImageCall::kList:
        return list();
    case muster::v1::ImageCall::kPull:
        return pull(id, call.pull(), stop);
    case muster::v1::ImageCall::kPrune:
        return prune();
    case muster::v1::ImageCall::CALL_NOT_SET:
        break;
    }
    return failed({"The agent does not know this image request: it may be older than the master"});
}

ImageCalls::Report ImageCalls::list() const {
    Report out;
    for (const auto& image : m_images.store().list()) {
        add(out, image);
    }
    return out;
}

ImageCalls::Report ImageCalls::pull(
    std::uint64_t id, const std::string& name, const std::stop_token& stop) {
    const auto image = m_images.pull(name, stop, everyFewSeconds([this, id](std::string sentence) {
        Report report;
        report.set_progress(std::move(sentence));
        post(id, std::move(report));
    }));
    if (!image) {
        return failed(image.error());
    }
    Report out;
    for (const auto& known : m_images.store().list()) {
        if (known.digest == *image) {
            add(out, known);
        }
    }
    return out;
}

ImageCalls::Report ImageCalls::prune() {
    const auto freed = m_images.store().prune();
    if (!freed) {
        return failed(freed.error());
    }
    Report out;
    for (const auto& digest : freed->images) {
        out.add_removed(digest);
    }
    out.set_freed_bytes(freed->bytes.value);
    return out;
}

} // namespace muster::agentd
