// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The day on which all pictures are taken: charts have their ticks at round times, so that pictures
// of two hours of the day would differ. Qt asks gettimeofday() for the time, which this program
// has in place of libc's; its clock goes on from noon, in UTC.
#include <cstdlib>
#include <ctime>

#include <sys/time.h>

namespace {

constexpr time_t kNoon = 1'763'899'200; // 2025-11-23 12:00:00 UTC

timespec monotonic() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time;
}

const timespec kStart = [] {
    setenv("TZ", "UTC", 1);
    return monotonic();
}();

} // namespace

extern "C" __attribute__((visibility("default"))) int gettimeofday(timeval* at, void*) noexcept {
    const auto now = monotonic();
    const auto us
        = (now.tv_sec - kStart.tv_sec) * 1'000'000 + (now.tv_nsec - kStart.tv_nsec) / 1000;
    *at = {kNoon + us / 1'000'000, us % 1'000'000};
    return 0;
}
