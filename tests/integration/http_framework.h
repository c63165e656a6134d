// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/proto/json_text.h"
#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"
#include "core/proto/mesos_json.h"
#include "tests/support/e2e/http.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {

// Speaks one media type and acknowledges every update.
class HttpFramework {
public:
    HttpFramework(const Daemon& master, std::string media, bool partitionAware)
        : m_port(master.port), m_media(std::move(media)) {
        m_headers = {{"Authorization", "Bearer " + master.token()}, {"Content-Type", m_media},
            {"Accept", m_media}};
        nlohmann::json capabilities = {{{"type", "GPU_RESOURCES"}}};
        if (partitionAware) {
            capabilities.push_back({{"type", "PARTITION_AWARE"}});
        }
        const nlohmann::json call = {{"type", "SUBSCRIBE"},
            {"subscribe",
                {{"framework_info",
                    {{"user", "root"}, {"name", "table"}, {"capabilities", capabilities}}}}}};
        m_stream = std::make_unique<RecordStream>(m_port, kSchedulerPath, m_headers, body(call));
        EXPECT_EQ(m_stream->head().status, 200u);
        m_headers.emplace_back("Mesos-Stream-Id", m_stream->head().headers.at("mesos-stream-id"));
        EXPECT_TRUE(hears([this] { return !m_id.empty(); }));
    }

    // `call` without its framework_id.
    void send(nlohmann::json call) {
        call["framework_id"]["value"] = m_id;
        EXPECT_EQ(http(m_port, "POST", kSchedulerPath, m_headers, body(call)).status, 202u) << call;
    }
    bool hears(const std::function<bool()>& condition, Patience patience = 10s) {
        const auto end = std::chrono::steady_clock::now() + patience;
        while (!condition() && std::chrono::steady_clock::now() < end) {
            next(50ms);
        }
        return condition();
    }
    // What came of that task after the first `known` updates.
    std::optional<mesos::v1::TaskStatus> update(const std::string& task, std::size_t known = 0) {
        const auto found = [&]() -> const mesos::v1::TaskStatus* {
            auto left = known;
            for (const auto& status : m_updates) {
                if (status.task_id().value() == task && left-- == 0) {
                    return &status;
                }
            }
            return nullptr;
        };
        return hears([&] { return found() != nullptr; }) ? std::optional(*found()) : std::nullopt;
    }
    std::size_t updates(const std::string& task) const {
        return static_cast<std::size_t>(std::ranges::count_if(
            m_updates, [&](const auto& status) { return status.task_id().value() == task; }));
    }
    // One that nobody has used yet.
    mesos::v1::Offer offer() {
        EXPECT_TRUE(hears([this] { return !m_offers.empty(); }));
        auto out = m_offers.empty() ? mesos::v1::Offer() : m_offers.back();
        m_offers.clear();
        return out;
    }

private:
    std::string body(const nlohmann::json& call) const {
        if (m_media == kJson) {
            return call.dump();
        }
        mesos::v1::scheduler::Call message;
        const auto read = proto::readMesosJson(call.dump(), message);
        EXPECT_TRUE(read) << read.error().message;
        return message.SerializeAsString();
    }
    void next(Patience patience) {
        const auto record = m_stream->next(patience);
        if (!record) {
            return;
        }
        mesos::v1::scheduler::Event event;
        EXPECT_TRUE(m_media == kJson ? proto::readMesosJson(*record, event).has_value()
                                     : event.ParseFromString(*record));
        if (event.type() == mesos::v1::scheduler::Event::SUBSCRIBED) {
            m_id = event.subscribed().framework_id().value();
        } else if (event.type() == mesos::v1::scheduler::Event::OFFERS) {
            m_offers.assign(event.offers().offers().begin(), event.offers().offers().end());
        } else if (event.type() == mesos::v1::scheduler::Event::UPDATE) {
            const auto& status = m_updates.emplace_back(event.update().status());
            if (status.has_uuid()) {
                std::string uuid;
                proto::appendBase64(status.uuid(), uuid);
                send({{"type", "ACKNOWLEDGE"},
                    {"acknowledge",
                        {{"agent_id", {{"value", status.agent_id().value()}}},
                            {"task_id", {{"value", status.task_id().value()}}}, {"uuid", uuid}}}});
            }
        }
    }

    std::uint16_t m_port;
    std::string m_media;
    HttpHeaders m_headers;
    std::unique_ptr<RecordStream> m_stream;
    std::string m_id;
    std::vector<mesos::v1::Offer> m_offers;
    std::vector<mesos::v1::TaskStatus> m_updates;
};

} // namespace muster::e2e
