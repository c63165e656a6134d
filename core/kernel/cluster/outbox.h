// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/kernel/base/operator_command.h"
#include "core/kernel/cluster/master.h"

namespace muster::cluster {

// What leaves the master at the end of an apply. Events and audits come first, whenever they were
// told: they are made durable before anybody hears of them. Among themselves all keep their order.
class Outbox {
public:
    void tell(Event event) { m_events.push_back(std::move(event)); }
    void expectEvents(std::size_t more) { m_events.reserve(m_events.size() + more); }
    void audit(std::string author, std::string action, std::string object, std::string detail) {
        m_audits.push_back(
            {std::move(author), std::move(action), std::move(object), std::move(detail)});
    }
    void audit(std::string author, CommandKind command, std::string object, std::string detail) {
        audit(std::move(author), std::string(info(command).name), std::move(object),
            std::move(detail));
    }
    void send(std::optional<Link> link, FrameworkEvent event) { // without a link: to nobody
        if (link) {
            m_messages.emplace_back(SendFramework{*link, std::move(event)});
        }
    }
    void send(std::optional<Link> link, AgentCommand command) {
        if (link) {
            m_messages.emplace_back(SendAgent{*link, std::move(command)});
        }
    }
    void close(Link link, std::string reason) {
        m_messages.emplace_back(CloseLink{link, std::move(reason)});
    }
    void answer(std::uint64_t request, Status status) {
        m_messages.emplace_back(Answer{request, std::move(status)});
    }
    void drop(FrameworkId framework, std::string reason) {
        m_messages.emplace_back(Dropped{std::move(framework), std::move(reason)});
    }

    std::vector<Event> takeEvents() { return std::exchange(m_events, {}); }
    std::vector<MasterOutput> take() {
        std::vector<MasterOutput> outputs;
        outputs.reserve(1 + m_audits.size() + m_messages.size());
        if (!m_events.empty()) {
            outputs.emplace_back(Events{takeEvents()});
        }
        std::move(m_audits.begin(), m_audits.end(), std::back_inserter(outputs));
        std::move(m_messages.begin(), m_messages.end(), std::back_inserter(outputs));
        m_audits.clear();
        m_messages.clear();
        return outputs;
    }

private:
    std::vector<Event> m_events;
    std::vector<Audit> m_audits;
    std::vector<MasterOutput> m_messages;
};

// Entries of which views show something else now, each once and in order until they are taken.
// REQUIRES: an entry that is removed is dropped before.
template <typename Entry>
class ChangedEntries {
public:
    void add(Entry& entry) {
        if (!std::exchange(entry.hasChanged, true)) {
            m_entries.push_back(&entry);
        }
    }
    void drop(Entry& entry) {
        if (std::exchange(entry.hasChanged, false)) {
            std::erase(m_entries, &entry);
        }
    }
    // What is added while somebody walks over it by position is met as well.
    std::size_t size() const { return m_entries.size(); }
    Entry& operator[](std::size_t place) const { return *m_entries[place]; }
    std::vector<Entry*> take() {
        for (Entry* entry : m_entries) {
            entry->hasChanged = false;
        }
        return std::exchange(m_entries, {});
    }

private:
    std::vector<Entry*> m_entries;
};

} // namespace muster::cluster
