// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/base/result.h"

namespace muster::container {

// Makes `folder` the lowest layer of every image: empty files and folders where containers with an
// image have something mounted. The runtime makes those that an image lacks, in each container
// anew, and they are all removed with it: a tenth of a launch. What is there is left as it is.
Status makeMountPoints(const std::string& folder);

} // namespace muster::container
