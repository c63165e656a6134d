// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/kiosk/kiosk_options.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/console/program/options.h"

using namespace muster;
using namespace muster::console;

namespace {

Result<Options> parse(QStringList arguments) {
    arguments.prepend(QStringLiteral("muster-console"));
    return Options::parse(arguments);
}

std::string mistake(const char* argument) {
    const auto options = parse({QStringLiteral("--kiosk"), QString::fromLatin1(argument)});
    return options ? "accepted" : options.error().message;
}

} // namespace

TEST(KioskOptions, AreAbsentUnlessAskedFor) {
    EXPECT_FALSE(parse({})->kiosk);
    const auto plain = parse({QStringLiteral("--kiosk")});
    ASSERT_TRUE(plain && plain->kiosk);
    EXPECT_EQ(plain->kiosk->pages.size(), 4u);
    EXPECT_EQ(plain->kiosk->interval, std::chrono::seconds(20));
    EXPECT_EQ(plain->kiosk->screen, 1);
    EXPECT_FALSE(plain->kiosk->dim);
}

TEST(KioskOptions, AreTakenFromTheCommandLine) {
    const auto options = parse(QStringLiteral("--kiosk --pages queue,overview --interval 5 "
                                              "--screen 2 --dim 22:00-06:00")
                                   .split(QLatin1Char(' ')));
    ASSERT_TRUE(options) << options.error().message;
    EXPECT_EQ(
        options->kiosk->pages, (std::vector<WallPageId>{WallPageId::Queue, WallPageId::Overview}));
    EXPECT_EQ(options->kiosk->interval, std::chrono::seconds(5));
    EXPECT_EQ(options->kiosk->screen, 2);
    EXPECT_EQ(options->kiosk->dim->from, QTime(22, 0));
}

TEST(KioskOptions, SayWhatIsAllowed) {
    EXPECT_EQ(mistake("--pages=overview,nodes"),
        "--pages takes a comma-separated list of overview, gpus, queue and alerts, not 'nodes'");
    EXPECT_EQ(mistake("--pages="),
        "--pages takes a comma-separated list of overview, gpus, queue and alerts, not ''");
    EXPECT_EQ(mistake("--pages=gpus,gpus"), "--pages names 'gpus' twice");
    EXPECT_EQ(
        mistake("--interval=0"), "--interval takes a number of seconds from 1 to 3600, not '0'");
    EXPECT_EQ(mistake("--interval=20s"),
        "--interval takes a number of seconds from 1 to 3600, not '20s'");
    EXPECT_EQ(mistake("--screen=0"), "--screen takes a screen's number from 1 to 64, not '0'");
    for (const auto* text : {"late", "", "22:00", "25:00-06:00", "06:00-06:00"}) {
        EXPECT_EQ(mistake(fmt::format("--dim={}", text).c_str()),
            fmt::format("--dim takes two times of day, such as 22:00-06:00, not '{}'", text));
    }
}

TEST(KioskOptions, AreRefusedWithoutTheWallView) {
    const auto lonely = parse({QStringLiteral("--interval=5")});
    ASSERT_FALSE(lonely);
    EXPECT_EQ(lonely.error().message, "--interval is an option of the wall view: add --kiosk");
    EXPECT_EQ(parse({QStringLiteral("--dim=22:00-06:00")}).error().message,
        "--dim is an option of the wall view: add --kiosk");
}
