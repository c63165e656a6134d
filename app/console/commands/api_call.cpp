// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/commands/api_call.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "widgets/models/text.h"

namespace muster::console {

using models::text;

namespace {

constexpr unsigned kFirstRefusal = 400;

struct ApiCall {
    Q_DECLARE_TR_FUNCTIONS(ApiCall)
};

// Marathon says in its details which members of a body are wrong.
QString messageOf(const v1::ApiAnswer& answer) {
    const auto body = QJsonDocument::fromJson(QByteArray::fromStdString(answer.body())).object();
    auto words = body.value(QStringLiteral("message")).toString();
    for (const auto& detail : body.value(QStringLiteral("details")).toArray()) {
        for (const auto& error : detail.toObject().value(QStringLiteral("errors")).toArray()) {
            words += QStringLiteral(". ") + error.toString();
        }
    }
    return words.isEmpty() ? ApiCall::tr("The master answered with status %1").arg(answer.status())
                           : words;
}

} // namespace

v1::Request apiCall(const char* method, const std::string& target, const std::string& body) {
    v1::Request request;
    auto& call = *request.mutable_call_api();
    call.set_method(method);
    call.set_target(target);
    call.set_body(body);
    return request;
}

QString refusalOf(const v1::Reply& reply) {
    return reply.has_error()                           ? text(reply.error().message())
        : reply.api_answer().status() >= kFirstRefusal ? messageOf(reply.api_answer())
                                                       : QString();
}

} // namespace muster::console
