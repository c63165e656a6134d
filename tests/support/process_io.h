// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/proto/mesos/v1/agent/agent.pb.h"

namespace muster::test {

// What is typed into a process.
inline mesos::v1::agent::ProcessIO typed(const std::string& text) {
    mesos::v1::agent::ProcessIO io;
    io.set_type(mesos::v1::agent::ProcessIO::DATA);
    io.mutable_data()->set_type(mesos::v1::agent::ProcessIO::Data::STDIN);
    io.mutable_data()->set_data(text);
    return io;
}

inline mesos::v1::agent::ProcessIO windowSize(unsigned rows, unsigned columns) {
    mesos::v1::agent::ProcessIO io;
    io.set_type(mesos::v1::agent::ProcessIO::CONTROL);
    io.mutable_control()->set_type(mesos::v1::agent::ProcessIO::Control::TTY_INFO);
    auto& size = *io.mutable_control()->mutable_tty_info()->mutable_window_size();
    size.set_rows(rows);
    size.set_columns(columns);
    return io;
}

} // namespace muster::test
