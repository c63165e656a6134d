// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/account_lookup.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <unordered_map>

namespace muster::agentd {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kMostAccounts = 4096; // names come from clients

} // namespace

struct AccountLookup::State {
    struct Known {
        std::optional<Acls::Account> account;
        Clock::time_point until;
    };

    State(Acls::Accounts ask_, Options options_) : ask(std::move(ask_)), options(options_) { }

    bool isOpen(const std::string& user) const {
        return std::ranges::find(open, user) != open.end();
    }
    const Known* find(const std::string& user) const {
        const auto found = known.find(user);
        return found == known.end() ? nullptr : &found->second;
    }

    const Acls::Accounts ask;
    const Options options;
    std::mutex mutex; // guards the rest
    std::condition_variable answered;
    std::deque<std::string> open; // being asked for: the first one now
    std::unordered_map<std::string, Known> known;
};

namespace {

// Ends with the last open question. Nobody waits for it, since it may never end.
template <typename State>
void answerAll(const std::shared_ptr<State>& state) {
    std::unique_lock lock(state->mutex);
    while (!state->open.empty()) {
        const auto user = state->open.front();
        lock.unlock();
        const auto found = state->ask(user);
        lock.lock();
        if (found) {
            if (state->known.size() >= kMostAccounts) {
                state->known.clear();
            }
            state->known[user] = {*found, Clock::now() + state->options.kept};
        }
        state->open.pop_front();
        state->answered.notify_all();
    }
}

} // namespace

AccountLookup::AccountLookup(Acls::Accounts ask, Options options)
    : m_state(std::make_shared<State>(std::move(ask), options)) { }

Result<std::optional<Acls::Account>> AccountLookup::operator()(const std::string& user) const {
    auto& state = *m_state;
    std::unique_lock lock(state.mutex);
    if (const auto* known = state.find(user); known && Clock::now() < known->until) {
        return known->account;
    }
    const bool isFree = state.open.empty();
    if (!state.isOpen(user) && state.open.size() < kMostAccounts) {
        state.open.push_back(user);
    }
    if (isFree) {
        std::thread([shared = m_state] { answerAll(shared); }).detach();
        state.answered.wait_for(lock, state.options.patience, [&] { return !state.isOpen(user); });
    }
    if (const auto* known = state.find(user)) {
        return known->account;
    }
    return failure(fmt::format("User '{}' could not be looked up yet: try again", user),
        Error::Kind::Unavailable);
}

} // namespace muster::agentd
