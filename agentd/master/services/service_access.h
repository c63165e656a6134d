// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "agentd/gate.h"
#include "agentd/master/console_rights.h"
#include "agentd/master/control.h"
#include "agentd/master/viewer.h"

namespace muster::agentd::marathon {

inline bool sees(const Viewer& viewer, const services::AppSpec& spec, const Control& control) {
    return viewer.may(Acls::Action::ViewTasks, userOf(spec, control));
}

// Whether somebody may order that of all these apps. One that is not there belongs to nobody: who
// may not do it to everything hears the same as of one that is.
Status may(const Gate& gate, const std::string& principal, ServiceCall call,
    const std::vector<services::AppId>& apps, const Control& control);

} // namespace muster::agentd::marathon
