// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "core/container/files.h"
#include "tests/core/container/world.h"

namespace muster::container {
namespace {

namespace fs = std::filesystem;

constexpr const char* busybox = "/bin/busybox";

// Containers whose root is made of layers: the lower one has busybox, the upper one files.
class ImageRoots : public World {
protected:
    void SetUp() override {
        World::SetUp();
        if (IsSkipped())
            return;
        if (!fs::exists(busybox))
            GTEST_SKIP() << "needs " << busybox << " (busybox-static)";
        // Names that the options of a mount could not hold.
        m_layers
            = {m_base + "/layers, with:odd names/lower", m_base + "/layers, with:odd names/upper"};
        for (const auto& layer : m_layers)
            fs::create_directories(layer);
        fs::create_directories(lower("bin"));
        fs::copy_file(busybox, lower("bin/busybox"));
        for (const char* name : {"sh", "cat", "ls", "id", "sleep", "touch", "readlink", "echo"})
            fs::create_symlink("busybox", lower(std::string("bin/") + name));
        write(lower("hello"), "from below");
        write(upper("hello"), "from above");
    }
    std::string lower(const std::string& name) const { return m_layers.front() + '/' + name; }
    std::string upper(const std::string& name) const { return m_layers.back() + '/' + name; }
    static void write(const std::string& path, const std::string& text) {
        fs::create_directories(fs::path(path).parent_path());
        std::ofstream(path) << text;
    }
    ContainerSpec inImage(const std::string& name, const std::string& script) const {
        auto spec = shell(name, script);
        spec.image = ImageRoot{.layers = m_layers};
        return spec;
    }

    std::vector<std::string> m_layers;
};

TEST_F(ImageRoots, ShowTheUpperLayerOverTheLower) {
    EXPECT_EQ(outputOf(inImage("layers", "cat /hello; ls / | cat")),
        "from above"
        "bin\ndev\netc\nhello\nmnt\nproc\nrun\nsys\n");
}

TEST_F(ImageRoots, StartInTheSandboxOrWhereTheImageSays) {
    EXPECT_EQ(
        outputOf(inImage("cwd", "readlink /proc/self/cwd; touch here")), "/mnt/mesos/sandbox\n");
    EXPECT_TRUE(fs::exists(inImage("cwd", "").sandbox + "/here"));
    auto spec = inImage("workdir", "readlink /proc/self/cwd");
    spec.image->workingDirectory = "/work/space";
    EXPECT_EQ(outputOf(spec), "/work/space\n");
}

TEST_F(ImageRoots, KeepWhatAContainerWritesFromTheNext) {
    EXPECT_EQ(outputOf(inImage("first", "echo changed > /hello; cat /hello")), "changed\n");
    EXPECT_EQ(outputOf(inImage("second", "cat /hello")), "from above");
    EXPECT_EQ(readFile(upper("hello")).value_or(""), "from above");
}

TEST_F(ImageRoots, HaveTheirMountPointsWithoutAChange) {
    const auto spec = inImage("untouched", "echo begun; sleep 60");
    ASSERT_TRUE(m_runtime->launch(spec));
    ASSERT_TRUE(waitForOutput(spec, "begun"));
    EXPECT_TRUE(fs::is_empty(options().stateDirectory + "/changes/" + spec.id.value + "/upper"));
    ASSERT_TRUE(m_runtime->destroy(spec.id));
}

TEST_F(ImageRoots, ShowTheFilesOfAnImageWhereNothingIsMounted) {
    write(lower("run/own"), "of the image");
    write(lower("etc/passwd"), "root:x:0:0::/:/bin/sh");
    EXPECT_EQ(outputOf(inImage("merged", "cat /run/own; ls /etc | cat")),
        "of the imagehostname\nhosts\npasswd\nresolv.conf\n");
}

TEST_F(ImageRoots, CanBeClosedForWriting) {
    auto spec = inImage("readonly", "touch /new 2>&1; touch new && echo sandbox");
    spec.image->readOnly = true;
    EXPECT_EQ(outputOf(spec), "touch: /new: Read-only file system\nsandbox\n");
}

TEST_F(ImageRoots, CanBeWrittenInATmpfsAloneBesideTheSandbox) {
    write(upper("var/cache/old"), "of the image");
    auto spec = inImage("tmpfs",
        "touch /new /var/new 2>&1; touch here /dev/shm/here && echo sandbox; "
        "ls /var/cache | cat; touch /var/cache/a /made/here/b && ls -d /var/cache/a /made/here/b; "
        "busybox stat -c %a /var/cache /made/here");
    spec.image->readOnly = true;
    spec.image->tmpfs = {{.path = "/var/cache"}, {.path = "/made/here", .mode = 0750}};
    EXPECT_EQ(outputOf(spec),
        "touch: /new: Read-only file system\ntouch: /var/new: Read-only file system\n"
        "sandbox\n/made/here/b\n/var/cache/a\n1777\n750\n");
}

TEST_F(ImageRoots, HaveATmpfsThatIsFullAtItsSize) {
    auto spec = inImage("full",
        "busybox dd if=/dev/zero of=/tmp/x bs=64k count=100 2>&1 | busybox grep -c 'No space'; "
        "busybox stat -c %s /tmp/x; busybox cp /bin/busybox /run/b; /run/b true 2>/dev/null; echo "
        "$?");
    spec.image->tmpfs = {{.path = "/tmp", .size = Bytes::mebi(1)}, {.path = "/run"}};
    EXPECT_EQ(outputOf(spec), "1\n1048576\n126\n"); // noexec: found, not run
    spec
        = inImage("executable", "busybox cp /bin/busybox /run/busybox; /run/busybox true; echo $?");
    spec.image->tmpfs = {{.path = "/run", .executable = true}};
    EXPECT_EQ(outputOf(spec), "0\n");
}

// What is in a tmpfs is in the task's memory.
TEST_F(ImageRoots, PayForATmpfsWithTheirMemory) {
    if (!readHostFacts({})->cgroupControllers.contains("memory"))
        GTEST_SKIP() << "this cgroup view has no memory controller";
    auto spec = inImage("greedy", "busybox dd if=/dev/zero of=/tmp/x bs=1M count=200; sleep 1");
    spec.memory = Bytes::mebi(32);
    spec.image->tmpfs = {{.path = "/tmp", .size = Bytes::mebi(256)}};
    const auto exit = run(spec);
    EXPECT_TRUE(exit.oomKilled);
    ASSERT_TRUE(m_runtime->destroy(spec.id));
}

TEST_F(ImageRoots, ShowWhatIsMountedAndLinked) {
    write(m_base + "/shown/lib/libcuda.so.1", "cuda");
    auto spec = inImage("mounts",
        "cat /usr/local/nvidia/lib/libcuda.so.1; cat /opt/cuda.so; "
        "touch /usr/local/nvidia/x 2>&1");
    spec.image->mounts = {{m_base + "/shown", "/usr/local/nvidia", true}};
    spec.image->links = {{"/opt/cuda.so", "/usr/local/nvidia/lib/libcuda.so.1"}};
    EXPECT_EQ(outputOf(spec), "cudacudatouch: /usr/local/nvidia/x: Read-only file system\n");
}

TEST_F(ImageRoots, ShowWhatADescriptorIsOpenOnWhateverBecameOfItsPath) {
    write(m_base + "/volume/file", "folder\n");
    write(m_base + "/single", "file\n");
    const Fd folder(open((m_base + "/volume").c_str(), O_PATH | O_CLOEXEC));
    const Fd file(open((m_base + "/single").c_str(), O_PATH | O_CLOEXEC));
    fs::rename(m_base + "/volume", m_base + "/moved");
    fs::create_symlink("/etc", m_base + "/volume");
    auto spec = inImage("volumes", "cat /data/file /one; touch /data/new");
    spec.image->mounts = {{m_base + "/volume", "/data", false, folder.number()},
        {m_base + "/single", "/one", true, file.number()}};
    EXPECT_EQ(outputOf(spec), "folder\nfile\n");
    EXPECT_TRUE(fs::exists(m_base + "/moved/new"));
}

// An image whose folders are links to the host's.
TEST_F(ImageRoots, LeadNobodyToTheHostByTheirLinks) {
    fs::create_directories(m_base + "/canary");
    fs::create_symlink(m_base + "/canary", upper("opt"));
    fs::create_symlink("../../../../../../../.." + m_base + "/canary", upper("mnt"));
    fs::create_symlink(m_base + "/canary", upper("etc"));
    write(m_base + "/shown/file", "x");
    auto spec = inImage("links", "cat /opt/nvidia/file");
    spec.image->mounts = {{m_base + "/shown", "/opt/nvidia", true}};
    outputOf(spec);
    spec.id = ContainerId{"links-made"};
    spec.image->links = {{"/opt/link", "target"}};
    EXPECT_FALSE(m_runtime->launch(spec)); // in the image that folder is not there
    EXPECT_TRUE(fs::is_empty(m_base + "/canary"));
}

TEST_F(ImageRoots, OpenOnlyTheGrantedGpus) {
    auto spec = inImage("gpus", "for n in 0 1; do cat /dev/nvidia$n 2>&1; done; ls /dev | cat");
    spec.gpuMinors = {1};
    const auto output = outputOf(spec);
    EXPECT_NE(output.find("nvidia1"), std::string::npos) << output;
    EXPECT_EQ(output.find("nvidia0\n"), std::string::npos) << output;
    EXPECT_NE(output.find("can't open '/dev/nvidia0': No such file"), std::string::npos) << output;
    EXPECT_EQ(output.find("/dev/nvidia1': Operation not permitted"), std::string::npos) << output;
}

TEST_F(ImageRoots, HearTheirOwnStopSignal) {
    auto spec = inImage("stop",
        "trap 'echo quit; exit 3' QUIT; trap '' TERM; echo up; "
        "while :; do sleep 0.05; done");
    spec.stopSignal = SIGQUIT;
    ASSERT_TRUE(m_runtime->launch(spec));
    ASSERT_TRUE(waitForOutput(spec, "up"));
    reopen(); // it is known to the next agent, too
    ASSERT_TRUE(m_runtime->recover());
    ASSERT_TRUE(m_runtime->signal(spec.id, SIGTERM, false));
    EXPECT_EQ(waitFor(spec.id).exitCode, 3);
}

TEST_F(ImageRoots, AreRefusedWhenTheyLeadIntoTheKernelsOwnFiles) {
    auto spec = inImage("proc", "true");
    spec.image->workingDirectory = "/proc/self/fd/7";
    EXPECT_FALSE(m_runtime->launch(spec));
    spec.image->workingDirectory = "/";
    spec.image->mounts = {{m_base, "/proc/sys/kernel", true}};
    EXPECT_FALSE(m_runtime->launch(spec));
}

TEST_F(ImageRoots, MayHaveAsManyLayersAsDocker) {
    while (m_layers.size() < 127) {
        m_layers.push_back(m_base + "/layers, with:odd names/" + std::to_string(m_layers.size()));
        write(m_layers.back() + "/number", std::to_string(m_layers.size()));
    }
    EXPECT_EQ(outputOf(inImage("many", "cat /number")), "127");
}

} // namespace
} // namespace muster::container
