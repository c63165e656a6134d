// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/volume.h"

#include <sys/mount.h>
#include <unistd.h>

#include "core/container/driver/capability_files.h"
#include "tests/core/container/driver/fake_root.h"

namespace muster::container::driver {
namespace {

namespace fs = std::filesystem;

const std::string wide = "/usr/lib/x86_64-linux-gnu/";
const std::string narrow = "/usr/lib/i386-linux-gnu/";

class DriverVolume : public testing::Test {
protected:
    void SetUp() override {
        if (geteuid() != 0)
            GTEST_SKIP() << "needs root";
    }

    // A library of the driver's root: the file and its soname, as ldconfig leaves them.
    void library(const std::string& folder, const std::string& file, const std::string& soname,
        std::uint32_t flags = x86_64, std::uint32_t abi = 0) {
        m_tree.write("root" + folder + file, folder + file);
        if (soname != file && !fs::is_symlink(root() + folder + soname))
            fs::create_symlink(file, root() + folder + soname);
        m_cache.push_back({flags, soname, folder + soname, abi});
        m_tree.write("root/etc/ld.so.cache", cacheOf(m_cache));
    }
    void program(const std::string& name) {
        fs::permissions(m_tree.write("root/usr/bin/" + name, name), fs::perms(0755));
    }
    void driver390() {
        library(wide, "libcuda.so.390.30", "libcuda.so.1");
        library(wide, "libnvidia-ml.so.390.30", "libnvidia-ml.so.1");
        library(wide, "libnvidia-encode.so.390.30", "libnvidia-encode.so.1");
        library(wide, "libGL.so.390.30", "libGL.so.1");
        library(narrow, "libcuda.so.390.30", "libcuda.so.1", i386);
        program("nvidia-smi");
        program("nvidia-cuda-mps-server");
    }

    std::string root() const { return m_tree.path() / "root"; }
    std::string folder() const { return m_tree.path() / "volumes"; }
    Result<Volume> build(const std::string& version = "390.30") const {
        return buildVolume({root(), folder()}, version);
    }
    fs::path inVolume(const std::string& name) const { return folder() + "/nvidia_390.30/" + name; }

    test::TemporaryFolder m_tree;
    std::vector<CacheRow> m_cache;
};

std::vector<std::string> namesIn(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_directory() || entry.is_symlink())
            names.push_back(entry.path().lexically_relative(folder));
    }
    std::sort(names.begin(), names.end());
    return names;
}

TEST_F(DriverVolume, HasFilesAndTheirSonames) {
    driver390();
    const auto volume = build();
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_EQ(volume->path(allCapabilities()), folder() + "/nvidia_390.30");
    EXPECT_EQ(namesIn(inVolume("")),
        (std::vector<std::string>{"bin/nvidia-cuda-mps-server", "bin/nvidia-smi", "lib/libcuda.so",
            "lib/libcuda.so.1", "lib/libcuda.so.390.30", "lib64/libGL.so.1",
            "lib64/libGL.so.390.30", "lib64/libcuda.so", "lib64/libcuda.so.1",
            "lib64/libcuda.so.390.30", "lib64/libnvidia-encode.so.1",
            "lib64/libnvidia-encode.so.390.30", "lib64/libnvidia-ml.so.1",
            "lib64/libnvidia-ml.so.390.30"}));
    EXPECT_EQ(fs::read_symlink(inVolume("lib64/libcuda.so.1")), "libcuda.so.390.30");
    EXPECT_EQ(textOf(inVolume("lib64/libcuda.so.1")), wide + "libcuda.so.390.30");
    EXPECT_EQ(textOf(inVolume("lib/libcuda.so.1")), narrow + "libcuda.so.390.30");
    EXPECT_EQ(access(inVolume("bin/nvidia-smi").c_str(), X_OK), 0);
    EXPECT_TRUE(volume->warnings.empty());
}

TEST_F(DriverVolume, LeavesOutWhatIsNotNvidias) {
    driver390();
    library(wide, "libEGL.so.1.1.0", "libEGL.so.1"); // GLVND
    library(wide, "libc.so.6", "libc.so.6");
    library(wide, "libfoo.so.390.30", "libfoo.so.1");
    library(wide, "libnvidia-egl-wayland.so.1.1.10", "libnvidia-egl-wayland.so.1");
    ASSERT_TRUE(build());
    for (const char* name :
        {"libEGL.so.1", "libc.so.6", "libfoo.so.1", "libnvidia-egl-wayland.so.1"})
        EXPECT_FALSE(fs::is_symlink(inVolume("lib64/") / name)) << name;
}

TEST_F(DriverVolume, TakesTheTlsLibraryOfTheNewerAbi) {
    driver390();
    library(wide, "libnvidia-tls.so.390.30", "libnvidia-tls.so.390.30", x86_64, 0x020200);
    library(wide + "tls/", "libnvidia-tls.so.390.30", "libnvidia-tls.so.390.30", x86_64, 0x020363);
    ASSERT_TRUE(build());
    EXPECT_EQ(
        textOf(inVolume("lib64/libnvidia-tls.so.390.30")), wide + "tls/libnvidia-tls.so.390.30");
}

TEST_F(DriverVolume, IsOnlyAddedTo) {
    driver390();
    ASSERT_TRUE(build());
    const auto before = fs::last_write_time(inVolume("lib64/libcuda.so.390.30"));
    fs::remove(root() + wide + "libGL.so.390.30");
    std::erase_if(m_cache, [](const CacheRow& row) { return row.name == "libGL.so.1"; });
    library(wide, "libnvidia-ngx.so.390.30", "libnvidia-ngx.so.1");
    ASSERT_TRUE(build());
    EXPECT_TRUE(fs::exists(inVolume("lib64/libGL.so.1")));
    EXPECT_TRUE(fs::exists(inVolume("lib64/libnvidia-ngx.so.1")));
    EXPECT_EQ(fs::last_write_time(inVolume("lib64/libcuda.so.390.30")), before);
}

TEST_F(DriverVolume, OfEachVersionIsItsOwn) {
    driver390();
    ASSERT_TRUE(build());
    m_cache.clear();
    library(wide, "libcuda.so.396.26", "libcuda.so.1");
    fs::remove(root() + wide + "libcuda.so.1");
    fs::create_symlink("libcuda.so.396.26", root() + wide + "libcuda.so.1");
    ASSERT_TRUE(build("396.26"));
    EXPECT_EQ(fs::read_symlink(inVolume("lib64/libcuda.so.1")), "libcuda.so.390.30");
    EXPECT_EQ(
        fs::read_symlink(folder() + "/nvidia_396.26/lib64/libcuda.so.1"), "libcuda.so.396.26");
}

TEST_F(DriverVolume, OfAnInterruptedBuildIsFinished) {
    driver390();
    fs::create_directories(folder() + "/.nvidia_390.30.new/lib64");
    std::ofstream(folder() + "/.nvidia_390.30.new/lib64/.libcuda.so.390.30.new") << "half";
    ASSERT_TRUE(build());
    EXPECT_EQ(textOf(inVolume("lib64/libcuda.so.390.30")), wide + "libcuda.so.390.30");
    EXPECT_FALSE(fs::exists(folder() + "/.nvidia_390.30.new"));
}

TEST_F(DriverVolume, NeverLeavesTheDriversRoot) {
    driver390();
    const auto outside = m_tree.write("libnvidia-cfg.so.390.30", "outside");
    fs::create_symlink(outside, root() + wide + "libnvidia-cfg.so.1");
    m_cache.push_back({x86_64, "libnvidia-cfg.so.1", wide + "libnvidia-cfg.so.1", 0});
    m_tree.write("root/etc/ld.so.cache", cacheOf(m_cache));
    ASSERT_TRUE(build());
    EXPECT_FALSE(fs::is_symlink(inVolume("lib64/libnvidia-cfg.so.1")));
}

TEST_F(DriverVolume, OfAnotherVersionIsRefusedWithBoth) {
    driver390();
    const auto volume = build("396.26");
    ASSERT_FALSE(volume);
    EXPECT_EQ(volume.error().message,
        "Driver/library version mismatch: the driver is 396.26, its library libnvidia-ml.so.1 is "
        "390.30; reboot or reload the module nvidia");
    EXPECT_FALSE(fs::exists(folder()));
}

TEST_F(DriverVolume, WithoutADriverSaysWhatToDo) {
    library(wide, "libc.so.6", "libc.so.6");
    const auto none = build();
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, Error::Kind::NotFound);
    EXPECT_EQ(none.error().message,
        root()
            + " has no libraries of NVIDIA driver 390.30 in its /etc/ld.so.cache: install them, "
              "then run ldconfig");
    EXPECT_FALSE(build("../390.30"));
    EXPECT_FALSE(build(""));
}

TEST_F(DriverVolume, WithoutNvidiaSmiWarns) {
    library(wide, "libcuda.so.390.30", "libcuda.so.1");
    const auto volume = build();
    ASSERT_TRUE(volume);
    EXPECT_EQ(volume->warnings.size(), 1U);
}

TEST_F(DriverVolume, NeedsRootAsMesosSays) {
    driver390();
    ASSERT_EQ(seteuid(65534), 0);
    const auto volume = build();
    ASSERT_EQ(seteuid(0), 0);
    ASSERT_FALSE(volume);
    EXPECT_EQ(volume.error().message, "NvidiaVolume::create() requires root privileges");
}

TEST_F(DriverVolume, OnANoexecFileSystemGetsATmpfs) {
    driver390();
    fs::create_directories(folder());
    if (mount("none", folder().c_str(), "tmpfs", MS_NOEXEC, "mode=700") != 0)
        GTEST_SKIP() << "this host lets nobody mount";
    const auto first = build();
    const auto second = build();
    const bool runs = access(inVolume("bin/nvidia-smi").c_str(), X_OK) == 0;
    const auto copied = textOf(inVolume("lib64/libcuda.so.1"));
    int mounts = 0;
    while (umount2(folder().c_str(), MNT_DETACH) == 0)
        ++mounts;
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_EQ(first->warnings.size(), 1U);
    ASSERT_TRUE(second);
    EXPECT_TRUE(second->warnings.empty());
    EXPECT_TRUE(runs);
    EXPECT_EQ(copied, wide + "libcuda.so.390.30");
    EXPECT_EQ(mounts, 2);
}

TEST_F(DriverVolume, HasAViewForEachSetOfGroups) {
    driver390();
    const auto volume = build();
    ASSERT_TRUE(volume);
    const Capabilities groups{Capability::Compute, Capability::Utility};
    ASSERT_TRUE(makeView(*volume, groups));
    ASSERT_TRUE(makeView(*volume, groups));
    EXPECT_EQ(volume->path(groups), folder() + "/nvidia_390.30.compute+utility");
    EXPECT_EQ(namesIn(volume->path(groups)),
        (std::vector<std::string>{"bin/nvidia-cuda-mps-server", "bin/nvidia-smi",
            "lib64/libcuda.so", "lib64/libcuda.so.1", "lib64/libcuda.so.390.30",
            "lib64/libnvidia-ml.so.1", "lib64/libnvidia-ml.so.390.30"}));
    ASSERT_TRUE(makeView(*volume, {Capability::Compute, Capability::Compat32}));
    EXPECT_TRUE(fs::exists(
        volume->path({Capability::Compute, Capability::Compat32}) + "/lib/libcuda.so.1"));
    ASSERT_TRUE(makeView(*volume, allCapabilities()));
}

TEST_F(DriverVolume, AddsToAViewWhatTheVolumeGot) {
    driver390();
    const Capabilities video{Capability::Video};
    ASSERT_TRUE(makeView(*build(), video));
    library(wide, "libnvcuvid.so.390.30", "libnvcuvid.so.1");
    const auto volume = build();
    ASSERT_TRUE(volume);
    ASSERT_TRUE(makeView(*volume, video));
    EXPECT_EQ(namesIn(volume->path(video)),
        (std::vector<std::string>{"lib64/libnvcuvid.so.1", "lib64/libnvcuvid.so.390.30",
            "lib64/libnvidia-encode.so.1", "lib64/libnvidia-encode.so.390.30"}));
}

TEST(DriverFiles, AreTakenByGroupAndVersion) {
    const Capabilities compute{Capability::Compute};
    EXPECT_TRUE(takesLibrary("libcuda.so.390.30", "390.30", compute));
    EXPECT_FALSE(takesLibrary("libcuda.so.390.30", "390.3", compute));
    EXPECT_FALSE(takesLibrary("libcuda.so.1", "390.30", compute));
    EXPECT_FALSE(takesLibrary("libnvidia-ml.so.390.30", "390.30", compute));
    EXPECT_TRUE(takesLibrary("libnvidia-tomorrow.so.390.30", "390.30", compute));
    EXPECT_FALSE(takesLibrary("libtomorrow.so.390.30", "390.30", allCapabilities()));
}

} // namespace
} // namespace muster::container::driver
