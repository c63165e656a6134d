// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/stream_io.h"

#include <sys/ioctl.h>

namespace muster::agentd {

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
