// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/offer_table.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

namespace muster::cluster {

namespace {

// O(1): the last one gets its place.
void takeOut(std::vector<OfferEntry*>& entries, std::size_t OfferEntry::*place, OfferEntry& entry) {
    entries[entry.*place] = entries.back();
    entries[entry.*place]->*place = entry.*place;
    entries.pop_back();
}

} // namespace

std::vector<OfferEntry*> OfferTable::Part::oldestFirst() const {
    std::vector<OfferEntry*> sorted = m_offers;
    std::ranges::sort(sorted, std::less(), &OfferEntry::number);
    return sorted;
}

std::vector<OfferEntry*> OfferTable::Part::youngestFirst() const {
    std::vector<OfferEntry*> sorted = m_offers;
    std::ranges::sort(sorted, std::greater(), &OfferEntry::number);
    return sorted;
}

OfferTable::OfferTable(std::string prefix, std::optional<Duration> timeout, Deadlines& deadlines)
    : m_prefix(std::move(prefix)), m_timeout(timeout), m_deadlines(deadlines) { }

OfferTable::Name OfferTable::nextName() {
    Name name{m_next++, {}};
    name.id.value.reserve(m_prefix.size() + 10);
    name.id.value.append(m_prefix).append(std::to_string(name.number));
    return name;
}

OfferEntry& OfferTable::add(OfferNumber number, OfferPtr offer, Uptime made, AgentEntry& agent,
    Part& ofAgent, ClientEntry& client, Part& ofFramework) {
    OfferEntry& entry = m_offers.emplace_hint(m_offers.end(), number, OfferEntry{})->second;
    entry = {std::move(offer), made, number, &agent, &client, ofAgent.m_offers.size(),
        ofFramework.m_offers.size()};
    ofAgent.m_offers.push_back(&entry);
    ofFramework.m_offers.push_back(&entry);
    if (m_timeout) {
        m_deadlines.insert({made + *m_timeout, Deadlines::Kind::OfferTimeout, 0, 0});
    }
    return entry;
}

void OfferTable::remove(OfferEntry& entry, Part& ofAgent, Part& ofFramework) {
    takeOut(ofAgent.m_offers, &OfferEntry::atAgent, entry);
    takeOut(ofFramework.m_offers, &OfferEntry::atFramework, entry);
    if (m_timeout && isLastOfItsTime(entry)) {
        m_deadlines.erase({entry.made + *m_timeout, Deadlines::Kind::OfferTimeout, 0, 0});
    }
    m_offers.erase(entry.number);
}

// Offers are numbered as they are made: those of one instant are neighbours.
bool OfferTable::isLastOfItsTime(const OfferEntry& entry) const {
    const auto at = m_offers.find(entry.number);
    const auto next = std::next(at);
    const Uptime made = entry.made;
    return (at == m_offers.begin() || std::prev(at)->second.made != made)
        && (next == m_offers.end() || next->second.made != made);
}

OfferEntry* OfferTable::find(const OfferId& id) {
    std::string_view text = id.value;
    if (!text.starts_with(m_prefix)) {
        return nullptr;
    }
    text.remove_prefix(m_prefix.size());
    OfferNumber number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto found = m_offers.find(number);
    const bool exact
        = error == std::errc{} && found != m_offers.end() && found->second.offer->id == id;
    return exact ? &found->second : nullptr;
}

OfferEntry* OfferTable::firstOverdue(Uptime now) {
    const bool is
        = m_timeout && !m_offers.empty() && m_offers.begin()->second.made + *m_timeout <= now;
    return is ? &m_offers.begin()->second : nullptr;
}

std::vector<OfferEntry*> OfferTable::youngestFirst() {
    std::vector<OfferEntry*> entries;
    entries.reserve(m_offers.size());
    for (auto at = m_offers.rbegin(); at != m_offers.rend(); ++at) {
        entries.push_back(&at->second);
    }
    return entries;
}

} // namespace muster::cluster
