// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <sstream>

#include <unistd.h>

#include "tests/core/container/fetch/world.h"

namespace muster::container::fetch {
namespace {

class Downloads : public FetchWorld { };

const std::string helloSum = "b87d4509be0b175114c5a7af1e76e355eafd4ecc413cbf89a0571d9ea195a138";

// /proc/<pid>/status of this program's child with that name; empty if there is none.
std::string statusOfChild(const std::string& name) {
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        std::ifstream file(entry.path() / "status");
        std::ostringstream text;
        text << file.rdbuf();
        if (text.str().starts_with("Name:\t" + name + "\n")
            && text.str().find(fmt::format("\nPPid:\t{}\n", getpid())) != std::string::npos)
            return text.str();
    }
    return {};
}

TEST_F(Downloads, AFileIsInTheSandboxForItsUser) {
    m_site.serve("/data/hello.txt", kHello);
    const auto fetched = fetch({{.value = m_site.url("/data/hello.txt")}});
    ASSERT_TRUE(fetched) << fetched.error().message;
    ASSERT_EQ(fetched->size(), 1U);
    EXPECT_EQ(fetched->front().name, "hello.txt");
    EXPECT_EQ(fetched->front().bytes, kHello.size());
    EXPECT_EQ(inSandbox("hello.txt"), kHello);
    EXPECT_EQ(modeOf("hello.txt"), 0644U);
    EXPECT_EQ(ownerOf("hello.txt"), m_owner.uid);
}

TEST_F(Downloads, OutputFileNamesAFileInFoldersOfTheUser) {
    m_site.serve("/tool", "#!/bin/sh\n");
    const auto fetched
        = fetch({{.value = m_site.url("/tool"), .executable = true, .outputFile = "bin/x/run"}});
    ASSERT_TRUE(fetched) << fetched.error().message;
    EXPECT_EQ(inSandbox("bin/x/run"), "#!/bin/sh\n");
    EXPECT_EQ(modeOf("bin/x/run"), 0755U);
    EXPECT_EQ(ownerOf("bin/x/run"), m_owner.uid);
    EXPECT_EQ(ownerOf("bin/x"), m_owner.uid);
    EXPECT_EQ(modeOf("bin"), 0755U);
}

TEST_F(Downloads, AChunkedAnswerAndAnEmptyFileWork) {
    m_site.on("/chunked", [](Conversation& c) {
        c.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        c.send("5\r\nhello\r\n7\r\n, task\n\r\n0\r\n\r\n");
    });
    m_site.serve("/empty", "");
    const auto fetched
        = fetch({{.value = m_site.url("/chunked")}, {.value = m_site.url("/empty")}});
    ASSERT_TRUE(fetched) << fetched.error().message;
    EXPECT_EQ(inSandbox("chunked"), kHello);
    EXPECT_TRUE(isInSandbox("empty"));
    EXPECT_EQ(fetched->back().bytes, 0U);
}

TEST_F(Downloads, WhatIsNotThereIsAskedForOnce) {
    const auto fetched = fetch({{.value = m_site.url("/nothing?key=secret")}});
    ASSERT_FALSE(fetched);
    EXPECT_EQ(fetched.error().message,
        "Failed to fetch " + m_site.url("/nothing?...") + ": the server answers with status 404");
    EXPECT_EQ(fetched.error().kind, Error::Kind::NotFound);
    EXPECT_EQ(m_site.requests("/nothing?key=secret"), 1);
    EXPECT_FALSE(isInSandbox("nothing"));
}

TEST_F(Downloads, ABusyServerIsAskedFourTimes) {
    m_site.on("/busy", [](Conversation& c) { c.answer("503 Service Unavailable", "later"); });
    const auto fetched = fetch({{.value = m_site.url("/busy")}});
    ASSERT_FALSE(fetched);
    EXPECT_HAS(fetched.error().message, "status 503 (tried 4 times)");
    EXPECT_EQ(fetched.error().kind, Error::Kind::Unavailable);
    EXPECT_EQ(m_site.requests("/busy"), 4);
}

TEST_F(Downloads, ABrokenOffDownloadBeginsAgain) {
    m_site.on("/half", [](Conversation& c) {
        if (c.number < 3)
            c.send("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nHELLO, T");
        else
            c.answer("200 OK", kHello);
    });
    const auto fetched = fetch({{.value = m_site.url("/half")}});
    ASSERT_TRUE(fetched) << fetched.error().message;
    EXPECT_EQ(inSandbox("half"), kHello);
    EXPECT_EQ(m_site.requests("/half"), 3);
}

TEST_F(Downloads, AnAnswerThatAlwaysBreaksOffLeavesNothing) {
    m_site.on("/half", [](Conversation& c) {
        c.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel");
    });
    EXPECT_HAS(errorOf({{.value = m_site.url("/half")}}), "(tried 4 times)");
    EXPECT_FALSE(isInSandbox("half"));
}

TEST_F(Downloads, AFileThatSaysItIsTooLargeIsNotLoaded) {
    m_options.maxBytes = {1000};
    m_site.on("/large", [](Conversation& c) {
        c.send("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n");
        c.waitUntilClientGoes();
    });
    EXPECT_HAS(errorOf({{.value = m_site.url("/large")}}), "larger than 1000 bytes");
    EXPECT_EQ(m_site.requests("/large"), 1);
}

TEST_F(Downloads, AFileThatDoesNotSayItIsTooLargeIsCutOff) {
    m_options.maxBytes = {100'000};
    m_site.on("/endless", [](Conversation& c) {
        c.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        while (c.send("400\r\n" + std::string(1024, 'x') + "\r\n")) { }
    });
    EXPECT_HAS(errorOf({{.value = m_site.url("/endless")}}), "larger than 100000 bytes");
    EXPECT_FALSE(isInSandbox("endless"));
}

TEST_F(Downloads, TheLimitOfAJobHoldsForItsFilesTogether) {
    m_site.serve("/a", std::string(600, 'a'));
    m_site.serve("/b", std::string(600, 'b'));
    auto both = job({{.value = m_site.url("/a")}, {.value = m_site.url("/b")}});
    both.maxBytes = {1000};
    const auto fetched = fetcher().fetch(both);
    ASSERT_FALSE(fetched);
    EXPECT_HAS(fetched.error().message, "/b: it is larger than 400 bytes");
}

TEST_F(Downloads, EndlessHeadersEndTheDownload) {
    m_site.on("/headers", [](Conversation& c) {
        c.send("HTTP/1.1 200 OK\r\n");
        while (c.send("X-Filler: " + std::string(1000, 'x') + "\r\n")) { }
    });
    EXPECT_NE(errorOf({{.value = m_site.url("/headers")}}), "");
    EXPECT_EQ(m_site.requests("/headers"), 1);
}

TEST_F(Downloads, ASilentServerIsGivenUp) {
    m_options.maxTime = std::chrono::seconds(1);
    m_site.on("/slow", [](Conversation& c) {
        c.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello");
        c.waitUntilClientGoes();
    });
    const auto fetched = fetch({{.value = m_site.url("/slow")}});
    ASSERT_FALSE(fetched);
    EXPECT_EQ(fetched.error().kind, Error::Kind::Timeout);
    EXPECT_HAS(fetched.error().message, "timed out");
}

TEST_F(Downloads, AStalledDownloadIsTriedAgain) {
    m_options.stallLimit = std::chrono::seconds(1);
    m_site.on("/stalls", [](Conversation& c) {
        if (c.number > 1)
            return c.answer("200 OK", kHello);
        c.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello");
        c.waitUntilClientGoes();
    });
    const auto fetched = fetch({{.value = m_site.url("/stalls")}});
    ASSERT_TRUE(fetched) << fetched.error().message;
    EXPECT_EQ(inSandbox("stalls"), kHello);
}

TEST_F(Downloads, AChecksumIsCheckedBeforeTheFileAppears) {
    m_site.serve("/hello", kHello);
    ASSERT_TRUE(fetch({{.value = m_site.url("/hello#sha256=" + helloSum)}}));
    EXPECT_EQ(inSandbox("hello"), kHello);
    m_site.serve("/other", "something else");
    EXPECT_HAS(errorOf({{.value = m_site.url("/other#sha256=" + helloSum)}}),
        "the URI asks for " + helloSum);
    EXPECT_FALSE(isInSandbox("other"));
}

TEST_F(Downloads, ProxiesOfTheEnvironmentAreNotUsed) {
    m_site.serve("/x", kHello);
    setenv("http_proxy", "http://127.0.0.1:1/", 1);
    const auto fetched = fetch({{.value = m_site.url("/x")}});
    unsetenv("http_proxy");
    EXPECT_TRUE(fetched) << fetched.error().message;
}

TEST_F(Downloads, ACertificateNeedsAnAuthority) {
    Site secure(true);
    secure.serve("/x", kHello);
    m_options.allow.push_back(secure.address());
    const auto refused = fetch({{.value = secure.url("/x")}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, Error::Kind::Denied);
    EXPECT_HAS(refused.error().message, "--fetch_ca_file");
    m_options.caFile = m_base + "/ca.pem";
    write(m_options.caFile, secure.certificate(), 0600); // muster-fetch is root when it reads it
    reopen();
    const auto fetched = fetch({{.value = secure.url("/x")}});
    ASSERT_TRUE(fetched) << fetched.error().message;
    EXPECT_EQ(inSandbox("x"), kHello);
}

TEST_F(Downloads, AStopEndsAWaitingDownloadAtOnce) {
    std::stop_source source;
    m_site.on("/waits", [&](Conversation& c) {
        source.request_stop();
        c.waitUntilClientGoes();
    });
    auto waiting = job({{.value = m_site.url("/waits")}});
    waiting.stop = source.get_token();
    const auto begin = std::chrono::steady_clock::now();
    const auto fetched = fetcher().fetch(waiting);
    ASSERT_FALSE(fetched);
    EXPECT_EQ(
        fetched.error().message, "Failed to fetch " + m_site.url("/waits") + ": it was cancelled");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
    EXPECT_FALSE(isInSandbox("waits"));
}

TEST_F(Downloads, TheirProcessHasNoPrivileges) {
    std::promise<std::string> seen;
    m_site.on("/x", [&](Conversation& c) {
        seen.set_value(statusOfChild("muster-fetch"));
        c.answer("200 OK", kHello);
    });
    ASSERT_TRUE(fetch({{.value = m_site.url("/x")}}));
    const auto status = seen.get_future().get();
    EXPECT_HAS(status, "NoNewPrivs:\t1\n");
    EXPECT_HAS(status, "Seccomp:\t2\n");
    EXPECT_HAS(status, "CapPrm:\t0000000000000000\n");
    EXPECT_HAS(status, "CapEff:\t0000000000000000\n");
    const auto user = geteuid() == 0 ? 65534U : geteuid();
    const auto group = geteuid() == 0 ? 65534U : getegid();
    EXPECT_HAS(
        status, fmt::format("\nUid:\t{0}\t{0}\t{0}\t{0}\nGid:\t{1}\t{1}\t{1}\t{1}\n", user, group));
}

TEST_F(Downloads, ProgressIsTold) {
    std::promise<void> told;
    m_site.on("/file", [isTold = told.get_future().share()](Conversation& c) {
        c.send("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nhello");
        isTold.wait_for(std::chrono::seconds(20));
        c.send(", task\n");
    });
    auto watched = job({{.value = m_site.url("/file")}});
    int timesAtFive = 0;
    watched.progress = [&](const FetchProgress& progress) {
        EXPECT_EQ(progress.uri, m_site.url("/file"));
        EXPECT_LE(progress.bytes, 12U);
        if (progress.bytes == 5 && progress.total == 12 && ++timesAtFive == 1)
            told.set_value();
    };
    const auto fetched = fetcher().fetch(watched);
    EXPECT_TRUE(fetched) << fetched.error().message;
    EXPECT_GE(timesAtFive, 1);
}

TEST_F(Downloads, WrongOptionsAreToldAtTheStart) {
    const auto refused = [&](auto change) {
        auto options = m_options;
        change(options);
        return !Fetcher::open(options).has_value();
    };
    EXPECT_FALSE(refused([](FetcherOptions&) {}));
    EXPECT_TRUE(refused([](FetcherOptions& o) { o.allow = {"127.0.0.0/40"}; }));
    EXPECT_TRUE(refused([](FetcherOptions& o) { o.fileRoots = {"data"}; }));
    EXPECT_TRUE(refused([](FetcherOptions& o) { o.maxBytes = {}; }));
    EXPECT_TRUE(refused([](FetcherOptions& o) { o.maxTime = std::chrono::hours(200); }));
}

TEST_F(Downloads, AMissingProgramIsSaid) {
    m_options.program = "/nowhere/muster-fetch";
    EXPECT_HAS(errorOf({{.value = m_site.url("/x")}}), "Failed to run /nowhere/muster-fetch");
}

} // namespace
} // namespace muster::container::fetch
