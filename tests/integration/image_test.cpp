// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include <sys/stat.h>

#include "core/proto/states.h"
#include "tests/integration/image_world.h"
#include "tests/support/e2e/framework.h"

namespace muster::e2e {
namespace {

namespace fs = std::filesystem;

const char* const kCudaLabel = "com.nvidia.cuda.version";

using Images = ImageWorld;

// The command of the founding documents.
TEST_F(Images, RunNvidiaSmiOnOneGpuOfFour) {
    const auto& cluster = master();
    const auto& worker = agent(cluster, {"--simulate=m60x4"});
    const auto image = push("nvidia/cuda:latest",
        R"({"Cmd":["sh"],"Labels":{"com.nvidia.volumes.needed":"nvidia_driver"}})");
    const auto task = execute(cluster,
        {"--docker_image=" + image, "--command=nvidia-smi", kGpus, "--name=gpu-test",
            "--resources=gpus:1;cpus:0.5;mem:64"});
    EXPECT_EQ(task->wait(60s), 0);
    EXPECT_EQ(transcript(*task), recorded("gpu_finished"));
    const auto table = fileText(sandboxFile(worker, "gpu-test", "stdout"));
    EXPECT_NE(table.find("NVIDIA-SMI"), std::string::npos) << table;
    EXPECT_EQ(countOf(table, "Tesla M60"), 1u) << table;
}

// Mesos' NvidiaDockerImage tests.
TEST_F(Images, NeedAGpuForNvidiaSmi) {
    const auto& cluster = standalone();
    const auto image = push("nvidia/cuda:1", R"({"Env":["NVIDIA_VISIBLE_DEVICES=all"]})");
    const auto without = execute(cluster, cudaTask(image, "none", 0));
    EXPECT_EQ(without->wait(60s), 1);
    EXPECT_NE(without->out().find("TASK_FAILED"), std::string::npos) << without->out();
    const auto with = execute(cluster, cudaTask(image, "one"));
    EXPECT_EQ(with->wait(30s), 0) << with->out();
    EXPECT_NE(with->out().find("TASK_FINISHED"), std::string::npos);
}

// doc/features.md G8: one driver, images of different CUDA versions.
TEST_F(Images, AreRefusedWhenTheirCudaIsNewerThanTheDriver) {
    const auto& cluster = standalone();
    const auto label = [](const std::string& version) {
        return R"({"Labels":{"com.nvidia.volumes.needed":"nvidia_driver",")"
            + std::string(kCudaLabel) + R"(":")" + version + R"("}})";
    };
    const auto served = execute(cluster, cudaTask(push("cuda:8", label("8.0")), "served"));
    EXPECT_EQ(served->wait(60s), 0) << served->out();
    const auto newer = execute(cluster, cudaTask(push("cuda:99", label("99.0")), "newer"));
    EXPECT_EQ(newer->wait(30s), 1);
    EXPECT_NE(
        newer->out().find("unsupported CUDA version: driver 9.1 < image 99.0"), std::string::npos)
        << newer->out();
    const auto wanted = push("cuda:12", R"({"Env":["NVIDIA_REQUIRE_CUDA=cuda>=12.0"]})");
    const auto required = execute(cluster, cudaTask(wanted, "required"));
    EXPECT_EQ(required->wait(30s), 1);
    EXPECT_NE(required->out().find("cuda>=12.0 (driver 390.30 serves CUDA 9.1)"), std::string::npos)
        << required->out();
}

TEST_F(Images, AreRefusedOnGpusOfAnotherKind) {
    const auto& cluster = standalone();
    const auto image = [&](const std::string& name, const std::string& condition) {
        return push(name,
            R"({"Env":["NVIDIA_VISIBLE_DEVICES=all","NVIDIA_REQUIRE_CUDA=)" + condition + "\"]}");
    };
    const auto served
        = execute(cluster, cudaTask(image("kind:1", "arch>=5.2,brand=tesla"), "served"));
    EXPECT_EQ(served->wait(60s), 0) << served->out();
    const auto newer = execute(cluster, cudaTask(image("kind:2", "arch>=7.0"), "newer"));
    EXPECT_EQ(newer->wait(30s), 1);
    EXPECT_NE(newer->out().find("unsatisfied condition: arch>=7.0 (a granted GPU has compute "
                                "capability 5.2)"),
        std::string::npos)
        << newer->out();
    const auto other = execute(cluster, cudaTask(image("kind:3", "brand=geforce"), "other"));
    EXPECT_EQ(other->wait(30s), 1);
    EXPECT_NE(other->out().find("a granted GPU is a 'tesla'"), std::string::npos) << other->out();
}

TEST_F(Images, GiveCommandUserFolderAndEnvironment) {
    const auto& cluster = standalone();
    const auto image = push("team/app:v1",
        R"({"Entrypoint":["/bin/sh","-c"],"Cmd":["id; pwd; echo $GREETING $MESOS_SANDBOX"],)"
        R"("Env":["PATH=/bin","GREETING=hello"],"User":"app","WorkingDir":"/work"})");
    const auto own = muster(cluster, {"submit", "--image=" + image, "--follow"});
    EXPECT_EQ(own->wait(60s), 0) << own->err();
    EXPECT_EQ(own->out(),
        "uid=1234(app) gid=1235(app) groups=44(video)\n/work\nhello /mnt/mesos/sandbox\n")
        << own->err();
    const auto byName = muster(cluster, {"logs", "app"});
    EXPECT_EQ(byName->wait(20s), 0) << byName->err();
    EXPECT_EQ(byName->out(), own->out());
    const auto folderless = muster(
        cluster, {"submit", "--image=" + push("team/plain:v1", "{}"), "--follow", "--command=pwd"});
    EXPECT_EQ(folderless->wait(60s), 0) << folderless->err();
    EXPECT_EQ(folderless->out(), "/mnt/mesos/sandbox\n");
    const auto other = muster(cluster,
        {"submit", "--image=" + image, "--follow", "--env=GREETING=bye", "--user=0",
            "--command=id; echo $GREETING; touch /mnt/mesos/sandbox/file"});
    EXPECT_EQ(other->wait(30s), 0) << other->err();
    EXPECT_EQ(other->out(), "uid=0(root) gid=0(root)\nbye\n") << other->err();
}

TEST_F(Images, ThatAreNotThereFailWithTheirNames) {
    const auto& cluster = standalone();
    const auto absent = m_registry->host() + "/team/absent:v1";
    const auto task = muster(cluster, {"submit", "--image=" + absent, "--wait", "--", "true"});
    EXPECT_EQ(task->wait(60s), 1);
    EXPECT_NE(task->err().find("Failed to launch container: "), std::string::npos) << task->err();
    EXPECT_NE(task->err().find(absent), std::string::npos) << task->err();
    const auto program
        = muster(cluster, {"submit", "--image=" + push("a:1", "{}"), "--wait", "--", "nonsense"});
    EXPECT_EQ(program->wait(30s), 1);
    const auto silent = muster(cluster, {"submit", "--image=" + push("b:1", "{}"), "--wait"});
    EXPECT_EQ(silent->wait(30s), 1);
    EXPECT_NE(silent->err().find("ommand"), std::string::npos) << silent->err();
    const auto folder = muster(cluster, {"submit", "--image=oci:/etc:1", "--wait", "--", "true"});
    EXPECT_EQ(folder->wait(30s), 1);
    EXPECT_NE(folder->err().find("image_folders"), std::string::npos) << folder->err();
}

TEST_F(Images, AreHeldByATaskThatOutlivesItsAgent) {
    auto& cluster = standalone();
    const auto image = push("team/app:v1", "{}");
    const auto job = muster(cluster,
        {"submit", "--image=" + image, "--gpus=1",
            "--command=echo up; until [ -e /mnt/mesos/sandbox/go ]; do sleep 0.1; done; "
            "cat /etc/passwd | true; exit 7"});
    ASSERT_EQ(job->wait(30s), 0) << job->err();
    auto view = console(cluster);
    ASSERT_TRUE(view.jobIs("job-1", "running", 60s));
    cluster.process->signal(SIGKILL);
    ASSERT_TRUE(cluster.process->wait(8s));
    restart(cluster);
    auto again = console(cluster);
    ASSERT_TRUE(again.jobIs("job-1", "running", 20s));
    const auto pruned = muster(cluster, {"images", "prune"});
    ASSERT_EQ(pruned->wait(20s), 0) << pruned->err();
    EXPECT_NE(pruned->out().find(": 0 images removed"), std::string::npos) << pruned->out();
    const auto listed = muster(cluster, {"images", "list"});
    ASSERT_EQ(listed->wait(20s), 0) << listed->err();
    EXPECT_NE(listed->out().find(image), std::string::npos) << listed->out();

    for (const auto& entry : fs::recursive_directory_iterator(cluster.workDir + "/sandboxes")) {
        if (entry.path().filename() == "stdout") {
            writeText((entry.path().parent_path() / "go").string(), "");
        }
    }
    ASSERT_TRUE(again.jobIs("job-1", "failed", 20s));
    EXPECT_EQ(again.job("job-1").message(), "Command exited with status 7");
    EXPECT_TRUE(eventually([&] {
        const auto freed = muster(cluster, {"images", "prune"});
        return freed->wait(20s) == 0 && freed->out().find(": 1 image removed") != std::string::npos;
    }));
}

TEST_F(Images, ThatArePulledCanBeGivenUp) {
    const auto slow = m_base + "/bin/slow-skopeo";
    writeText(slow, "#!/bin/sh\nexec sleep 60\n");
    ::chmod(slow.c_str(), 0755);
    const auto& cluster = standalone({"--simulate=m60x4", "--skopeo=" + slow});
    const auto job = muster(cluster,
        {"submit", "--image=" + m_registry->host() + "/team/app:v1", "--gpus=1", "--", "true"});
    ASSERT_EQ(job->wait(20s), 0) << job->err();
    auto view = console(cluster);
    EXPECT_TRUE(view.until(
        [&] { return view.job("job-1").message().find("Looking for image") != std::string::npos; },
        20s))
        << view.job("job-1").ShortDebugString();
    const auto killed = muster(cluster, {"kill", "job-1", "--yes"});
    EXPECT_EQ(killed->wait(20s), 0) << killed->err();
    EXPECT_TRUE(view.jobIs("job-1", "killed", 10s));
    EXPECT_TRUE(view.until([&] {
        return std::all_of(view.gpus.begin(), view.gpus.end(),
            [](const auto& gpu) { return proto::word(gpu.second.state()) == "free"; });
    }));
}

TEST_F(Images, ComeFromARegistryWithACaOfItsOwn) {
    using container::image::TestRegistry;
    if (!container::image::isInPath("openssl")) {
        GTEST_SKIP() << "openssl is not installed";
    }
    const TestRegistry secure(m_base + "/secure", "", TestRegistry::Transport::Tls);
    ASSERT_TRUE(secure.isRunning());
    m_layout->add("it", {m_baseLayer}, "{}");
    ASSERT_TRUE(secure.push(*m_layout, "it", "team/app:v1"));
    const auto certificates = m_base + "/certs.d";
    const auto& cluster = standalone({"--registry_certificates=" + certificates});
    const auto run = [&](const std::string& name) {
        return execute(cluster,
            {"--docker_image=" + secure.host() + "/team/app:v1", "--command=true", "--name=" + name,
                "--resources=cpus:0.1;mem:32"});
    };
    const auto refused = run("refused");
    EXPECT_EQ(refused->wait(60s), 1);
    EXPECT_NE(refused->out().find("--registry_certificates as " + secure.host() + "/ca.crt"),
        std::string::npos)
        << refused->out();
    fs::create_directories(certificates + "/" + secure.host());
    fs::copy_file(secure.certificate(), certificates + "/" + secure.host() + "/ca.crt");
    const auto trusted = run("trusted");
    EXPECT_EQ(trusted->wait(60s), 0) << trusted->out();
}

TEST_F(Images, ComeAndGoByHand) {
    const auto& cluster = standalone();
    const auto image = push("team/app:v1", "{}");
    const auto pulled = muster(cluster, {"images", "pull", image});
    EXPECT_EQ(pulled->wait(60s), 0) << pulled->err();
    EXPECT_NE(pulled->out().find(image + " is present: "), std::string::npos) << pulled->out();
    const auto absent = muster(cluster, {"images", "pull", m_registry->host() + "/absent:1"});
    EXPECT_EQ(absent->wait(60s), 1);
    EXPECT_NE(absent->err().find("absent"), std::string::npos) << absent->err();
    const auto pruned = muster(cluster, {"images", "prune"});
    EXPECT_EQ(pruned->wait(20s), 0);
    EXPECT_NE(pruned->out().find("1 image removed"), std::string::npos) << pruned->out();
    const auto nowhere = muster(cluster, {"images", "list", "--node=nowhere"});
    EXPECT_EQ(nowhere->wait(20s), 3);
}

// doc/features.md G9, S25: this machine's own servers are for who is allowed to see them.
TEST_F(Images, FindInTheirSandboxWhatTheirTasksAskedFor) {
    const auto files = m_base + "/shared/files";
    fs::create_directories(files);
    writeText(files + "/demo.sh", "echo demo $(cat v2)\n");
    const auto& cluster = standalone(
        {"--simulate=m60x4", "--fetch_files=" + files, "--fetch_allow=" + m_registry->host()});
    const auto image = push("team/app:v1", "{}");
    const auto server = "http://" + m_registry->host() + "/v2";
    const auto demo = muster(cluster,
        {"submit", "--image=" + image, "--follow", "--uri=" + files + "/demo.sh", "--uri=" + server,
            "--command=cd $MESOS_SANDBOX && /bin/sh demo.sh"});
    EXPECT_EQ(demo->wait(60s), 0) << demo->err();
    EXPECT_EQ(demo->out(), "demo {}\n") << demo->err();
    for (const std::string& wrong : {std::string("file:///etc/passwd"), std::string("ftp://x/y"),
             server + "#sha256=" + std::string(64, '0'), std::string("http://127.0.0.1:1/x"),
             std::string("http://169.254.169.254/latest/meta-data")}) {
        const auto refused
            = muster(cluster, {"submit", "--wait", "--uri=" + wrong, "--command=true"});
        EXPECT_EQ(refused->wait(30s), 1) << wrong;
        EXPECT_NE(refused->err().find("Failed to launch container: "), std::string::npos)
            << wrong << ": " << refused->err();
    }
}

TEST_F(Images, AreClosedForWritingWhenTheirJobAsksForIt) {
    const auto shown = m_base + "/shared/data";
    fs::create_directories(shown);
    writeText(shown + "/file", "data\n");
    const auto& cluster
        = standalone({"--simulate=m60x4", "--allowed_volumes=" + m_base + "/shared"});
    const auto image = push("team/app:v1", "{}");
    const auto job = muster(cluster,
        {"submit", "--image=" + image, "--user=root", "--follow", "--read-only",
            "--tmpfs=/tmp:size=1m", "--tmpfs=/etc", "--volume=" + shown + ":/data:ro",
            "--shm-size=2m", "--ulimit=nofile=77", "--cap-drop=ALL",
            "--command=touch /new 2>&1; cat /data/file; touch /data/new 2>&1; "
            "touch /tmp/a $MESOS_SANDBOX/b /dev/shm/c && echo written; ls /etc | cat; ulimit -n; "
            "busybox dd if=/dev/zero of=/tmp/x bs=64k count=99 2>&1 | busybox grep -o 'No space'; "
            "busybox grep CapBnd /proc/self/status; busybox df -k /dev/shm | busybox grep -o "
            "2048"});
    EXPECT_EQ(job->wait(60s), 0) << job->err();
    EXPECT_EQ(job->out(),
        "touch: /new: Read-only file system\ndata\ntouch: /data/new: Read-only file system\n"
        "written\nhostname\nhosts\nresolv.conf\n77\nNo space\nCapBnd:\t0000000000000000\n"
        "2048\n2048\n")
        << job->err();
    for (const auto& [flag, why] : {std::pair("--volume=/etc:/x", "--allowed_volumes"),
             {"--tmpfs=/proc/x", "A tmpfs cannot be at '/proc/x'"},
             {"--cap-add=SYS_ADMIN", "--allowed_capabilities"}}) {
        const auto refused
            = muster(cluster, {"submit", "--image=" + image, "--wait", flag, "--", "true"});
        EXPECT_EQ(refused->wait(30s), 1) << flag;
        EXPECT_NE(refused->err().find(why), std::string::npos) << refused->err();
    }
}

TEST_F(Images, AreAsTheirJobAskedForAfterAMasterThatDied) {
    auto& cluster = standalone();
    const auto image = push("team/app:v1", "{}");
    const auto first = muster(cluster, {"submit", "--gpus=4", "--", "sleep", "1000"});
    ASSERT_EQ(first->wait(20s), 0) << first->err();
    const auto second = muster(cluster,
        {"submit", "--image=" + image, "--gpus=1", "--read-only", "--tmpfs=/tmp",
            "--command=touch /tmp/x; touch /x 2>&1"});
    ASSERT_EQ(second->wait(20s), 0) << second->err();
    auto view = console(cluster);
    ASSERT_TRUE(view.jobIs("job-1", "running", 20s));
    ASSERT_TRUE(view.jobIs("job-2", "queued"));
    cluster.process->signal(SIGKILL);
    ASSERT_TRUE(cluster.process->wait(8s));
    restart(cluster);
    const auto killed = muster(cluster, {"kill", "job-1", "--yes"});
    ASSERT_EQ(killed->wait(20s), 0) << killed->err();
    auto again = console(cluster);
    ASSERT_TRUE(again.jobIs("job-2", "failed", 60s));
    const auto log = muster(cluster, {"logs", "job-2"});
    EXPECT_EQ(log->wait(20s), 0) << log->err();
    EXPECT_EQ(log->out(), "touch: /x: Read-only file system\n");
}

TEST_F(Images, HaveNoContainerOfAnotherTypeOrImageThanTheirJobs) {
    const auto& cluster = standalone();
    auto view = console(cluster);
    const auto refusal = [&](const std::function<void(mesos::v1::ContainerInfo&)>& change) {
        muster::v1::Request request;
        auto& job = *request.mutable_submit_job();
        job.set_name("true");
        job.mutable_command()->set_value("true");
        job.mutable_container()->set_type(mesos::v1::ContainerInfo::MESOS);
        change(*job.mutable_container());
        return view.ask(request).error().message();
    };
    const std::string why = "A job's container must be of type MESOS, with its image in 'image'";
    EXPECT_EQ(refusal([](auto& info) { info.set_type(mesos::v1::ContainerInfo::DOCKER); }), why);
    EXPECT_EQ(refusal([](auto& info) { info.mutable_docker()->set_image("busybox"); }), why);
    EXPECT_EQ(refusal([](auto& info) { info.mutable_mesos(); }), why);
    // As a framework's.
    EXPECT_EQ(refusal([](auto& info) {
        auto& volume = *info.add_volumes();
        volume.set_container_path("/x");
        volume.set_mode(mesos::v1::Volume::RO);
    }),
        "Task's `ContainerInfo` is invalid: Invalid volume: Only one of them should be set: "
        "'host_path', 'image' and 'source'");
    EXPECT_EQ(refusal([](auto&) {}), "");
}

// The module is another one by now.
TEST_F(Images, AreRefusedGpusWhileTheDriverIsInTwoVersions) {
    const auto& cluster = standalone();
    const auto image = push("nvidia/cuda:1", R"({"Env":["NVIDIA_VISIBLE_DEVICES=all"]})");
    const auto good = execute(cluster, cudaTask(image, "good"));
    EXPECT_EQ(good->wait(60s), 0) << good->out();
    const auto module = cluster.workDir + "/simulated-driver/sys/module/nvidia";
    fs::create_directories(module);
    writeText(module + "/version", "396.26\n");
    auto console = this->console(cluster);
    const auto areAll = [&](const char* state, const char* problem) {
        return console.until(
            [&] {
                return !console.gpus.empty()
                    && std::ranges::all_of(console.gpus, [&](const auto& gpu) {
                           return proto::word(gpu.second.state()) == state
                               && gpu.second.problem().find(problem) != std::string::npos;
                       });
            },
            60s);
    };
    EXPECT_TRUE(areAll("unhealthy", "the kernel module is 396.26, the library 390.30"));
    const auto waiting = execute(cluster, cudaTask(image, "waiting"));
    EXPECT_EQ(waiting->wait(3s), std::nullopt) << waiting->out();
    writeText(module + "/version", "390.30\n");
    EXPECT_TRUE(areAll("free", ""));
    EXPECT_EQ(waiting->wait(30s), 0) << waiting->out();
}

// doc/features.md S2.
TEST_F(Images, SeeOfTheMachineOnlyWhatIsAllowed) {
    const auto shown = m_base + "/shared/data";
    fs::create_directories(shown);
    writeText(shown + "/file", "data\n");
    fs::create_symlink("/etc", m_base + "/shared/etc");
    fs::create_symlink("../../../../../etc", m_base + "/shared/up");
    const auto& cluster
        = standalone({"--simulate=m60x4", "--allowed_volumes=" + m_base + "/shared"});
    const auto image = push("team/app:v1", "{}");
    Framework framework(cluster.port, cluster.token());
    int number = 0;
    const auto run = [&](const std::string& path, const std::string& command) {
        const auto offer = framework.offer(0, 20s);
        auto wanted = task(*offer, "t" + std::to_string(++number), command);
        auto& container = *wanted.mutable_container();
        container.set_type(mesos::v1::ContainerInfo::MESOS);
        container.mutable_mesos()->mutable_image()->set_type(mesos::v1::Image::DOCKER);
        container.mutable_mesos()->mutable_image()->mutable_docker()->set_name(image);
        auto& volume = *container.add_volumes();
        volume.set_host_path(path);
        volume.set_container_path("/data");
        volume.set_mode(mesos::v1::Volume::RO);
        framework.launch(*offer, {wanted});
        return framework.end(wanted.task_id().value(), 60s);
    };
    const auto good = run(shown, "cat /data/file && ! touch /data/new");
    EXPECT_EQ(good.state(), mesos::v1::TASK_FINISHED) << good.message();
    for (const std::string& path : {std::string("/"), std::string("/etc"), std::string("/proc"),
             cluster.workDir, m_base + "/shared/../logs", m_base + "/shared/etc",
             m_base + "/shared/up", m_base + "/shared2", m_base + "/shared/data/../../logs"}) {
        const auto refused = run(path, "true");
        EXPECT_EQ(refused.state(), mesos::v1::TASK_FAILED) << path;
        EXPECT_NE(refused.message().find("is not allowed"), std::string::npos)
            << path << ": " << refused.message();
    }
}

} // namespace
} // namespace muster::e2e
