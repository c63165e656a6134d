// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/kernel/base/result.h"

namespace muster::history {

// SQLite ends a write-ahead log at the first frame that does not fit, and says nothing: after a
// power cut that was never acknowledged, after damage everything that follows was. An error if the
// log beside this database has commits beyond such a frame that were on the disk; nothing is
// changed. Damage at the very end, in the last transaction, looks like a power cut and is not
// found. REQUIRES: nobody works with the database. Reads the whole log.
Status checkLog(const std::filesystem::path& database);

} // namespace muster::history
