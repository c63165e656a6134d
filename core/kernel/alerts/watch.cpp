// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/alerts/watch.h"

#include <algorithm>

#include "core/kernel/base/operator_command.h"

namespace muster::alerts {
namespace {

constexpr Duration kReturn = std::chrono::minutes(15); // agents and frameworks may take 10 min

bool isMuted(const Alert& alert, Now now) {
    return alert.seen && alert.seen->mutedUntil && *alert.seen->mutedUntil > now.wall;
}

bool hasEnded(const Alert& alert) {
    return alert.since == Instant{};
}

std::string describe(const Alert& alert) {
    return fmt::format("{} on {}: {}", info(alert.rule).name, alert.name, alert.text);
}

} // namespace

Watch::Watch(Thresholds thresholds, std::vector<Alert> remembered, Now now)
    : m_thresholds(thresholds),
      m_confirmUntil(now.uptime + std::max(kReturn, thresholds.idleHold + kReturn)) {
    for (auto& alert : remembered) {
        auto id = idOf(alert.rule, alert.object);
        m_absent.insert_or_assign(std::move(id), std::move(alert));
    }
    dropAbsent(now);
}

void Watch::light(Rule rule, const std::string& object, std::string name, std::string text,
    Instant since, Now now) {
    const auto id = idOf(rule, object);
    if (const auto lit = m_alerts.find(id); lit != m_alerts.end()) {
        if (lit->second.text != text || lit->second.name != name) {
            lit->second.text = std::move(text);
            lit->second.name = std::move(name);
            m_news.alerts.insert(id);
        }
        return;
    }
    Alert alert{rule, object, std::move(name), std::move(text), since, std::nullopt};
    auto known = m_absent.extract(id);
    const bool wasLit = known && !hasEnded(known.mapped());
    if (wasLit) {
        alert.since = std::min(since, known.mapped().since);
    }
    if (known && (wasLit || isMuted(known.mapped(), now))) {
        alert.seen = std::move(known.mapped().seen);
    }
    if (!wasLit) {
        event("alert raised", object, describe(alert));
    }
    m_alerts.emplace(id, std::move(alert));
    m_news.alerts.insert(id);
}

void Watch::dim(Rule rule, const std::string& object, Now now) {
    auto gone = m_alerts.extract(idOf(rule, object));
    if (!gone) {
        return;
    }
    auto& alert = gone.mapped();
    event("alert ended", object, fmt::format("{} on {}", info(rule).name, alert.name));
    m_news.alerts.insert(gone.key());
    if (isMuted(alert, now)) {
        alert.since = {};
        m_absent.insert(std::move(gone));
        dropAbsent(now);
    }
}

// Its cause is certainly over, so the next time it is another alert: also one of the last life that
// was not lit again yet.
void Watch::end(Rule rule, const std::string& object, Now now) {
    dim(rule, object, now);
    const auto absent = m_absent.find(idOf(rule, object));
    if (absent != m_absent.end() && !hasEnded(absent->second)) {
        endAbsent(absent->second);
        dropAbsent(now);
    }
}

void Watch::endAbsent(Alert& alert) {
    event("alert ended", alert.object, fmt::format("{} on {}", info(alert.rule).name, alert.name));
    m_news.alerts.insert(idOf(alert.rule, alert.object));
    alert.since = {};
}

// Those whose mute is over, and those of the last life that did not come back in time.
void Watch::dropAbsent(Now now) {
    m_absentDue.reset();
    for (auto it = m_absent.begin(); it != m_absent.end();) {
        auto& [id, alert] = *it;
        if (!hasEnded(alert) && now.uptime >= m_confirmUntil) {
            endAbsent(alert);
        }
        if (hasEnded(alert) && !isMuted(alert, now)) {
            m_news.alerts.insert(id);
            it = m_absent.erase(it);
            continue;
        }
        const auto due = hasEnded(alert) ? now.lookAt(*alert.seen->mutedUntil) : m_confirmUntil;
        m_absentDue = std::min(m_absentDue.value_or(due), due);
        ++it;
    }
}

Status Watch::acknowledge(const std::string& id, Acknowledgement seen, Now now) {
    const auto lit = m_alerts.find(id);
    if (lit == m_alerts.end()) {
        return unknownObject(OperatorCommandInfo::Object::Alert, id);
    }
    if (seen.mutedUntil && *seen.mutedUntil <= now.wall) {
        return failure("The alert would be muted until a time in the past");
    }
    auto detail = fmt::format("{} on {}{}{}", info(lit->second.rule).name, lit->second.name,
        seen.note.empty() ? "" : ": ", seen.note);
    if (seen.mutedUntil) {
        detail += fmt::format("; muted until {}", isoTime(*seen.mutedUntil));
    }
    m_news.events.push_back(
        {seen.author, std::string(muster::info(OperatorCommand::AcknowledgeAlert).name),
            lit->second.object, std::move(detail)});
    m_news.alerts.insert(id);
    lit->second.seen = std::move(seen);
    return {};
}

Result<std::string> Watch::find(const std::string& beginning) const {
    const auto first = m_alerts.lower_bound(beginning);
    auto end = first;
    std::size_t found = 0;
    while (end != m_alerts.end() && end->first.starts_with(beginning)) {
        ++end;
        ++found;
    }
    if (found == 0 || beginning.empty()) {
        return failure(fmt::format("No alert '{}': 'muster alerts' lists them", beginning),
            Error::Kind::NotFound);
    }
    if (found > 1 && first->first != beginning) {
        return failure(
            fmt::format("'{}' is the beginning of {} alerts: give more of it", beginning, found));
    }
    return first->first;
}

const Alert* Watch::stored(const std::string& id) const {
    for (const auto* all : {&m_alerts, &m_absent}) {
        if (const auto found = all->find(id); found != all->end()) {
            return &found->second;
        }
    }
    return nullptr;
}

News Watch::take() {
    return std::exchange(m_news, {});
}

void Watch::event(std::string action, std::string object, std::string detail) {
    m_news.events.push_back({"master", std::move(action), std::move(object), std::move(detail)});
}

void Watch::tick(Now now) {
    if (m_absentDue && *m_absentDue <= now.uptime) {
        dropAbsent(now);
    }
    lightJobs(now);
}

} // namespace muster::alerts
