// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include <QString>

#include "core/spec/job_text.h"

namespace muster::models {

using Problems = std::map<spec::Part, QString>;

// What is wrong with a job, in words that say the remedy. Empty: it can be sent. A form asks for
// more than the command line does: a name, and amounts that something can run with.
Problems problems(const spec::JobText& job);

// The value of its first constraint of the attribute "gpu"; empty: any will do.
QString gpuTypeOf(const spec::JobText& job);
std::string gpuTypeConstraint(const QString& type);
bool isGpuTypeConstraint(const std::string& constraint);

} // namespace muster::models
