// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/haproxy_config.h"

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "tests/agentd/master/marathon/samples.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd::marathon {
namespace {

using test::addInstance;
using test::RunningApp;

constexpr const char* kHaproxy = "/usr/sbin/haproxy";

RunningApp labelled(const std::string& id, const std::string& ports, const std::string& labels) {
    return test::runningApp(fmt::format(
        R"({{"id":"{}","cmd":"a","ports":{},"labels":{{"HAPROXY_GROUP":"external"{}{}}}}})", id,
        ports, labels.empty() ? "" : ",", labels));
}

std::string configOf(std::vector<RunningApp> apps) {
    std::vector<AppView> views;
    for (auto& app : apps) {
        views.push_back(app.view());
    }
    return haproxyConfig(views);
}

std::string withoutBeginning(const std::string& config) {
    constexpr std::string_view kLast = "stats uri /haproxy?stats\n";
    return config.substr(config.find(kLast) + kLast.size());
}

// What `haproxy -c` says of it; 0: it is right.
int check(const std::string& config) {
    const muster::test::TemporaryFolder folder;
    const auto path = folder.write("haproxy.cfg", config);
    const auto child = ::fork();
    if (child == 0) {
        ::execl(kHaproxy, "haproxy", "-c", "-q", "-f", path.c_str(), nullptr);
        ::_exit(127);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(HaproxyConfig, OpensEachServicePort) {
    auto app = test::runningApp(test::kFounding);
    addInstance(app, 1);
    addInstance(app, 0);
    addInstance(app, 2);
    app.instances[2].state = TaskState::Staging;
    EXPECT_EQ(withoutBeginning(configOf({app})), R"(
frontend gpu-demo_10000
  bind *:10000
  mode tcp
  use_backend gpu-demo_10000

backend gpu-demo_10000
  balance roundrobin
  mode tcp
  server node-0_31000 node-0:31000 check inter 2s fall 2
  server node-1_31010 node-1:31010 check inter 2s fall 2
)");
}

TEST(HaproxyConfig, LeavesOutWhoIsNotHealthyAndOtherGroups) {
    auto app = test::runningApp(test::kFounding);
    addInstance(app, 0);
    app.instances[0].checked = true;
    EXPECT_EQ(configOf({app}).find("server node"), std::string::npos);
    app.instances[0].healthy = true;
    EXPECT_NE(configOf({app}).find("server node"), std::string::npos);
    app.app.spec.labels["HAPROXY_GROUP"] = "internal, external";
    EXPECT_NE(configOf({app}).find("server node"), std::string::npos);
    app.app.spec.labels["HAPROXY_GROUP"] = "internal";
    EXPECT_EQ(withoutBeginning(configOf({app})), "");
    app.app.spec.labels.clear();
    EXPECT_EQ(withoutBeginning(configOf({app})), "");
}

TEST(HaproxyConfig, HasVirtualHostsOnPort80) {
    const auto web
        = labelled("/shop/web", "[10001]", R"("HAPROXY_0_VHOST":"shop.example, www.shop.example")");
    const auto api = labelled(
        "/shop/api", "[10002]", R"("HAPROXY_0_VHOST":"shop.example","HAPROXY_0_PATH":"-i /api")");
    EXPECT_EQ(withoutBeginning(configOf({api, web})), R"(
frontend marathon_http_in
  bind *:80
  mode http
  acl host_shop_api_10002 req.hdr(host),field(1,:) -i shop.example
  acl path_shop_api_10002 path_beg -i /api
  acl host_shop_web_10001 req.hdr(host),field(1,:) -i shop.example
  acl host_shop_web_10001 req.hdr(host),field(1,:) -i www.shop.example
  use_backend shop_api_10002 if host_shop_api_10002 path_shop_api_10002
  use_backend shop_web_10001 if host_shop_web_10001

frontend shop_api_10002
  bind *:10002
  mode http
  use_backend shop_api_10002

backend shop_api_10002
  balance roundrobin
  mode http
  option forwardfor
  http-request set-header X-Forwarded-Port %[dst_port]
  http-request add-header X-Forwarded-Proto https if { ssl_fc }

frontend shop_web_10001
  bind *:10001
  mode http
  use_backend shop_web_10001

backend shop_web_10001
  balance roundrobin
  mode http
  option forwardfor
  http-request set-header X-Forwarded-Port %[dst_port]
  http-request add-header X-Forwarded-Proto https if { ssl_fc }
)");
    EXPECT_EQ(configOf({web, api}).find("use_backend shop_api"),
        configOf({api, web}).find("use_backend shop_api"))
        << "the longer path comes first";
}

TEST(HaproxyConfig, RefusesWhatALabelMustNotSay) {
    const std::pair<const char*, const char*> cases[] = {
        {R"("HAPROXY_0_VHOST":"a\n  bind *:22")", "HAPROXY_0_VHOST is no list of host names"},
        {R"("HAPROXY_0_VHOST":"a b")", "HAPROXY_0_VHOST is no list of host names"},
        {R"("HAPROXY_0_VHOST":"a # b")", "HAPROXY_0_VHOST is no list of host names"},
        {R"("HAPROXY_0_VHOST":"a,,b")", "HAPROXY_0_VHOST is no list of host names"},
        {R"("HAPROXY_0_VHOST":"$HOME")", "HAPROXY_0_VHOST is no list of host names"},
        {R"("HAPROXY_0_VHOST":"a","HAPROXY_0_PATH":"/x if TRUE")", "HAPROXY_0_PATH is no path"},
        {R"("HAPROXY_0_VHOST":"a","HAPROXY_0_PATH":"-f /etc/passwd")", "HAPROXY_0_PATH is no path"},
        {R"("HAPROXY_0_VHOST":"a","HAPROXY_0_PATH":"/x\r\nbind")", "HAPROXY_0_PATH is no path"},
        {R"("HAPROXY_0_MODE":"http\n")", "HAPROXY_0_MODE is neither http nor tcp"},
        {R"("HAPROXY_0_MODE":"tcp","HAPROXY_0_VHOST":"a")", "HAPROXY_0_VHOST needs the mode http"},
    };
    for (const auto& [labels, text] : cases) {
        EXPECT_EQ(withoutBeginning(configOf({labelled("/bad", "[10001]", labels)})),
            fmt::format("\n# /bad: {}\n", text))
            << labels;
    }
    auto host = labelled("/bad", "[10001]", "");
    addInstance(host, 0);
    host.instances[0].host = "a\nb";
    EXPECT_NE(
        configOf({host}).find("# /bad: a host of it has no name that is one\n"), std::string::npos);
    EXPECT_EQ(configOf({host}).find("server a"), std::string::npos);
}

TEST(HaproxyConfig, GivesAPortToOneApp) {
    const auto config = configOf({labelled("/a", "[10001]", ""), labelled("/b", "[10001,0]", "")});
    EXPECT_NE(config.find("\n# /b: service port 10001 is taken by /a\n"), std::string::npos);
    EXPECT_NE(config.find("\n# /b: port 1 has no service port\n"), std::string::npos);
    EXPECT_EQ(config.find("frontend b_"), std::string::npos);
    EXPECT_EQ(withoutBeginning(configOf({labelled("/a", "[9090]", "")})),
        "\n# /a: service port 9090 is taken by HAProxy's own statistics\n");
    const auto eighty = configOf({labelled("/a", "[80]", ""),
        labelled("/b", "[10001]", R"("HAPROXY_0_VHOST":"b.example")")});
    EXPECT_NE(eighty.find("# Virtual hosts are not reached: /a has port 80\n"), std::string::npos);
}

TEST(HaproxyConfig, IsTakenByHaproxy) {
    if (!std::filesystem::exists(kHaproxy)) {
        GTEST_SKIP() << "haproxy is not installed";
    }
    EXPECT_NE(check("nonsense\n"), 0);
    EXPECT_EQ(check(configOf({})), 0);
    auto web
        = labelled("/shop/web", "[10001]", R"("HAPROXY_0_VHOST":"shop.example,www.shop.example")");
    auto api = labelled("/shop/api.v1", "[10002]",
        R"("HAPROXY_0_VHOST":"shop.example","HAPROXY_0_PATH":"-i /api/v1~x")");
    auto plain = labelled("/plain", "[10003,10004]", R"("HAPROXY_1_MODE":"http")");
    for (auto* app : {&web, &api, &plain}) {
        for (int n = 0; n < 3; ++n) {
            addInstance(*app, n);
        }
    }
    web.instances[0].host = "10.0.0.1";
    web.instances[1].host = "fd00::1";
    const auto bad = labelled("/bad", "[10005]", R"("HAPROXY_0_MODE":"x\nlisten y")");
    const auto config = configOf({bad, plain, api, web});
    EXPECT_EQ(check(config), 0) << config;
}

} // namespace
} // namespace muster::agentd::marathon
