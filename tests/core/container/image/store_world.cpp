// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/container/image/store_world.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "core/container/image/tree.h"
#include "tests/support/paths.h"

namespace muster::container::image {
namespace fs = std::filesystem;

std::string layerWith(const std::string& name, const std::string& content) {
    return tarOf({{.name = name, .content = content}});
}

void StoreWorld::SetUp() {
    m_options.directory = m_directory;
    m_options.pull.allowedFolders = {m_images};
    m_options.pull.attempts = 2;
    m_options.pull.backoff = std::chrono::milliseconds(10);
    m_options.unpack.program = MUSTER_BIN_DIR "/muster-unpack";
    m_options.now = [this] { return m_now; };
    if (geteuid() != 0)
        GTEST_SKIP() << "layers are unpacked by root";
    if (!isInPath("skopeo"))
        GTEST_SKIP() << "skopeo is not installed";
    if (access(m_options.unpack.program.c_str(), X_OK) != 0)
        GTEST_SKIP() << m_options.unpack.program << " is not built";
    const auto opened = open();
    ASSERT_TRUE(opened) << opened.error().message;
}

void StoreWorld::TearDown() {
    if (!m_store)
        return;
    for (const auto& name : in("layers"))
        EXPECT_FALSE(name.starts_with('.')) << name << " is left";
    EXPECT_EQ(in("tmp"), std::vector<std::string>());
    // Every layer is some image's: pruned, none is left.
    EXPECT_TRUE(m_store->keepOnly({}));
    EXPECT_TRUE(m_store->prune());
    EXPECT_EQ(in("layers"), std::vector<std::string>());
    EXPECT_EQ(in("images"), std::vector<std::string>());
}

Status StoreWorld::open() {
    auto store = ImageStore::open(m_options);
    if (!store)
        return tl::unexpected(store.error());
    m_store = std::move(*store);
    return {};
}

void StoreWorld::reopen() {
    m_store.reset();
    const auto opened = open();
    ASSERT_TRUE(opened) << opened.error().message;
}

ImageReference StoreWorld::local(const std::string& tag) const {
    return *parseReference("oci:" + m_layout.folder() + ":" + tag, {m_images});
}

Result<Image> StoreWorld::ensureLocal(const std::string& tag, const EnsureOptions& options) {
    return m_store->ensure(local(tag), options);
}

Result<Image> StoreWorld::ensure(const std::string& reference, const EnsureOptions& options) {
    const auto parsed = m_store->parse(reference);
    return parsed ? m_store->ensure(*parsed, options) : tl::unexpected(parsed.error());
}

void StoreWorld::wrapSkopeo(const std::string& before) {
    m_options.pull.skopeo = m_folder / "skopeo";
    std::ofstream(m_options.pull.skopeo) << "#!/bin/sh\ncd " << m_folder.path().string() << "\n"
                                         << before << "\nexec skopeo \"$@\"\n";
    fs::permissions(m_options.pull.skopeo, fs::perms::owner_all);
    reopen();
}

std::string StoreWorld::fileIn(const Image& image, const std::string& name) const {
    for (auto layer = image.layers.rbegin(); layer != image.layers.rend(); ++layer) {
        if (const auto text = readFile(*layer + "/" + name))
            return *text;
    }
    return "(none)";
}

std::vector<std::string> StoreWorld::in(const std::string& folder) const {
    auto names = *namesIn(*openDirectory(m_directory + "/" + folder));
    std::ranges::sort(names);
    return names;
}

std::vector<std::string> StoreWorld::digests() const {
    std::vector<std::string> digests;
    for (const auto& info : m_store->list())
        digests.push_back(info.digest);
    return digests;
}

} // namespace muster::container::image
