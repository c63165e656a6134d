// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include <QString>

#include "core/proto/muster/v1/console.pb.h"

namespace muster::models {

// What a user typed into the submit form, before anybody believed it.
struct JobDraft {
    QString name;
    QString image; // as Docker names it; empty: the machine's own files
    QString command; // may be empty with an image: its own
    int gpus = 1;
    double cpus = 1;
    int memMebibytes = 1024;
    QString gpuType; // empty: any; else the value of the agents' attribute "gpu"
    bool linked = false;
    int priority = 0;
    int retries = 0;

    bool operator==(const JobDraft&) const = default;
};

enum class DraftField { Name, Image, Command, Gpus, Cpus, Memory, GpuType, Linked };

// What is wrong, by field, in words that say the remedy. Empty: it can be sent.
std::map<DraftField, QString> problems(const JobDraft& draft);

// The same job on the command line, quoted for a POSIX shell.
QString commandLine(const JobDraft& draft, const QString& separator = QStringLiteral(" "));

v1::SubmitJob toRequest(const JobDraft& draft, const QString& user);

} // namespace muster::models
