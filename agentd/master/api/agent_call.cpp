// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/agent_call.h"

#include "core/kernel/base/id_rule.h"

namespace muster::agentd::api {
namespace {

using mesos::v1::ContainerID;
using mesos::v1::agent::Call;

constexpr std::size_t kLongestContainerId = 242; // Mesos' MAX_CONTAINER_ID_LENGTH

Status validate(const ContainerID& id) {
    const auto& value = id.value();
    if (auto valid = validateId(value); !valid) {
        return valid;
    }
    if (value.size() > kLongestContainerId) {
        return failure(fmt::format("'ContainerID.value' '{}' exceeds the maximum length ({})",
            value, kLongestContainerId));
    }
    // Periods separate the parents of a container where its id is written as text.
    if (value.find_first_of(". ") != std::string::npos) {
        return failure(fmt::format("'ContainerID.value' '{}' contains invalid characters", value));
    }
    const auto parent = id.has_parent() ? validate(id.parent()) : Status();
    return parent ? parent : failure("'ContainerID.parent' is invalid: " + parent.error().message);
}

// Of what concerns a container that is nested in another.
bool needsParent(Call::Type type) {
    return type == Call::LAUNCH_NESTED_CONTAINER || type == Call::WAIT_NESTED_CONTAINER
        || type == Call::KILL_NESTED_CONTAINER || type == Call::REMOVE_NESTED_CONTAINER
        || type == Call::LAUNCH_NESTED_CONTAINER_SESSION;
}

Status validateInput(const Call::AttachContainerInput& input) {
    if (!input.has_type()) {
        return failure("Expecting 'attach_container_input.type' to be present");
    }
    if (input.type() == Call::AttachContainerInput::UNKNOWN) {
        return failure("'attach_container_input.type' is unknown");
    }
    return {};
}

Status validate(const Call& call) {
    const bool mayBeMissing
        = call.type() == Call::GET_CONTAINERS || call.type() == Call::PRUNE_IMAGES;
    if (auto valid = validateCall(call, mayBeMissing); !valid) {
        return valid;
    }
    const bool isInput = call.type() == Call::ATTACH_CONTAINER_INPUT;
    if (const auto valid = isInput ? validateInput(call.attach_container_input()) : Status();
        !valid) {
        return valid;
    }
    const auto* container = containerOf(call);
    if (container == nullptr) {
        return {};
    }
    if (const auto valid = validate(*container); !valid) {
        return failure(
            fmt::format("'{}.container_id' is invalid: {}", bodyName(call), valid.error().message));
    }
    if (needsParent(call.type()) && !container->has_parent()) {
        return failure(
            fmt::format("Expecting '{}.container_id.parent' to be present", bodyName(call)));
    }
    return {};
}

} // namespace

const ContainerID* containerOf(const Call& call) {
    switch (call.type()) {
    case Call::LAUNCH_NESTED_CONTAINER:
        return &call.launch_nested_container().container_id();
    case Call::LAUNCH_NESTED_CONTAINER_SESSION:
        return &call.launch_nested_container_session().container_id();
    case Call::WAIT_NESTED_CONTAINER:
        return &call.wait_nested_container().container_id();
    case Call::KILL_NESTED_CONTAINER:
        return &call.kill_nested_container().container_id();
    case Call::REMOVE_NESTED_CONTAINER:
        return &call.remove_nested_container().container_id();
    case Call::ATTACH_CONTAINER_OUTPUT:
        return &call.attach_container_output().container_id();
    case Call::ATTACH_CONTAINER_INPUT: {
        const auto& input = call.attach_container_input();
        return input.type() == Call::AttachContainerInput::CONTAINER_ID ? &input.container_id()
                                                                        : nullptr;
    }
    case Call::LAUNCH_CONTAINER:
        return &call.launch_container().container_id();
    case Call::WAIT_CONTAINER:
        return &call.wait_container().container_id();
    case Call::KILL_CONTAINER:
        return &call.kill_container().container_id();
    case Call::REMOVE_CONTAINER:
        return &call.remove_container().container_id();
    default:
        return nullptr;
    }
}

OrRefusal<AgentMedia> agentMedia(const net::HttpRequest& request) {
    AgentMedia out;
    const auto type = mediaTypeOf(request.header("Content-Type"));
    if (type.empty()) {
        return refusal(400, "Expecting 'Content-Type' to be present");
    }
    out.streamsContent = type == kRecordIo;
    const auto inner = request.header("Message-Content-Type");
    if (out.streamsContent && inner.empty()) {
        return refusal(400, "Expecting 'Message-Content-Type' to be set for streaming requests");
    }
    if (!out.streamsContent && !inner.empty()) {
        return refusal(
            415, "Expecting 'Message-Content-Type' to be not set for non-streaming requests");
    }
    const auto content = mediaOf(out.streamsContent ? mediaTypeOf(inner) : type);
    if (!content) {
        return refusal(415,
            out.streamsContent
                ? "Expecting 'Message-Content-Type' of application/json or application/x-protobuf"
                : "Expecting 'Content-Type' of application/json or application/x-protobuf or "
                  "application/recordio");
    }
    out.content = *content;

    const auto accept = request.headerList("Accept");
    auto media = mediaAcceptedBy(accept);
    out.streamsAccept = !media && accepts(accept, kRecordIo);
    const auto innerAccept = request.headerList("Message-Accept");
    if (out.streamsAccept) {
        media = mediaAcceptedBy(innerAccept);
        if (!media) {
            return refusal(406,
                "Expecting 'Message-Accept' to allow application/json or application/x-protobuf");
        }
    } else if (!media) {
        return refusal(406,
            "Expecting 'Accept' to allow application/json or application/x-protobuf or "
            "application/recordio");
    } else if (!innerAccept.empty()) {
        return refusal(406, "Expecting 'Message-Accept' to be not set for non-streaming responses");
    }
    out.accept = *media;
    return out;
}

OrRefusal<Call> readAgentCall(std::string_view body, Media media) {
    Call call;
    if (const auto read = parse(body, media, call); !read) {
        return refusal(400, read.error().message);
    }
    if (const auto valid = validate(call); !valid) {
        return refusal(400, "Failed to validate agent::Call: " + valid.error().message);
    }
    return call;
}

std::optional<net::HttpResponse> misfit(const Call& call, const AgentMedia& media) {
    const bool isInput = call.type() == Call::ATTACH_CONTAINER_INPUT;
    const auto name = Call::Type_Name(call.type());
    if (media.streamsContent && !isInput) {
        return net::HttpResponse::text(415,
            fmt::format(
                "Streaming 'Content-Type' {} is not supported for {} call", kRecordIo, name));
    }
    if (!media.streamsContent && isInput) {
        return net::HttpResponse::text(
            415, fmt::format("Expecting 'Content-Type' to be {} for {} call", kRecordIo, name));
    }
    if (media.streamsAccept && call.type() != Call::ATTACH_CONTAINER_OUTPUT
        && call.type() != Call::LAUNCH_NESTED_CONTAINER_SESSION) {
        return net::HttpResponse::text(
            406, fmt::format("Streaming response is not supported for {} call", name));
    }
    return std::nullopt;
}

} // namespace muster::agentd::api
