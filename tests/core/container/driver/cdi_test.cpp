// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/cdi.h"

#include <chrono>

#include <sys/stat.h>
#include <unistd.h>

#include "tests/core/container/driver/fake_root.h"

namespace muster::container::driver {

inline void PrintTo(const InjectedMount& mount, std::ostream* out) {
    *out << mount.source << " -> " << mount.target << (mount.readOnly ? " ro" : " rw");
}

inline void PrintTo(const InjectedLink& link, std::ostream* out) {
    *out << link.path << " -> " << link.target;
}

namespace {

// As 'nvidia-ctk cdi generate' writes it for two GPUs, shortened. LIB stands for a library.
const std::string generated = R"(---
cdiVersion: 0.5.0
kind: nvidia.com/gpu
devices:
- name: "0"
  containerEdits:
    deviceNodes:
    - path: /dev/nvidia0
    - path: /dev/dri/card1
    - path: /dev/dri/renderD128
    hooks:
    - hookName: createContainer
      path: /usr/bin/nvidia-cdi-hook
      args: [nvidia-cdi-hook, chmod, --mode, "755", --path, /dev/dri]
- name: "1"
  containerEdits:
    deviceNodes:
    - path: /dev/nvidia1
- name: all
  containerEdits:
    deviceNodes:
    - path: /dev/nvidia0
    - path: /dev/nvidia1
containerEdits:
  env:
  - NVIDIA_VISIBLE_DEVICES=void
  - NVIDIA_CTK_LIBCUDA_DIR=/usr/lib/x86_64-linux-gnu
  deviceNodes:
  - path: /dev/nvidia-modeset
  - path: /dev/nvidia-uvm
  - path: /dev/nvidia-uvm-tools
  - path: /dev/nvidiactl
  hooks:
  - hookName: createContainer
    path: /usr/bin/nvidia-cdi-hook
    args:
    - nvidia-cdi-hook
    - create-symlinks
    - --link
    - libcuda.so.1::/usr/lib/x86_64-linux-gnu/libcuda.so
    - --link
    - ../libnvidia-allocator.so.1::/usr/lib/x86_64-linux-gnu/gbm/nvidia-drm_gbm.so
  - hookName: createContainer
    path: /usr/bin/nvidia-ctk
    args: [nvidia-ctk, hook, update-ldcache, --folder, /usr/lib/x86_64-linux-gnu, --folder=/usr/lib64]
  - hookName: createContainer
    path: /usr/bin/nvidia-cdi-hook
    args: [nvidia-cdi-hook, enable-cuda-compat, --host-driver-version=550.54.14]
  - hookName: createContainer
    path: /usr/bin/nvidia-cdi-hook
    args: [nvidia-cdi-hook, disable-device-node-modification]
  mounts:
  - hostPath: /usr/lib/x86_64-linux-gnu/libcuda.so.550.54.14
    containerPath: /usr/lib/x86_64-linux-gnu/libcuda.so.550.54.14
    options: [ro, nosuid, nodev, rbind, rprivate]
  - hostPath: /run/nvidia-persistenced/socket
    containerPath: /run/nvidia-persistenced/socket
    options: [ro, nosuid, nodev, rbind, rprivate, noexec]
)";

const GrantedGpu first{GpuUuid{"GPU-11111111-1111-1111-1111-111111111111"}, 0, 0};
const GrantedGpu second{GpuUuid{"GPU-22222222-2222-2222-2222-222222222222"}, 1, 1};
const std::vector<DeviceNode> nodes{{"/dev/dri/card1", 226, 1}, {"/dev/dri/renderD128", 226, 128},
    {"/dev/nvidia-caps/nvidia-cap3", 240, 3}, {"/dev/nvidia-modeset", 195, 254},
    {"/dev/nvidia0", 195, 0}, {"/dev/nvidia1", 195, 1}, {"/dev/nvidiactl", 195, 255}};

CdiRegistry registryOf(const std::vector<std::string>& specs, bool sameFolder = false) {
    CdiRegistry registry;
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const auto spec = parseCdi(specs[i]);
        EXPECT_TRUE(spec) << (spec ? "" : spec.error().message);
        if (spec)
            registry.entries.push_back({*spec, fmt::format("{}.yaml", i), sameFolder ? 0 : i});
    }
    return registry;
}

// A spec with one device "0" on /dev/nvidia0 and these lines as edits for all.
std::string specWith(const std::string& edits) {
    return "{cdiVersion: 0.5.0, kind: nvidia.com/gpu, devices: [{name: '0', containerEdits: "
           "{deviceNodes: [{path: /dev/nvidia0}]}}], containerEdits: {"
        + edits + "}}";
}

std::string refusal(const std::string& edits) {
    const auto result = cdiFor(registryOf({specWith(edits)}), {first}, nodes);
    return result ? std::string() : result.error().message;
}

std::string hook(const std::string& arguments) {
    return "hooks: [{hookName: createContainer, path: /usr/bin/nvidia-cdi-hook, args: [x, "
        + arguments + "]}]";
}

TEST(Cdi, GivesWhatTheGrantedDeviceAsksFor) {
    const auto cdi = cdiFor(registryOf({generated}), {first}, nodes);
    ASSERT_TRUE(cdi) << cdi.error().message;
    EXPECT_EQ(cdi->nodes,
        (std::vector<DeviceNode>{{"/dev/dri/card1", 226, 1}, {"/dev/dri/renderD128", 226, 128},
            {"/dev/nvidia-modeset", 195, 254}}));
    EXPECT_EQ(cdi->mounts,
        (std::vector<InjectedMount>{{"/usr/lib/x86_64-linux-gnu/libcuda.so.550.54.14",
                                        "/usr/lib/x86_64-linux-gnu/libcuda.so.550.54.14", true},
            {"/run/nvidia-persistenced/socket", "/run/nvidia-persistenced/socket", true}}));
    EXPECT_EQ(cdi->environment, (Pairs{{"NVIDIA_CTK_LIBCUDA_DIR", "/usr/lib/x86_64-linux-gnu"}}));
    EXPECT_TRUE(cdi->warnings.empty());
}

TEST(Cdi, ReplacesHooksByWhatTheyWouldHaveDone) {
    const auto cdi = cdiFor(registryOf({generated}), {second}, nodes);
    ASSERT_TRUE(cdi) << cdi.error().message;
    EXPECT_EQ(
        cdi->loaderFolders, (std::vector<std::string>{"/usr/lib/x86_64-linux-gnu", "/usr/lib64"}));
    EXPECT_EQ(cdi->links,
        (std::vector<InjectedLink>{{"/usr/lib/x86_64-linux-gnu/libcuda.so", "libcuda.so.1"},
            {"/usr/lib/x86_64-linux-gnu/gbm/nvidia-drm_gbm.so", "../libnvidia-allocator.so.1"}}));
}

TEST(Cdi, IsTheSameInJson) {
    const auto cdi = cdiFor(registryOf({R"({"cdiVersion": "0.6.0", "kind": "nvidia.com/gpu",
	"annotations": {"a": "b"},
	"devices": [{"name": "gpu0", "containerEdits": {"deviceNodes": [
		{"path": "/dev/nvidia0", "type": "c", "major": 195, "minor": 0, "fileMode": 438,
		 "permissions": "rw", "uid": 0, "gid": 0}], "additionalGids": [44]}}],
	"containerEdits": {"mounts": [{"hostPath": "/usr/bin/nvidia-smi",
		"containerPath": "/usr/bin/nvidia-smi", "options": ["ro"], "type": "bind"}]}})"}),
        {first}, nodes);
    ASSERT_TRUE(cdi) << cdi.error().message;
    EXPECT_EQ(cdi->mounts,
        (std::vector<InjectedMount>{{"/usr/bin/nvidia-smi", "/usr/bin/nvidia-smi", true}}));
}

TEST(Cdi, FindsADeviceByUuidBeforeIndex) {
    const auto named = [](const std::string& name, const std::string& mark) {
        return "{name: '" + name + "', containerEdits: {env: [NVIDIA_MARK=" + mark
            + "], deviceNodes: [{path: /dev/nvidia0}]}}";
    };
    const auto markOf = [&](const std::string& devices) {
        const auto cdi = cdiFor(
            registryOf({"{cdiVersion: 0.5.0, kind: nvidia.com/gpu, devices: [" + devices + "]}"}),
            {first}, nodes);
        return cdi ? cdi->environment.at(0).second : cdi.error().message;
    };
    EXPECT_EQ(markOf(named("0", "index") + ',' + named(first.uuid.value, "uuid")), "uuid");
    EXPECT_EQ(markOf(named("gpu0", "typed") + ',' + named("0", "index")), "index");
    EXPECT_EQ(markOf(named("all", "all") + ',' + named("gpu0", "typed")), "typed");
    EXPECT_EQ(markOf(named("all", "all")), "all");
    EXPECT_EQ(markOf(named("1", "another")),
        "no CDI spec has a device for GPU-11111111-1111-1111-1111-111111111111: write one with "
        "'nvidia-ctk cdi generate'");
}

TEST(Cdi, OfALaterFolderWinsAndOfTheSameIsInConflict) {
    const auto early = specWith("env: [NVIDIA_MARK=early]");
    const auto late = specWith("env: [NVIDIA_MARK=late]");
    const auto cdi = cdiFor(registryOf({early, late}), {first}, nodes);
    ASSERT_TRUE(cdi);
    EXPECT_EQ(cdi->environment, (Pairs{{"NVIDIA_MARK", "late"}}));
    const auto conflict = cdiFor(registryOf({early, late}, true), {first}, nodes);
    ASSERT_FALSE(conflict);
    EXPECT_EQ(conflict.error().kind, Error::Kind::NotFound);
}

TEST(Cdi, AppliesASpecsOwnEditsOnceForTwoDevices) {
    const auto cdi = cdiFor(registryOf({generated}), {first, second}, nodes);
    ASSERT_TRUE(cdi) << cdi.error().message;
    EXPECT_EQ(cdi->mounts.size(), 2U);
    EXPECT_EQ(cdi->environment.size(), 1U);
}

// doc/features.md S20: whatever the spec says, a container gets no node of another GPU.
TEST(Cdi, ThatShowsAnotherGpuIsRefused) {
    const GrantedGpu moved{first.uuid, 0, 1}; // index 0 is /dev/nvidia1 since the last start
    EXPECT_FALSE(cdiFor(registryOf({generated}), {moved}, nodes));
    const auto all
        = cdiFor(registryOf({specWith("deviceNodes: [{path: /dev/nvidia1}]")}), {first}, nodes);
    ASSERT_FALSE(all);
    EXPECT_EQ(all.error().message,
        "the CDI spec shows /dev/nvidia1 as /dev/nvidia1, which is not granted; write it anew with "
        "'nvidia-ctk cdi generate'");
    EXPECT_NE(refusal("deviceNodes: [{path: /dev/nvidia0, hostPath: /dev/nvidia1}]"), "");
    EXPECT_NE(refusal("deviceNodes: [{path: /dev/foo, hostPath: /dev/nvidia1}]"), "");
    EXPECT_NE(refusal("deviceNodes: [{path: /dev/nvidia0, hostPath: /dev/foo}]"), "");
}

TEST(Cdi, LeavesOutNodesThatAreNoPartOfAGpu) {
    const auto cdi
        = cdiFor(registryOf({specWith("deviceNodes: [{path: /dev/sda}, {path: /dev/kvm}, {path: "
                                      "/dev/nvidia-caps/nvidia-cap3}, {path: /dev/dri/card1}, "
                                      "{path: /dev/nvidiactl, hostPath: /dev/mem}]")}),
            {first},
            {{"/dev/sda", 8, 0}, {"/dev/kvm", 10, 232}, {"/dev/mem", 1, 1},
                {"/dev/nvidia-caps/nvidia-cap3", 240, 3}, {"/dev/dri/card1", 226, 1}});
    ASSERT_TRUE(cdi);
    EXPECT_TRUE(cdi->nodes.empty());
    EXPECT_EQ(cdi->warnings.size(), 5U);
}

TEST(Cdi, GivesAMigDeviceItsCapabilityButNotTheMachines) {
    const auto spec = [](int cap) {
        return fmt::format("{{cdiVersion: 0.5.0, kind: nvidia.com/gpu, devices: [{{name: '0', "
                           "containerEdits: {{deviceNodes: [{{path: /dev/nvidia0}}, {{path: "
                           "/dev/nvidia-caps/nvidia-cap{}}}]}}}}]}}",
            cap);
    };
    const std::vector<DeviceNode> caps{{"/dev/nvidia-caps/nvidia-cap1", 240, 1},
        {"/dev/nvidia-caps/nvidia-cap2", 240, 2}, {"/dev/nvidia-caps/nvidia-cap3", 240, 3}};
    for (const auto& [cap, count] : {std::pair{1, 0U}, std::pair{2, 0U}, std::pair{3, 1U}}) {
        const auto cdi = cdiFor(registryOf({spec(cap)}), {first}, caps);
        ASSERT_TRUE(cdi);
        EXPECT_EQ(cdi->nodes.size(), count) << cap;
    }
}

TEST(Cdi, LetsNoVariableChangeWhatProgramsLoad) {
    const auto cdi = cdiFor(
        registryOf(
            {specWith("env: [LD_PRELOAD=/x.so, LD_LIBRARY_PATH=/x, LD_AUDIT=/x, PATH=/x, "
                      "GLIBC_TUNABLES=x, BASH_ENV=/x, 'NVIDIA_X Y=1', CUDA_CACHE_PATH=/c]")}),
        {first}, nodes);
    ASSERT_TRUE(cdi) << cdi.error().message;
    EXPECT_EQ(cdi->environment, (Pairs{{"CUDA_CACHE_PATH", "/c"}}));
    EXPECT_EQ(cdi->warnings.size(), 7U);
}

TEST(Cdi, RefusesAHookThatItCannotReplaceByName) {
    EXPECT_EQ(refusal(hook("format-disk, --now")),
        "the CDI spec wants the hook 'format-disk', which Muster does not replace");
    EXPECT_EQ(refusal("hooks: [{hookName: prestart, path: /bin/evil}]"),
        "the CDI spec wants the hook '/bin/evil', which Muster does not replace");
    EXPECT_EQ(refusal(hook("update-application-profile")), "");
}

TEST(Cdi, RefusesPathsThatAreNotPlain) {
    for (const char* path : {"/usr/../etc", "usr/lib", "/usr//lib", "/usr/./lib", "/usr/lib/", "/",
             "''", "/proc/self", "/sys/x", "/dev/x"}) {
        EXPECT_NE(
            refusal(fmt::format("mounts: [{{hostPath: /usr/lib, containerPath: {}}}]", path)), "")
            << path;
        EXPECT_NE(refusal(hook(fmt::format("create-symlinks, --link, 'a::{}'", path))), "") << path;
        EXPECT_NE(refusal(hook(fmt::format("update-ldcache, --folder, {}", path))), "") << path;
    }
    EXPECT_NE(refusal("mounts: [{hostPath: /usr/../etc/shadow, containerPath: /x}]"), "");
    EXPECT_NE(refusal(hook("create-symlinks, --link, nothing")), "");
    EXPECT_NE(refusal(hook("create-symlinks, --link, '::/usr/lib/x'")), "");
    EXPECT_NE(refusal(hook("update-ldcache, --folder, '/usr/lib:/tmp'")), "");
}

std::string unreadable(const std::string& text) {
    const auto spec = parseCdi(text);
    return spec ? std::string() : spec.error().message;
}

TEST(CdiSpec, WithWhatNobodyKnowsIsRefused) {
    EXPECT_EQ(unreadable(specWith("surprise: 1")),
        "The CDI spec cannot be used: containerEdits has the unknown field 'surprise'");
    for (const char* edits : {"intelRdt: {closID: x}", "netDevices: [{name: eth0}]", "env: [X]",
             "env: x", "deviceNodes: [{path: /dev/sda, type: b}]", "deviceNodes: [{}]",
             "mounts: [{hostPath: /x}]", "hooks: [{hookName: x}]", "env: [], env: []"})
        EXPECT_NE(unreadable(specWith(edits)), "") << edits;
    for (const char* spec : {"", "x", "[]", "{}", "{cdiVersion: 0.5.0, kind: x/y, devices: []}",
             "{cdiVersion: 9.0.0, kind: x/y, devices: [{name: a}]}",
             "{cdiVersion: 0.5.0, kind: x/y, devices: [{name: a}, {name: a}]}",
             "{cdiVersion: 0.5.0, kind: x/y, devices: [{name: 'a b'}]}", "{a: *b}", "\x01", "{{{{"})
        EXPECT_NE(unreadable(spec), "") << spec;
}

TEST(CdiSpec, ThatIsABombIsRefusedAtOnce) {
    const auto start = std::chrono::steady_clock::now();
    std::string laughs = "a: &a [x,x,x,x,x,x,x,x,x]\n";
    for (char c = 'b'; c < 'k'; ++c)
        laughs += fmt::format("{}: &{} [*{},*{},*{},*{},*{},*{},*{},*{},*{}]\n", c, c,
            static_cast<char>(c - 1), static_cast<char>(c - 1), static_cast<char>(c - 1),
            static_cast<char>(c - 1), static_cast<char>(c - 1), static_cast<char>(c - 1),
            static_cast<char>(c - 1), static_cast<char>(c - 1), static_cast<char>(c - 1));
    EXPECT_EQ(unreadable(laughs), "The CDI spec cannot be used: it has an alias");
    EXPECT_EQ(unreadable(std::string(100000, '[')),
        "The CDI spec cannot be used: it is more than 16 levels deep");
    std::string wide = "[";
    for (int i = 0; i < 30000; ++i)
        wide += "1,";
    EXPECT_EQ(
        unreadable(wide + "1]"), "The CDI spec cannot be used: it has more than 20000 values");
    EXPECT_EQ(unreadable(std::string(2U << 20, ' ')),
        "The CDI spec has 2097152 bytes, 1048576 are allowed");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

class CdiFolders : public testing::Test {
protected:
    void SetUp() override {
        if (geteuid() != 0)
            GTEST_SKIP() << "needs root: a spec is root's";
    }
    // A spec whose mounts are of this folder.
    std::string spec(const std::string& file) const {
        return specWith("mounts: [{hostPath: " + (m_folder.path() / file).string()
            + ", containerPath: /usr/lib/x}]");
    }
    CdiRegistry read() const { return readCdi({m_folder.path() / "etc", m_folder.path() / "run"}); }

    test::TemporaryFolder m_folder;
};

TEST_F(CdiFolders, AreReadInTheirOrder) {
    m_folder.write("libcuda.so.1", "");
    m_folder.write("etc/nvidia.yaml", spec("libcuda.so.1"));
    m_folder.write("etc/other.json",
        R"({"cdiVersion": "0.5.0", "kind": "vendor.com/net", "devices": [{"name": "a"}]})");
    m_folder.write("etc/notes.txt", "not a spec");
    m_folder.write("run/nvidia.json", spec("libcuda.so.1"));
    const auto registry = read();
    ASSERT_EQ(registry.entries.size(), 2U);
    EXPECT_EQ(registry.entries[0].folder, 0U);
    EXPECT_EQ(registry.entries[1].folder, 1U);
    EXPECT_TRUE(registry.warnings.empty());
}

TEST_F(CdiFolders, ThatAreMissingGiveNothing) {
    const auto registry = read();
    EXPECT_TRUE(registry.entries.empty());
    EXPECT_TRUE(registry.warnings.empty());
}

TEST_F(CdiFolders, GiveNothingThatOthersCouldHaveWritten) {
    m_folder.write("libcuda.so.1", "");
    ASSERT_EQ(chmod(m_folder.write("etc/a.yaml", spec("libcuda.so.1")).c_str(), 0666), 0);
    ASSERT_EQ(chown(m_folder.write("etc/b.yaml", spec("libcuda.so.1")).c_str(), 65534, 0), 0);
    const auto elsewhere = m_folder.write("c.yaml", spec("libcuda.so.1"));
    std::filesystem::create_symlink(elsewhere, m_folder.path() / "etc/c.yaml");
    const auto registry = read();
    EXPECT_TRUE(registry.entries.empty());
    EXPECT_EQ(registry.warnings.size(), 3U);
}

TEST_F(CdiFolders, LeaveOutASpecOfAnOlderDriver) {
    m_folder.write("etc/a.yaml", spec("libcuda.so.1"));
    const auto registry = read();
    EXPECT_TRUE(registry.entries.empty());
    ASSERT_EQ(registry.warnings.size(), 1U);
    EXPECT_NE(registry.warnings[0].find("libcuda.so.1, which is not there; write it anew with "
                                        "'nvidia-ctk cdi generate'"),
        std::string::npos);
}

TEST_F(CdiFolders, LeaveOutASocketThatIsNotThere) {
    m_folder.write("etc/a.yaml", spec("socket"));
    const auto registry = read();
    ASSERT_EQ(registry.entries.size(), 1U);
    EXPECT_TRUE(registry.entries[0].spec.edits.mounts.empty());
    EXPECT_EQ(registry.warnings.size(), 1U);
}

} // namespace
} // namespace muster::container::driver
