// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <stop_token>
#include <string>

#include "core/container/image/catalog.h"
#include "core/container/image/store.h"

namespace muster::container::image {

// Pulls an image and puts it into the catalogue: its blobs into tmp/, its layers under temporary
// names, then renamed, then the record. Locks `mutex` while it uses the catalogue. Leaves nothing
// behind but the image. Gives its digest.
Result<std::string> installImage(const ImageReference& reference, const StoreOptions& options,
    Catalog& catalog, std::mutex& mutex, const std::function<void(const PullProgress&)>& progress,
    std::stop_token stop);

// Removes trees that were set aside.
Status removeTrees(const std::string& layers, const std::vector<std::string>& trees);

} // namespace muster::container::image
