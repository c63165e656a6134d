// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/service_account.h"

#include <array>
#include <string_view>

namespace muster::net {

namespace {

constexpr const char* kServiceName = "muster";

} // namespace

bool isServiceAccount(const passwd& account) {
    constexpr uid_t kFirstPerson = 1000; // Debian's
    return std::string_view(account.pw_name) == kServiceName && account.pw_uid < kFirstPerson
        && std::string_view(account.pw_dir) == "/var/lib/muster";
}

std::optional<uid_t> serviceAccount() {
    std::array<char, 4096> texts{};
    passwd account{};
    passwd* found = nullptr;
    const int error = ::getpwnam_r(kServiceName, &account, texts.data(), texts.size(), &found);
    return error == 0 && found != nullptr && isServiceAccount(account)
        ? std::optional(account.pw_uid)
        : std::nullopt;
}

} // namespace muster::net
