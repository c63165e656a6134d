// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/schedule/recurrence.h"

#include "tests/fuzz/check.h"

namespace {

using namespace muster;
using schedule::Recurrence;

constexpr Instant now = std::chrono::sys_days(std::chrono::year(2026) / 3 / 28);

void checkSlots(const Recurrence& recurrence) {
    auto before = now;
    for (std::uint64_t i = 1; i <= 20; ++i) {
        const auto slot = recurrence.next(before);
        if (!slot) {
            return;
        }
        fuzz::check(*slot > before, "the next slot is later");
        fuzz::check(recurrence.count(before, *slot) == 1, "there is none between two");
        fuzz::check(recurrence.count(now, *slot) == i, "what is counted is what there is");
        before = *slot;
    }
}

} // namespace

// A repeating interval or a line of cron.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto text = fuzz::textOf(data, size);
    const auto recurrence = Recurrence::parse(text, nullptr, now);
    if (!recurrence) {
        fuzz::check(!recurrence.error().message.empty(), "an error has a text");
        return 0;
    }
    const auto again = Recurrence::parse(recurrence->text(), nullptr, now);
    fuzz::check(
        again && again->text() == recurrence->text(), "what is written is read to the same text");
    fuzz::check(again->next(now) == recurrence->next(now), "and to the same slots");
    checkSlots(*recurrence);
    return 0;
}
