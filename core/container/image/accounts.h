// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/container/spec.h"

namespace muster::container::image {

// "", "name", "name:group", "1000", "1000:1000" -> numbers, by the image's own files. Pure. A
// number needs no line in `passwd`; without a group it takes that line's, else 0. Numbers up to
// 2^31 - 1, so that none wraps round to root. Additional groups: those of `group` that name the
// user, unless a group was given. The empty text is root.
Result<UserIds> resolveAccount(
    std::string_view user, std::string_view passwd, std::string_view group);

// The same by the files of an image that is not mounted: etc/passwd and etc/group of the topmost of
// its layers (store.h) that has them, down to one that hides the folder of those below; opened so
// that no link leads out of the layer. A missing file is an empty one.
Result<UserIds> resolveUserIn(const std::vector<std::string>& layers, std::string_view user);

} // namespace muster::container::image
