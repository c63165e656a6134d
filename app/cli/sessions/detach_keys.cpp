// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sessions/detach_keys.h"

namespace muster::cli {

namespace {

constexpr char kCtrlP = 0x10;
constexpr char kCtrlQ = 0x11;

} // namespace

DetachKeys::Typed DetachKeys::take(std::string_view piece) {
    Typed out;
    for (const char key : piece) {
        if (m_began && key == kCtrlQ) {
            out.detach = true;
            m_began = false;
            return out;
        }
        if (m_began)
            out.forCommand += kCtrlP;
        m_began = key == kCtrlP;
        if (!m_began)
            out.forCommand += key;
    }
    return out;
}

} // namespace muster::cli
