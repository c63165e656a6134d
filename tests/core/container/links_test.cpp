// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/links.h"

#include <fcntl.h>

#include "tests/core/container/driver/fake_root.h"

namespace muster::container {
namespace {

using test::TemporaryFolder;

namespace fs = std::filesystem;

class ImageLinks : public testing::Test {
protected:
    ImageLinks() {
        fs::create_directories(root());
        m_root = Fd(open(root().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    }
    fs::path root() const { return m_tree.path() / "root"; }
    Status make(const std::string& path, const std::string& target) const {
        return makeLinks(m_root, {{path, target}});
    }
    std::string targetOf(const std::string& path) const { return fs::read_symlink(root() / path); }

    TemporaryFolder m_tree;
    Fd m_root;
};

TEST_F(ImageLinks, AreMadeWithTheirFolders) {
    ASSERT_TRUE(make("/usr/lib/gbm/nvidia-drm_gbm.so", "../libnvidia-allocator.so.1"));
    ASSERT_TRUE(make("/top", "/usr/lib"));
    EXPECT_EQ(targetOf("usr/lib/gbm/nvidia-drm_gbm.so"), "../libnvidia-allocator.so.1");
    EXPECT_EQ(targetOf("top"), "/usr/lib");
}

TEST_F(ImageLinks, ReplaceFilesAndLinksOfTheImage) {
    m_tree.write("root/usr/lib/libcuda.so", "a stub");
    ASSERT_TRUE(make("/usr/lib/libcuda.so", "libcuda.so.1"));
    EXPECT_EQ(targetOf("usr/lib/libcuda.so"), "libcuda.so.1");
    ASSERT_TRUE(make("/usr/lib/libcuda.so", "libcuda.so.2"));
    EXPECT_EQ(targetOf("usr/lib/libcuda.so"), "libcuda.so.2");
}

TEST_F(ImageLinks, ReplaceNoFolder) {
    fs::create_directories(root() / "usr/lib/libcuda.so");
    const auto made = make("/usr/lib/libcuda.so", "libcuda.so.1");
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().message,
        "/usr/lib/libcuda.so is a folder of the image, a link to libcuda.so.1 is wanted "
        "there");
}

// CVE-2024-0133 and its like: an image whose folders are links to the host's.
TEST_F(ImageLinks, NeverLeaveTheImage) {
    const auto outside = m_tree.path() / "outside";
    fs::create_directories(outside);
    fs::create_directories(root() / "inner");
    fs::create_directory_symlink(outside, root() / "absolute");
    fs::create_directory_symlink("../outside", root() / "inner/relative");
    fs::create_directory_symlink("/inner", root() / "lib");
    EXPECT_FALSE(make("/absolute/link", "target"));
    EXPECT_FALSE(make("/inner/relative/link", "target"));
    EXPECT_TRUE(fs::is_empty(outside));
    ASSERT_TRUE(make("/lib/link", "target"));
    EXPECT_EQ(targetOf("inner/link"), "target");
}

TEST_F(ImageLinks, FailBelowAFile) {
    m_tree.write("root/file", "");
    EXPECT_FALSE(make("/file/link", "target"));
}

// A volume at such a place would be mounted over the container's own /dev, whose null device the
// runtime then puts over what it hides.
TEST_F(ImageLinks, AreNoWayForAVolumeToTheContainersOwnPlaces) {
    fs::create_symlink("/dev", root() / "data");
    fs::create_symlink("../../run", root() / "var");
    fs::create_symlink("loop", root() / "loop");
    const auto errorOf = [&](const std::string& target) {
        ImageRoot image{.mounts = {{"/host", target, true}}};
        const auto resolved = resolvePlaces(m_root, image);
        return resolved ? "" : resolved.error().message;
    };
    EXPECT_EQ(errorOf("/data"),
        "A volume cannot be at '/data', which leads to '/dev' in the image: name an absolute path "
        "without '.' or '..', outside /proc, /sys and /dev, that is not /etc and neither above nor "
        "below /run/muster and /mnt/mesos/sandbox");
    EXPECT_NE(errorOf("/data/x"), "");
    EXPECT_NE(errorOf("/var"), "") << "above the container's own /run/muster-init";
    EXPECT_EQ(errorOf("/loop/x"),
        "A volume cannot be at '/loop/x': the image has links without an end there");
    EXPECT_EQ(errorOf("/elsewhere"), "");
}

TEST_F(ImageLinks, AreFollowedForVolumesBeforeTheRuntimeSeesThem) {
    fs::create_directories(root() / "srv");
    fs::create_symlink("srv", root() / "sets");
    ImageRoot image{.mounts = {{"/host", "/sets/a/b", true}}, .tmpfs = {{.path = "/sets/cache"}}};
    const auto resolved = resolvePlaces(m_root, image);
    ASSERT_TRUE(resolved) << resolved.error().message;
    EXPECT_EQ(image.mounts.front().target, "/srv/a/b");
    EXPECT_EQ(image.tmpfs.front().path, "/srv/cache");
}

TEST_F(ImageLinks, InPlaceOfTheContainersOwnFoldersAreRefused) {
    ImageRoot image;
    fs::create_directories(root() / "etc");
    fs::create_symlink("/dev/null", root() / "etc/hosts"); // not there yet
    EXPECT_EQ(resolvePlaces(m_root, image).error().message,
        "The image cannot be run: its /etc/hosts leads to /dev/null, and files are mounted there: "
        "remove the link from the image");
    fs::remove(root() / "etc/hosts");
    EXPECT_TRUE(resolvePlaces(m_root, image));
    fs::create_symlink("etc", root() / "dev");
    EXPECT_EQ(resolvePlaces(m_root, image).error().message,
        "The image cannot be run: its /dev is a link, and the container's own /dev has to be "
        "there");
}

TEST_F(ImageLinks, LeadToTheLoaderOf32BitPrograms) {
    EXPECT_FALSE(has32BitLoader(m_root));
    m_tree.write("root/usr/lib/ld-linux.so.2", "");
    fs::create_symlink("usr/lib", root() / "lib");
    EXPECT_TRUE(has32BitLoader(m_root));
}

} // namespace
} // namespace muster::container
