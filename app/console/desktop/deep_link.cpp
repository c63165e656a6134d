// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/desktop/deep_link.h"

#include <QRegularExpression>
#include <QUrl>

namespace muster::console {

namespace {

constexpr int kLongest = 500;
constexpr int kSchemeLength = 9; // "muster://"

bool isName(const QString& text) {
    static const QRegularExpression name(QStringLiteral(R"(^[\w.:@-]*$)"));
    return name.match(text).hasMatch();
}

tl::unexpected<Error> wrong(const char* why) {
    return failure(fmt::format(
        "{}: a link is muster://PROFILE/PAGE/OBJECT, as in muster://lab/jobs/job-42", why));
}

} // namespace

Result<DeepLink> DeepLink::parse(const QString& text) {
    if (text.size() > kLongest) {
        return wrong("The link is too long");
    }
    const QUrl url(text, QUrl::StrictMode);
    if (!url.isValid() || url.scheme() != QLatin1String("muster")) {
        return wrong("This is not a Muster link");
    }
    const auto parts = url.path().split(QLatin1Char('/'));
    if (parts.size() < 2 || parts.size() > 3 || parts[1].isEmpty()) {
        return wrong("The link does not name a page");
    }
    // As it is written: QUrl has hosts in small letters.
    const auto profile = text.mid(kSchemeLength).section(QLatin1Char('/'), 0, 0);
    const DeepLink link{profile, parts[1], parts.size() == 3 ? parts[2] : QString()};
    if (!isName(link.profile) || !isName(link.page) || !isName(link.object)) {
        return wrong("The link has characters that are not allowed in names");
    }
    return link;
}

QString DeepLink::text() const {
    return object.isEmpty() ? QStringLiteral("muster://%1/%2").arg(profile, page)
                            : QStringLiteral("muster://%1/%2/%3").arg(profile, page, object);
}

} // namespace muster::console
