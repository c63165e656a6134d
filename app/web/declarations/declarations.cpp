// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/web/declarations/declarations.h"

#include "app/web/declarations/commands.h"
#include "app/web/declarations/glossary.h"
#include "app/web/declarations/script.h"
#include "app/web/declarations/tables.h"
#include "app/web/declarations/wire_types.h"
#include "core/proto/encoding.h"
#include "core/proto/protocol.h"

namespace muster::web {

std::string declarations() {
    return "// Made by muster-web-declarations from core's tables; do not edit.\n\n"
        + constant("protocol", "number", proto::kProtocol)
        + constant("subprotocol", "string", proto::kJsonSubprotocol)
        + "// Of ReadLog: bytes on their way, and after how many more to send LogTaken.\n"
        + constant("logWindow", "number", proto::kLogWindow)
        + constant("logConfirmed", "number", proto::kLogConfirmed) + wireDeclarations()
        + tableDeclarations() + glossaryDeclarations() + commandDeclarations();
}

} // namespace muster::web
