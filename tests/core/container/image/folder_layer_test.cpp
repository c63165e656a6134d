// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Images as a container would see them, mounted.
#include <filesystem>

#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include "core/container/overlay.h"
#include "tests/core/container/image/store_world.h"

namespace muster::container::image {
namespace fs = std::filesystem;
namespace {

TarEntry folder(const std::string& name, unsigned mode, unsigned owner) {
    return {.name = name + "/", .type = '5', .mode = mode, .uid = owner, .gid = owner};
}
TarEntry file(const std::string& name) {
    return {.name = name, .content = "x"};
}

class ComposedImages : public StoreWorld {
protected:
    void TearDown() override {
        unmount();
        StoreWorld::TearDown();
    }
    // Mounts an image of these layers, in place of the one before.
    void show(const std::vector<std::vector<TarEntry>>& layers, const std::string& tag = "v1") {
        std::vector<std::string> tars;
        for (const auto& layer : layers)
            tars.push_back(tarOf(layer));
        m_layout.add(tag, tars);
        show(tag);
    }
    void show(const std::string& tag) {
        unmount();
        const auto image = ensureLocal(tag);
        ASSERT_TRUE(image) << image.error().message;
        m_layers = image->layers;
        fs::remove_all(m_changes);
        fs::create_directories(m_changes);
        fs::create_directories(m_root);
        fs::create_directories(m_lowest);
        const auto mounted = mountOverlay(m_lowest, m_layers, m_changes, m_root);
        ASSERT_TRUE(mounted) << mounted.error().message;
        m_isMounted = true;
    }
    void unmount() {
        if (std::exchange(m_isMounted, false)) {
            EXPECT_EQ(umount2(m_root.c_str(), MNT_DETACH), 0);
        }
    }
    // "700 5:6"; "none".
    std::string facts(const std::string& name) const {
        struct stat status { };
        if (lstat((m_root + "/" + name).c_str(), &status) != 0)
            return "none";
        return fmt::format("{:o} {}:{}", status.st_mode & 07777U, status.st_uid, status.st_gid);
    }
    std::vector<std::string> names(const std::string& folder = "") const {
        std::vector<std::string> found;
        for (const auto& entry : fs::directory_iterator(m_root + "/" + folder))
            found.push_back(entry.path().filename());
        std::ranges::sort(found);
        return found;
    }

    const std::string m_lowest = m_folder / "lowest"; // empty
    const std::string m_root = m_folder / "root";
    const std::string m_changes = m_folder / "changes";
    std::vector<std::string> m_layers; // of what is mounted
    bool m_isMounted = false;
};

using Names = std::vector<std::string>;

TEST_F(ComposedImages, HaveNothingBelowAnOpaqueRoot) {
    show({{file("old"), folder("etc", 0755, 0), file("etc/old")},
        {file("etc/new"), file(".wh..wh..opq"), file("new")}, {file("newer")}});
    EXPECT_EQ(names(), (Names{"etc", "new", "newer"}));
    EXPECT_EQ(names("etc"), Names{"new"});
}

TEST_F(ComposedImages, KeepAFoldersModeThatAnUpperLayerOnlyUses) {
    show({{folder("data", 01770, 5), file("data/old")}, {file("data/new")}});
    EXPECT_EQ(facts("data"), "1770 5:5");
    EXPECT_EQ(names("data"), (Names{"new", "old"}));
    show({{folder("a", 0711, 1), folder("a/b", 0700, 2)}, {file("a/b/c/new")}, {file("a/b/c/d")}},
        "deep");
    EXPECT_EQ(facts("a"), "711 1:1");
    EXPECT_EQ(facts("a/b"), "700 2:2");
    EXPECT_EQ(facts("a/b/c"), "755 0:0");
    EXPECT_EQ(names("a/b/c"), (Names{"d", "new"}));
}

TEST_F(ComposedImages, KeepTheTimeOfSuchAFolder) {
    show({{folder("data", 0700, 5)}, {file("data/new")}});
    struct stat shown { };
    struct stat lowest { };
    ASSERT_EQ(stat((m_root + "/data").c_str(), &shown), 0);
    ASSERT_EQ(stat((m_layers.front() + "/data").c_str(), &lowest), 0);
    EXPECT_EQ(shown.st_mtim.tv_sec, lowest.st_mtim.tv_sec);
}

TEST_F(ComposedImages, HaveTheModeOfTheTopmostLayerThatSaysOne) {
    show({{folder("data", 0700, 5)}, {file("data/x"), folder("data", 0750, 6)}});
    EXPECT_EQ(facts("data"), "750 6:6") << "named after its content";
    show({{folder("data", 0700, 5)}, {file("data/x")}, {folder("data", 0711, 7)}}, "v2");
    EXPECT_EQ(facts("data"), "711 7:7");
    EXPECT_EQ(m_layers.size(), 3U);
    show({{file("data/x")}, {folder("data", 0700, 5)}, {file("data/y")}, {file("data/z")}}, "v3");
    EXPECT_EQ(facts("data"), "700 5:5");
}

TEST_F(ComposedImages, ForgetTheModeOfAFolderThatALayerRemoved) {
    show({{folder("data", 0700, 5), file("data/old")}, {file(".wh.data")}, {file("data/new")}});
    EXPECT_EQ(facts("data"), "755 0:0");
    EXPECT_EQ(names("data"), Names{"new"});
    show({{folder("data", 0700, 5), file("data/old")}, {file(".wh.data"), file("data/new")}}, "v2");
    EXPECT_EQ(facts("data"), "755 0:0") << "in one layer";
    EXPECT_EQ(names("data"), Names{"new"});
    show({{folder("a", 0755, 0), folder("a/b", 0700, 5)},
             {folder("a", 0755, 0), file("a/.wh..wh..opq")}, {file("a/b/new")}},
        "v3");
    EXPECT_EQ(facts("a/b"), "755 0:0") << "with all that was above it";
}

TEST_F(ComposedImages, KeepTheModeOfAFolderThatALayerOnlyEmptied) {
    show({{folder("data", 0700, 5), file("data/old")},
        {file("data/.wh..wh..opq"), file("data/new")}});
    EXPECT_EQ(facts("data"), "700 5:5");
    EXPECT_EQ(names("data"), Names{"new"});
}

TEST_F(ComposedImages, ShareALayerOverDifferentOnes) {
    const std::vector<TarEntry> app{file("data/app")};
    show({{folder("data", 0700, 5)}, app}, "one");
    EXPECT_EQ(facts("data"), "700 5:5");
    const auto layers = m_layers;
    show({{folder("data", 0750, 6)}, app}, "two");
    EXPECT_EQ(facts("data"), "750 6:6");
    EXPECT_EQ(m_layers.at(1), layers.at(1));
    show("one");
    EXPECT_EQ(facts("data"), "700 5:5");
    unmount();
    reopen();
    show("two");
    EXPECT_EQ(facts("data"), "750 6:6") << "after a restart of the agent";
}

TEST_F(ComposedImages, HaveNoLayerMoreWhereNothingIsHidden) {
    show({{folder("usr", 0755, 0), folder("usr/lib", 0755, 0)}, {file("usr/lib/x")}});
    EXPECT_EQ(m_layers.size(), 2U);
}

} // namespace
} // namespace muster::container::image
