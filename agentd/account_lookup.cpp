// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/account_lookup.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <unordered_set>

namespace muster::agentd {
namespace {

using Clock = std::chrono::steady_clock;

} // namespace

struct AccountLookup::State : std::enable_shared_from_this<State> {
    struct Known {
        std::optional<Acls::Account> account;
        Clock::time_point until;
        std::uint64_t wanted = 0; // the number of the newest question for it
    };

    State(Acls::Accounts ask_, Options options_) : ask(std::move(ask_)), options(options_) { }

    bool isOpen(const std::string& user) const {
        return std::ranges::find(open, user) != open.end();
    }
    bool isLate() const { return Clock::now() >= began + options.patience; }
    Known* find(const std::string& user) {
        const auto found = known.find(user);
        return found == known.end() ? nullptr : &found->second;
    }
    bool start();
    void enqueue(const std::string& user);
    void answerAll();
    void keep(const std::string& user, std::optional<Acls::Account> account);

    const Acls::Accounts ask;
    const Options options;
    std::mutex mutex; // guards the rest
    std::condition_variable asked; // or ended
    std::condition_variable answered;
    std::deque<std::string> open; // to be asked for: the first one now
    Clock::time_point began; // to ask for the first one
    std::unordered_map<std::string, Known> known;
    std::unordered_set<std::string> pinned;
    std::uint64_t questions = 0;
    bool hasThread = false;
    bool ended = false;
};

// Nobody waits for its end, which may never come while a directory service does not answer.
bool AccountLookup::State::start() {
    if (!hasThread) {
        try {
            std::thread([self = shared_from_this()] { self->answerAll(); }).detach();
            hasThread = true;
        } catch (const std::system_error&) { // tried again with the next question
        }
    }
    return hasThread;
}

void AccountLookup::State::enqueue(const std::string& user) {
    if (isOpen(user) || open.size() >= options.most || !start()) {
        return;
    }
    if (open.empty()) {
        began = Clock::now();
    }
    open.push_back(user);
    asked.notify_one();
}

void AccountLookup::State::answerAll() {
    std::unique_lock lock(mutex);
    while (true) {
        asked.wait(lock, [this] { return ended || !open.empty(); });
        if (ended) {
            return;
        }
        const auto user = open.front();
        began = Clock::now();
        lock.unlock();
        auto found = ask(user);
        lock.lock();
        if (found) {
            keep(user, std::move(*found));
        }
        open.pop_front();
        answered.notify_all();
    }
}

void AccountLookup::State::keep(const std::string& user, std::optional<Acls::Account> account) {
    auto& one = known[user];
    one.account = std::move(account);
    one.until = Clock::now() + options.kept;
    one.wanted = ++questions;
    if (known.size() <= options.most + pinned.size()) {
        return;
    }
    auto oldest = known.end();
    for (auto at = known.begin(); at != known.end(); ++at) {
        const bool isOlder = oldest == known.end() || at->second.wanted < oldest->second.wanted;
        if (isOlder && !pinned.contains(at->first)) {
            oldest = at;
        }
    }
    known.erase(oldest);
}

AccountLookup::AccountLookup(Acls::Accounts ask, Options options) {
    const auto state = std::make_shared<State>(std::move(ask), options);
    m_state = std::shared_ptr<State>(state.get(), [state](State*) { // the last copy is gone
        const std::lock_guard lock(state->mutex);
        state->ended = true;
        state->asked.notify_one();
    });
}

Result<std::optional<Acls::Account>> AccountLookup::operator()(const std::string& user) const {
    auto& state = *m_state;
    std::unique_lock lock(state.mutex);
    if (auto* known = state.find(user)) {
        known->wanted = ++state.questions;
        if (Clock::now() >= known->until) {
            state.enqueue(user);
        }
        return known->account;
    }
    const bool isAsked = state.isOpen(user);
    state.enqueue(user);
    if (!isAsked && !state.isLate()) {
        state.answered.wait_until(
            lock, state.began + state.options.patience, [&] { return !state.isOpen(user); });
    }
    if (const auto* known = state.find(user)) {
        return known->account;
    }
    return failure(fmt::format("User '{}' could not be looked up yet: try again; if it stays so, "
                               "check the directory service of the master's host (getent passwd)",
                       user),
        Error::Kind::Unavailable);
}

void AccountLookup::pin(const std::string& user) const {
    const std::lock_guard lock(m_state->mutex);
    m_state->pinned.insert(user);
}

} // namespace muster::agentd
