// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "agentd/json_writer.h"
#include "agentd/master/marathon/app_answers.h"

namespace muster::agentd::marathon {

void appendTask(
    const services::Instance& instance, const services::AppSpec& app, api::JsonWriter& json);

// The values of "ipAddresses" and "ports", as far as they are known.
void appendAddresses(const services::Instance& instance, api::JsonWriter& json);
void appendHostPorts(const services::Instance& instance, api::JsonWriter& json);

// {"tasks":[...]} of all these apps.
std::string tasksAnswer(std::span<const AppView> views);

// For scripts: a line a service port, "group_app\t10000\thost:31000\thost:31001\t". Of an app
// without ports "group_app\t \thost host ". Of tasks that run.
std::string endpointTable(std::span<const AppView> views);

} // namespace muster::agentd::marathon
