// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/services/service_access.h"

namespace muster::agentd::marathon {

Status may(const Gate& gate, const std::string& principal, ServiceCall call,
    const std::vector<services::AppId>& apps, const Control& control) {
    for (const auto& id : apps) {
        const auto* app = control.services().app(id);
        const auto object = app != nullptr ? Object(userOf(app->spec, control)) : Object();
        if (auto permitted = gate.ask(rightOf(call), {principal}, object); !permitted) {
            return permitted;
        }
    }
    return {};
}

} // namespace muster::agentd::marathon
