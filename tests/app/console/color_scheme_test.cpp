// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/color_scheme.h"

#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>
#include <gtest/gtest.h>

using namespace muster::console;

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

// A bus of the test's own.
struct Bus {
    QProcess daemon;
    QString address;

    Bus() {
        daemon.start(QStringLiteral("dbus-daemon"),
            {QStringLiteral("--session"), QStringLiteral("--nofork"),
                QStringLiteral("--print-address")});
        daemon.waitForReadyRead();
        address = QString::fromUtf8(daemon.readAllStandardOutput().trimmed());
    }
    ~Bus() {
        QDBusConnection::disconnectFromBus(QStringLiteral("portal"));
        QDBusConnection::disconnectFromBus(QStringLiteral("console"));
        daemon.terminate();
        daemon.waitForFinished();
    }
};

} // namespace

TEST(ColorScheme, AsksThePortalAndHearsOfChanges) {
    if (QStandardPaths::findExecutable(QStringLiteral("dbus-daemon")).isEmpty()) {
        GTEST_SKIP() << "there is no dbus-daemon";
    }
    const Bus bus;
    auto served = QDBusConnection::connectToBus(bus.address, QStringLiteral("portal"));
    Portal portal;
    ASSERT_TRUE(served.registerVirtualObject(kPath, &portal));
    ASSERT_TRUE(served.registerService(QStringLiteral("org.freedesktop.portal.Desktop")));
    std::vector<std::optional<bool>> heard;
    ColorScheme scheme(QDBusConnection::connectToBus(bus.address, QStringLiteral("console")));
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
