// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <QString>

#include "core/proto/muster/v1/console.pb.h"

namespace muster::console {

// A call of the REST APIs of services and schedules, by the connection that is there already.
v1::Request apiCall(const char* method, const std::string& target, const std::string& body = {});
// Why what was asked for was not done; empty: it was.
QString refusalOf(const v1::Reply& reply);

} // namespace muster::console
