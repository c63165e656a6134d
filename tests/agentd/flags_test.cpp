// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "agentd/flags.h"
#include "agentd/mesos_flags.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/scheduler.h"
#include "core/kernel/node/agent.h"
#include "tests/support/paths.h"

namespace muster::agentd {
namespace {

tl::expected<Options, Words> parse(std::vector<const char*> words) {
    words.insert(words.begin(), "muster-agentd");
    return parseOptions(static_cast<int>(words.size()), words.data());
}

struct Variable {
    Variable(const char* name, const char* value) : name(name) { ::setenv(name, value, 1); }
    ~Variable() { ::unsetenv(name); }
    const char* name;
};

void expectMistake(std::vector<const char*> words, std::vector<const char*> texts) {
    const auto options = parse(std::move(words));
    ASSERT_FALSE(options);
    EXPECT_EQ(options.error().exitStatus, 1);
    for (const char* text : texts) {
        EXPECT_NE(options.error().text.find(text), std::string::npos)
            << text << " is not in: " << options.error().text;
    }
}

TEST(Flags, HaveDefaults) {
    const auto options = parse({"standalone", "--work_dir=/w"});
    ASSERT_TRUE(options) << options.error().text;
    EXPECT_EQ(options->mode, Mode::Standalone);
    EXPECT_EQ(options->common.ip, "127.0.0.1");
    EXPECT_EQ(options->common.port, 5050);
    EXPECT_EQ(options->common.tokenFile, "/w/token");
    EXPECT_TRUE(options->common.authenticate);
    EXPECT_TRUE(options->master.filterGpuResources);
    EXPECT_EQ(options->master.offerTimeout, std::nullopt);
    EXPECT_EQ(options->agent.sampleInterval, std::chrono::seconds(1));
    EXPECT_EQ(options->master.alertThresholds, alerts::Thresholds());
    EXPECT_EQ(options->agent.isolation,
        (std::vector<std::string>{"filesystem/linux", "cgroups/devices", "gpu/nvidia"}));
    EXPECT_FALSE(options->common.hostname.empty());
    EXPECT_EQ(options->agent.master, ""); // its own
    EXPECT_EQ(parse({"agent"})->agent.master, "127.0.0.1:5050");
    EXPECT_EQ(parse({"master"})->mode, Mode::Master);
}

// What no flag says is what the parts begin with by themselves, and what --help prints.
TEST(Flags, ShareTheirDefaultsWithThePartsThatTheySet) {
    const auto master = parse({"master", "--work_dir=/w"});
    const cluster::MasterOptions cluster;
    EXPECT_EQ(master->master.filterGpuResources, cluster.filterGpuResources);
    EXPECT_EQ(master->master.minAllocatable, cluster.minAllocatable);
    EXPECT_EQ(master->master.agentPingTimeout * master->master.maxAgentPingTimeouts,
        cluster.agentTimeout);
    EXPECT_EQ(
        static_cast<std::size_t>(master->master.maxCompletedJobs), jobs::JobsOptions().keepEnded);
    EXPECT_EQ(master->values.at("max_completed_jobs"), "10000");
    EXPECT_EQ(master->values.at("alert_temperature"), "80C");
    EXPECT_EQ(master->values.at("offer_constraints_re2_max_mem"), "4096B");
    const auto agent = parse({"agent", "--work_dir=/w"});
    const node::AgentOptions node;
    EXPECT_EQ(agent->agent.executorRegistration, node.executorRegistration);
    EXPECT_EQ(agent->agent.executorReregistration, node.executorReregistration);
    EXPECT_EQ(agent->agent.executorShutdownGrace, node.executorShutdownGrace);
    EXPECT_EQ(agent->values.at("executor_reregistration_timeout"), "2secs");
    EXPECT_EQ(agent->values.at("max_fetch_size"), "10GB");
    EXPECT_EQ(agent->values.at("default_task_memory"), "128MB");
    EXPECT_EQ(agent->values.at("gc_disk_headroom"), "0.1");
}

// As --help prints it, it may be given.
TEST(Flags, TakeTheirOwnDefaults) {
    for (const auto table : {masterFlags(), agentFlags()}) {
        for (const auto& flag : table) {
            const auto text = flag.fallback.text();
            if (text.empty() || text.find_first_of(" '<") != text.npos) {
                continue; // none, or words
            }
            Options options;
            EXPECT_TRUE(flag.set(options, text)) << flag.name << " " << text;
        }
    }
    for (const auto value :
        {defaults::kGcDelay, defaults::kAlertQueueTime, defaults::kExecutorReregistrationTimeout}) {
        Duration read{};
        EXPECT_TRUE(setDuration(read, flagText(value)));
        EXPECT_EQ(read, value);
    }
    for (const auto value : {defaults::kImageDiskBudget, defaults::kTaskMemory}) {
        Bytes read;
        EXPECT_TRUE(setDiskSize(read, flagText(value)));
        EXPECT_EQ(read, value);
    }
}

TEST(Flags, AreTakenFromTheCommandLine) {
    const auto options = parse({"standalone", "--port=0", "--ip=127.0.0.2", "--offer_timeout=5secs",
        "--allocation_interval=500ms", "--allowed_hosts=a,,b",
        "--offer_constraints_re2_max_mem=8KB", "--attributes=rack:abc", "--sample_interval=250ms",
        "--executor_environment_variables={\"A\":\"1\"}", "--executor_registration_timeout=5mins",
        "--max_log_size=8KB", "--max_log_files=2", "--gc_delay=2days", "--gc_disk_headroom=0.25",
        "--disk_watch_interval=5secs", "--alert_temperature=85C", "--alert_idle_hold=10mins",
        "--alert_queue_time=0secs", "--cluster=GPU lab"});
    ASSERT_TRUE(options) << options.error().text;
    EXPECT_EQ(options->common.port, 0);
    EXPECT_EQ(options->master.cluster, "GPU lab");
    EXPECT_EQ(options->common.ip, "127.0.0.2");
    EXPECT_EQ(options->master.offerTimeout, std::chrono::seconds(5));
    EXPECT_EQ(options->master.allocationInterval, std::chrono::milliseconds(500));
    EXPECT_EQ(options->master.allowedHosts, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(options->master.regexLimits.memory, 8192);
    EXPECT_EQ(options->master.regexLimits.programSize, 100);
    EXPECT_EQ(options->agent.attributes, "rack:abc");
    EXPECT_EQ(options->agent.sampleInterval, std::chrono::milliseconds(250));
    EXPECT_EQ(options->agent.executorEnvironment, "{\"A\":\"1\"}");
    EXPECT_EQ(options->agent.executorRegistration, std::chrono::minutes(5));
    EXPECT_EQ(options->agent.executorReregistration, std::chrono::seconds(2));
    EXPECT_EQ(options->agent.executorShutdownGrace, std::chrono::seconds(5));
    EXPECT_EQ(options->agent.maxLogSize, 8192);
    EXPECT_EQ(options->agent.maxLogFiles, 2);
    EXPECT_EQ(options->agent.gcDelay, std::chrono::days(2));
    EXPECT_EQ(options->agent.gcDiskHeadroom, 0.25);
    EXPECT_EQ(options->agent.diskWatchInterval, std::chrono::seconds(5));
    EXPECT_EQ(options->master.alertThresholds,
        (alerts::Thresholds{85, std::chrono::minutes(10), Duration(0)}));
}

TEST(Flags, SayHowLongHistoryIsKept) {
    const auto usual = parse({"master"});
    EXPECT_EQ(usual->master.keepEnded, std::chrono::days(90));
    EXPECT_EQ(usual->master.keepSeconds, std::chrono::hours(24));
    const auto options = parse({"master", "--journal_retention=7days", "--audit_retention=2weeks",
        "--history_1s_retention=2days", "--history_1min_retention=3days",
        "--history_1h_retention=4days"});
    ASSERT_TRUE(options) << options.error().text;
    EXPECT_EQ(options->master.keepEnded, std::chrono::days(7));
    EXPECT_EQ(options->master.keepAudit, std::chrono::days(14));
    EXPECT_EQ(options->master.keepSeconds, std::chrono::days(2));
    EXPECT_EQ(options->master.keepMinutes, std::chrono::days(3));
    EXPECT_EQ(options->master.keepHours, std::chrono::days(4));
}

TEST(Flags, AreTakenFromTheEnvironmentUnlessGiven) {
    const Variable port("MUSTER_PORT", "6000");
    const Variable directory("MUSTER_WORK_DIR", "/from/environment");
    EXPECT_EQ(parse({"master"})->common.port, 6000);
    EXPECT_EQ(parse({"master"})->common.workDir, "/from/environment");
    EXPECT_EQ(parse({"master", "--port=7000"})->common.port, 7000);
}

TEST(Flags, SwitchesAreTurnedOffWithNo) {
    const auto options = parse({"master", "--no-authenticate", "--no-filter_gpu_resources"});
    ASSERT_TRUE(options) << options.error().text;
    EXPECT_FALSE(options->common.authenticate);
    EXPECT_FALSE(options->master.filterGpuResources);
    EXPECT_TRUE(parse({"master", "--authenticate"})->common.authenticate);
}

TEST(Flags, WrongValuesNameTheFlagTheValueAndTheRemedy) {
    expectMistake({"master", "--port=70000"},
        {"Failed to load flag 'port'", "'70000'", "a port from 0 to 65535"});
    expectMistake({"master", "--port=http"}, {"Failed to load flag 'port'", "'http'"});
    expectMistake({"master", "--alert_temperature=80F"},
        {"'alert_temperature'", "degrees Celsius from 0C to 150C"});
    expectMistake({"master", "--offer_timeout=soon"}, {"'offer_timeout'", "'soon'"});
    expectMistake({"agent", "--sample_interval=1ms"}, {"'sample_interval'", "every 100ms at most"});
    expectMistake({"master", "--offer_constraints_re2_max_mem=4096"},
        {"'offer_constraints_re2_max_mem'", "4096B, 4KB or 1MB"});
    expectMistake({"master", "--offer_constraints_re2_max_program_size=0"},
        {"'offer_constraints_re2_max_program_size'", "a whole number from 1"});
    expectMistake({"agent", "--max_log_size=1KB"}, {"'max_log_size'", "at least 4KB"});
    expectMistake({"agent", "--max_image_pulls=101"}, {"'max_image_pulls'", "from 1 to 100"});
    expectMistake({"agent", "--max_log_files=1000"}, {"'max_log_files'", "from 1 to 100"});
    for (const char* share : {"--gc_disk_headroom=1.5", "--gc_disk_headroom=-0.1",
             "--gc_disk_headroom=nan", "--gc_disk_headroom=ten"}) {
        expectMistake({"agent", share}, {"'gc_disk_headroom'", "Must be between 0.0 and 1.0"});
    }
    expectMistake({"agent", "--disk_watch_interval=1ms"}, {"at least 1secs"});
    expectMistake({"master", "--audit_retention=1hrs"}, {"'audit_retention'", "at least 1days"});
    expectMistake({"master", "--log_level=foo"},
        {"Failed to load flag 'log_level'", "'foo'", "trace, debug, info, warning, error"});
    expectMistake({"master", "--cluster=", "--port=0"}, {"'cluster'", "add a value"});
    expectMistake({"agent", "--allowed_capabilities=NET_RAW,SYS_ROOT"},
        {"'allowed_capabilities'", "'CAP_SYS_ROOT' is not a Linux capability", "such as NET_RAW"});
    EXPECT_EQ(parse({"master", "--log_level=DEBUG"})->common.logLevel, "debug");
    expectMistake({"agent", "--executor_environment_variables=PATH"},
        {"'executor_environment_variables'", "JSON object"});
    expectMistake({"agent", "--executor_environment_variables={\"A\":1}"},
        {"the value of 'A' must be a string"});
    expectMistake({"agent", "--executor_reregistration_timeout=16secs"},
        {"Expected `--executor_reregistration_timeout` to be not more than 15secs"});
}

TEST(Flags, FilesThatSayWhoMayDoWhatRefuseTheStartWhenTheyAreWrong) {
    expectMistake({"master", "--credentials=file:///none"},
        {"Failed to load flag 'credentials'", "No credentials: Failed to open /none"});
    expectMistake({"master", "--acls={\"run_task\":[]}"},
        {"Failed to load flag 'acls'", "'run_task' is not an action"});
    expectMistake({"master", "--acls=/none"}, {"'acls'", "cannot read /none"});
    const auto options = parse({"master", "--acls={\"permissive\":false}"});
    ASSERT_TRUE(options) << options.error().text;
    EXPECT_FALSE(options->master.acls.allows(Acls::Action::RunTasks, "ann", "root"));
}

TEST(Flags, OfAnotherModeOrUnknownAreMistakes) {
    expectMistake({"master", "--simulate=m60x4"}, {"--simulate", "--help"});
    expectMistake({"agent", "--prot=1"}, {"--prot", "--help"});
    expectMistake({}, {"--help"});
    expectMistake({"slave"}, {"--help"});
}

TEST(Flags, HelpNamesEveryFlagAndItsDefault) {
    const auto help = parse({"standalone", "--help"});
    ASSERT_FALSE(help);
    EXPECT_EQ(help.error().exitStatus, 0);
    for (const char* flag : {"ip", "port", "work_dir", "hostname", "token_file", "no-authenticate",
             "tls_certificate", "tls_key", "log_level", "no-filter_gpu_resources", "offer_timeout",
             "allocation_interval", "agent_ping_timeout", "max_agent_ping_timeouts",
             "offer_constraints_re2_max_mem", "offer_constraints_re2_max_program_size",
             "external_log_file", "allowed_hosts", "credentials", "acls", "master", "ca_file",
             "isolation", "resources", "nvidia_gpu_devices", "attributes",
             "executor_environment_variables", "executor_registration_timeout",
             "executor_reregistration_timeout", "executor_shutdown_grace_period", "nvml_library",
             "simulate", "sample_interval", "max_log_size", "max_log_files", "gc_delay",
             "gc_disk_headroom", "disk_watch_interval", "runc", "conmon", "max_image_pulls"}) {
        EXPECT_NE(help.error().text.find(std::string("--") + flag), std::string::npos) << flag;
    }
    EXPECT_NE(help.error().text.find("--authenticate,--no-authenticate (Env"), std::string::npos);
    std::istringstream lines(help.error().text);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(line.size(), 100u) << line;
    }
    EXPECT_NE(help.error().text.find("(default: 5050)"), std::string::npos);
    const auto short_ = parse({"--help"});
    EXPECT_EQ(short_.error().exitStatus, 0);
    EXPECT_NE(short_.error().text.find("standalone"), std::string::npos);
}

// Whatever flag is added with a FILE is hidden from tasks without another word.
TEST(Flags, NameTheFilesThatNoTaskMaySee) {
    const auto options = parse(
        {"standalone", "--work_dir=/w", "--token_file=/etc/muster/token", "--tls_key=/k/key.pem",
            "--docker_config=file:///etc/passwd", "--resources=file:///etc/muster/resources",
            "--fetch_ca_file=/etc/passwd", "--runc=/usr/sbin/runc"});
    ASSERT_TRUE(options);
    const auto files = namedFiles(options->mode, options->values);
    const auto has = [&](const char* path) {
        return std::find(files.begin(), files.end(), path) != files.end();
    };
    for (const char* path : {"/etc/muster/token", "/k/key.pem", "/etc/passwd",
             "/etc/muster/resources", "/var/run/docker.sock"})
        EXPECT_TRUE(has(path)) << path;
    for (const char* path : {"/usr/sbin/runc", "/w", "/etc/docker/certs.d"})
        EXPECT_FALSE(has(path)) << path;
    const auto rules = parse({"standalone", R"(--acls={"permissive":true})"});
    ASSERT_TRUE(rules);
    for (const auto& file : namedFiles(rules->mode, rules->values))
        EXPECT_EQ(file.find("permissive"), std::string::npos) << file;
}

TEST(Flags, SayHowRootSeesTheMachine) {
    EXPECT_FALSE(parse({"standalone"})->agent.hostRootWritable);
    EXPECT_TRUE(parse({"standalone", "--host_root=writable"})->agent.hostRootWritable);
    EXPECT_FALSE(parse({"standalone", "--host_root=yes"}));
    EXPECT_FALSE(parse({"standalone", "--default_task_memory=1MB"}));
    EXPECT_EQ(parse({"standalone", "--max_fetch_size=1GB"})->agent.maxFetchSize, Bytes::mebi(1024));
}

// The names that a Mesos 1.12 served in GET_FLAGS.
std::set<std::string> recordedFlags(const std::string& who) {
    std::ifstream file(MUSTER_SOURCE_DIR "/tests/data/mesos/" + who + "_flag_names.txt");
    std::set<std::string> out;
    for (std::string name; std::getline(file, name);) {
        out.insert(name);
    }
    return out;
}

TEST(Flags, RecordedOfMesosAreServedOrHaveNoMeaning) {
    for (const auto& [who, modes] : {std::pair{"master", kMaster}, std::pair{"agent", kAgent}}) {
        const auto options = parse({who, "--work_dir=/w", "--resources=cpus:1"});
        const auto master = parse({"master", "--work_dir=/w"});
        const auto& values = std::string_view(who) == "master" ? master->values : options->values;
        const auto recorded = recordedFlags(who);
        EXPECT_GT(recorded.size(), 50U);
        for (const auto& name : recorded) {
            const bool listed = std::ranges::any_of(mesosFlags(), [&](const MesosFlag& flag) {
                return name == flag.name && flag.value == nullptr && (flag.modes & modes) != 0;
            });
            EXPECT_NE(values.contains(name), listed) << who << " " << name;
        }
    }
}

TEST(Flags, OfMesosWithOneValueTakeThatValueOnly) {
    for (const char* flag : {"--allocator=hierarchical", "--authenticate_agents",
             "--root_submissions=true", "--quiet=false", "--recovery_agent_removal_limit=100%"}) {
        const auto options = parse({"master", flag});
        EXPECT_TRUE(options) << options.error().text;
    }
    EXPECT_TRUE(parse({"agent", "--recovery_timeout=900secs"}));
    EXPECT_TRUE(parse({"agent", "--image_providers=docker"}));
    EXPECT_TRUE(parse({"master", "--no-authenticate", "--no-authenticate_frameworks"}));
    expectMistake({"master", "--no-authenticate_frameworks"},
        {"Failed to load flag 'authenticate_frameworks': Failed to load value 'false': Muster only "
         "supports 'true': --no-authenticate"});
    expectMistake({"agent", "--image_providers=appc"}, {"'appc'", "Muster only supports 'docker'"});
    const auto options = parse({"agent", "--work_dir=/w"});
    EXPECT_EQ(options->values.at("fetcher_cache_dir"), "/w/fetch");
    EXPECT_EQ(options->values.at("sandbox_directory"), "/mnt/mesos/sandbox");
}

TEST(Flags, OfMesosWithoutMeaningAreRefusedByNameWithTheReason) {
    expectMistake({"master", "--zk=zk://a:2181/mesos"},
        {"Failed to load flag 'zk': Failed to load value 'zk://a:2181/mesos': this Mesos flag has "
         "no meaning in Muster: there is one master and no ZooKeeper"});
    expectMistake({"agent", "--appc_store_dir=/a"}, {"'appc_store_dir'", "named as for Docker"});
    expectMistake({"master", "--registry_strict"}, {"'registry_strict'", "SQLite"});
    expectMistake({"master", "--appc_store_dir=/a"}, {"--appc_store_dir", "--help"}); // an agent's
    for (const auto& flag : mesosFlags()) {
        const std::string_view name = flag.name;
        EXPECT_TRUE(*flag.remedy != '\0' || name == "help" || name == "version") << name;
    }
}

TEST(Flags, AreTakenFromMesosVariablesBehindOnesOwn) {
    const Variable port("MESOS_PORT", "6000");
    const Variable level("MESOS_LOGGING_LEVEL", "WARNING");
    EXPECT_EQ(parse({"master"})->common.port, 6000);
    EXPECT_EQ(parse({"master"})->common.logLevel, "warning");
    EXPECT_EQ(parse({"master"})->values.at("logging_level"), "WARNING");
    EXPECT_EQ(parse({"master"})->values.at("log_level"), "warning");
    {
        const Variable own("MUSTER_PORT", "7000");
        EXPECT_EQ(parse({"master"})->common.port, 7000);
    }
    const Variable none("MESOS_ZK", "zk://a:2181/mesos");
    expectMistake({"master"}, {"'zk'", "no ZooKeeper"});
    EXPECT_TRUE(parse({"agent"})) << "it is a flag of masters";
    expectMistake({"master", "--logging_level=LOUD"}, {"'logging_level'", "INFO, WARNING"});
}

TEST(Flags, VersionEndsWithSuccess) {
    const auto version = parse({"--version"});
    ASSERT_FALSE(version);
    EXPECT_EQ(version.error().exitStatus, 0);
    EXPECT_TRUE(version.error().text.starts_with("muster-agentd " MUSTER_VERSION));
}

} // namespace
} // namespace muster::agentd
