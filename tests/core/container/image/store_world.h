// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/container/image/store.h"
#include "tests/core/container/image/test_images.h"

namespace muster::container::image {

// A store, a layout to pull from, and a clock. Skips where skopeo, muster-unpack or root is
// missing. Its end checks that nothing half-made is left in the store.
class StoreWorld : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    Status open();
    void reopen(); // a new agent: forgets what is in memory
    // From the layout: its tag.
    Result<Image> ensureLocal(const std::string& tag, const EnsureOptions& options = {});
    Result<Image> ensure(const std::string& reference, const EnsureOptions& options = {});
    ImageReference local(const std::string& tag) const;
    // A program in skopeo's place: runs `before`, shell, then skopeo itself.
    void wrapSkopeo(const std::string& before);

    // What a file of the image says; the topmost layer counts.
    std::string fileIn(const Image& image, const std::string& name) const;
    std::vector<std::string> in(const std::string& folder) const; // names below the store
    std::vector<std::string> digests() const;

    test::TemporaryFolder m_folder;
    const std::string m_images = m_folder / "images"; // allowed
    const std::string m_directory = m_folder / "store";
    TestLayout m_layout{m_images + "/layout"};
    StoreOptions m_options;
    Instant m_now{std::chrono::hours(24 * 365 * 50)};
    std::unique_ptr<ImageStore> m_store;
};

// A layer with one file.
std::string layerWith(const std::string& name, const std::string& content);

} // namespace muster::container::image
