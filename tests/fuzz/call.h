// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <google/protobuf/message.h>
#include <google/protobuf/stubs/logging.h>

#include "core/proto/encoding.h"
#include "core/proto/mesos_json.h"
#include "core/proto/text_rules.h"
#include "tests/fuzz/check.h"

namespace muster::fuzz {

// A body of either media type becomes a message; then `use` gets it. What is written of it must be
// read again, to the same text.
template <typename Call, typename Use>
int feedCall(const unsigned char* data, std::size_t size, const Use& use) {
    static const google::protobuf::LogSilencer silencer; // it tells of every wrong byte
    const auto body = textOf(data, size);
    Call call;
    const auto status = body.starts_with('{') ? proto::readMesosJson(body, call)
                                              : proto::decode(body, proto::Encoding::Binary, call);
    if (!status) {
        check(!status.error().message.empty(), "an error has a text");
        return 0;
    }
    const auto bytes = call.SerializeAsString();
    check(proto::hasUtf8Texts(bytes, *call.GetDescriptor()), "no text is broken");
    check(proto::checkNulls(bytes, *call.GetDescriptor()).has_value(), "no text has a null byte");
    use(call);
    const auto json = proto::toMesosJson(call);
    Call again;
    if (const auto read = proto::readMesosJson(json, again); !read) {
        // NaN is null and so unset: then something required is missing.
        check(read.error().message.find("Missing required") != std::string::npos,
            read.error().message.c_str());
    } else if (json.find("null") == std::string::npos) { // an optional NaN is gone as well
        check(proto::toMesosJson(again) == json, "what is written is read to the same text");
    }
    return 0;
}

} // namespace muster::fuzz
