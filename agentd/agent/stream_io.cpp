// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/stream_io.h"

#include <sys/ioctl.h>

#include "core/proto/encoding.h"
#include "core/proto/text_rules.h"

namespace muster::agentd {

Status readCall(std::string_view bytes, mesos::v1::agent::Call& call) {
    const auto read = proto::decode(bytes, proto::Encoding::Binary, call);
    const auto fine = read ? proto::checkIds(call) : read;
    return fine ? fine : failure("Not a mesos.v1.agent.Call", fine.error());
}

std::string outputRecord(mesos::v1::agent::ProcessIO::Data::Type type, std::string_view data) {
    mesos::v1::agent::ProcessIO io;
    io.set_type(mesos::v1::agent::ProcessIO::DATA);
    io.mutable_data()->set_type(type);
    io.mutable_data()->set_data(data.data(), data.size());
    return io.SerializeAsString();
}

void resize(int terminal, const mesos::v1::TTYInfo& info) {
    winsize size{};
    size.ws_row = static_cast<unsigned short>(info.window_size().rows());
    size.ws_col = static_cast<unsigned short>(info.window_size().columns());
    if (info.has_window_size()) {
        ::ioctl(terminal, TIOCSWINSZ, &size);
    }
}

} // namespace muster::agentd
