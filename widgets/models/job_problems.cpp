// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/job_problems.h"

#include <algorithm>

#include <QCoreApplication>

#include "core/kernel/base/units.h"
#include "core/spec/job_plan.h"
#include "widgets/models/text.h"

namespace muster::models {

using spec::Part;

namespace {

constexpr int kLongestName = 128;
constexpr Milli kLeastCpus{10};
constexpr Milli kLeastMemory = Milli::whole(32);
constexpr std::string_view kGpuType = "gpu:";

struct Words {
    Q_DECLARE_TR_FUNCTIONS(muster::models::JobProblems)
};

Milli amount(const spec::Text& text, const char* otherwise) {
    return Milli::parse(text.value_or(otherwise)).value_or(Milli{});
}

QString nameProblem(const spec::Text& name) {
    const auto words = text(name.value_or("")).trimmed();
    if (words.isEmpty()) {
        return Words::tr("Enter a name for the job");
    }
    return words.size() > kLongestName
        ? Words::tr("%1 characters, at most %2 are allowed").arg(words.size()).arg(kLongestName)
        : QString();
}

void addAmounts(const spec::JobText& job, Problems& found) {
    const auto gpus = amount(job.gpus, "0");
    if (amount(job.cpus, "1") < kLeastCpus) {
        found.emplace(Part::Cpus, Words::tr("At least 0.01 CPUs are needed"));
    }
    if (amount(job.memory, "128") < kLeastMemory) {
        found.emplace(Part::Memory, Words::tr("At least 32 MiB are needed"));
    }
    if (!gpuTypeOf(job).isEmpty() && gpus <= Milli{}) {
        found.emplace(Part::Gpus, Words::tr("A GPU type needs at least 1 GPU"));
    }
    if (job.linked && gpus < Milli::whole(2)) {
        found.emplace(Part::Linked,
            Words::tr("Linked GPUs need at least 2 GPUs, %1 requested").arg(text(gpus.text())));
    }
}

} // namespace

Problems problems(const spec::JobText& job) {
    Problems found;
    for (const auto& defect : spec::defects(job)) {
        const auto words = defect.part == Part::Command && !job.command && job.argv.empty()
            ? Words::tr("Enter a command, or choose an image with a default command")
            : text(defect.text);
        found.emplace(defect.part, words);
    }
    if (const auto problem = nameProblem(job.name); !problem.isEmpty()) {
        found.emplace(Part::Name, problem);
    }
    if (!job.resources) {
        addAmounts(job, found);
    }
    return found;
}

bool isGpuTypeConstraint(const std::string& constraint) {
    return constraint.starts_with(kGpuType) && constraint.size() > kGpuType.size();
}

QString gpuTypeOf(const spec::JobText& job) {
    const auto found
        = std::find_if(job.constraints.begin(), job.constraints.end(), isGpuTypeConstraint);
    return found == job.constraints.end() ? QString() : text(found->substr(kGpuType.size()));
}

std::string gpuTypeConstraint(const QString& type) {
    return std::string(kGpuType) + type.toStdString();
}

} // namespace muster::models
