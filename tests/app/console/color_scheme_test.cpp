// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/color_scheme.h"

#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <gtest/gtest.h>

#include "tests/app/console/desktop/session_bus.h"

using namespace muster::console;
using muster::test::SessionBus;

namespace {

const auto kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const auto kInterface = QStringLiteral("org.freedesktop.portal.Settings");

// The portal's one answer.
class Portal : public QDBusVirtualObject {
public:
    unsigned answer = 1;

    QString introspect(const QString&) const override { return {}; }
    bool handleMessage(const QDBusMessage& message, const QDBusConnection& bus) override {
        const auto inner = QVariant::fromValue(QDBusVariant(answer));
        return message.member() == QLatin1String("Read")
            && bus.send(message.createReply(QVariant::fromValue(QDBusVariant(inner))));
    }
};

} // namespace

TEST(ColorScheme, AsksThePortalAndHearsOfChanges) {
    SessionBus bus;
    ASSERT_TRUE(bus.runs()) << "no dbus-daemon: scripts/deps --tests installs it";
    auto served = bus.connect(QStringLiteral("portal"));
    Portal portal;
    ASSERT_TRUE(served.registerVirtualObject(kPath, &portal));
    ASSERT_TRUE(served.registerService(QStringLiteral("org.freedesktop.portal.Desktop")));
    std::vector<std::optional<bool>> heard;
    ColorScheme scheme(bus.connect(QStringLiteral("console")));
    QObject::connect(
        &scheme, &ColorScheme::changed, [&](std::optional<bool> dark) { heard.push_back(dark); });
    ASSERT_TRUE(QTest::qWaitFor([&] { return heard.size() == 1; }));
    EXPECT_EQ(heard[0], true);
    const auto change = [&](const char* key, unsigned value) {
        auto signal
            = QDBusMessage::createSignal(kPath, kInterface, QStringLiteral("SettingChanged"));
        signal << QStringLiteral("org.freedesktop.appearance") << QString::fromLatin1(key)
               << QVariant::fromValue(QDBusVariant(value));
        served.send(signal);
    };
    change("contrast", 1);
    change("color-scheme", 2);
    change("color-scheme", 0);
    ASSERT_TRUE(QTest::qWaitFor([&] { return heard.size() == 3; }));
    EXPECT_EQ(heard[1], false);
    EXPECT_EQ(heard[2], std::nullopt);
}

TEST(ColorScheme, IsSilentWithoutABus) {
    ColorScheme scheme(QDBusConnection(QStringLiteral("nowhere")));
    bool heard = false;
    QObject::connect(&scheme, &ColorScheme::changed, [&] { heard = true; });
    QTest::qWait(20);
    EXPECT_FALSE(heard);
}
