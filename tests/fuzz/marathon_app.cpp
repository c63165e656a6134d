// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/app_filter.h"
#include "agentd/master/marathon/app_json.h"
#include "agentd/master/marathon/group_json.h"
#include "agentd/master/marathon/haproxy_config.h"
#include "tests/fuzz/check.h"

namespace {

using namespace muster;
using namespace muster::agentd::marathon;

void checkRefusal(const Refusal& refusal) {
    fuzz::check(refusal.status >= 400 && refusal.status < 500, "a refusal has such a status");
    fuzz::check(Json::parse(refusal.body, nullptr, false).contains("message"), "it has a message");
}

// No label is more than a word in it.
void checkConfig(const services::AppSpec& app) {
    services::App known;
    known.spec = app;
    known.spec.labels["HAPROXY_GROUP"] = "external";
    const std::vector<AppView> views{{known}};
    const auto config = haproxyConfig(views);
    for (const char c : config) {
        fuzz::check(c == '\n' || (c >= ' ' && c < 0x7f), "it is plain text");
    }
}

void checkApp(const services::AppSpec& app) {
    auto again = newApp(app.document, {});
    fuzz::check(again.has_value(), "what is answered is taken");
    again->instances = app.instances;
    fuzz::check(*again == app, "an app is read as it was written");
    const auto existing = [&](const services::AppId& id) { return id == app.id ? &app : nullptr; };
    const auto same = appChange("{}", app.id, existing, true, {});
    fuzz::check(same && std::get<services::AppSpec>(same->to) == app, "no change changes nothing");
    services::App known;
    known.spec = app;
    const auto answer = appAnswer({known}, {}, Instant());
    fuzz::check(Json::parse(answer, nullptr, false)["app"]["id"] == app.id.value, "it is answered");
    checkConfig(app);
}

} // namespace

// An app or a group, several apps, or what selects some of them.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto text = fuzz::textOf(data, size);
    if (text.starts_with('{')) {
        if (const auto app = newApp(text, {})) {
            checkApp(*app);
        } else {
            checkRefusal(app.error());
        }
        if (const auto group = groupChange(text, kRoot, {}); !group) {
            checkRefusal(group.error());
        }
    } else if (text.starts_with('[')) {
        const auto none = [](const services::AppId&) { return nullptr; };
        if (const auto several = appChanges(text, none, false, {}); !several) {
            checkRefusal(several.error());
        }
    } else if (const auto selector = LabelSelector::parse(text)) {
        (void)selector->matches({{"a", "b"}});
    }
    return 0;
}
