// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// `task exec` of Mesos' command line (src/python/cli_new), with the bytes that it and the libraries
// below it send: foreign-command-line [-i] [-t ROWSxCOLUMNS] MASTER SECRET TASK COMMAND [WORD...]
// It asks the master for the task's container and the agent's address, opens a session there and,
// with -i, attaches its input twice: once to see that it can. Its exit status is the command's.
#include <future>
#include <iostream>
#include <optional>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/proto/json_text.h"
#include "core/proto/recordio.h"
#include "tests/support/e2e/http.h"
#include "tests/support/programs/foreign.h"

namespace {

using muster::e2e::HttpConnection;
using muster::e2e::Place;
using muster::foreign::base64;
using muster::foreign::need;
using muster::foreign::pythonText;
using json = nlohmann::ordered_json;
using namespace std::chrono_literals;

constexpr const char* kUuid
    = "9b3f0c9e-6a40-4d0c-8f4e-2f3c1f7c0a1d"; // one session a task is enough

Place placeOf(const std::string& address) {
    return static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
}

// As Python's str(uuid.uuid4()).
std::string uuidText() {
    std::string out;
    for (const unsigned char byte : muster::foreign::freshUuid()) {
        const bool dash
            = out.size() == 8 || out.size() == 13 || out.size() == 18 || out.size() == 23;
        out += fmt::format("{}{:02x}", dash ? "-" : "", byte);
    }
    return out;
}

class TaskExec {
public:
    TaskExec(std::string master, const std::string& secret, const std::string& task)
        : m_password("Basic " + base64("any:" + secret)), m_master(std::move(master)) {
        json found;
        const auto tasks = get("/tasks?task_id=" + task);
        for (const auto& one : tasks.at("tasks")) {
            if (one.at("id") == task && one.at("state") == "TASK_RUNNING") {
                need(found.is_null(), "More than one task matching id '" + task + "'");
                found = one;
            }
        }
        need(!found.is_null(), "Unable to find running task '" + task + "'");
        const auto agents = get("/slaves");
        for (const auto& agent : agents.at("slaves")) {
            if (agent.at("id") == found.at("slave_id")) {
                const auto pid = agent.at("pid").get<std::string>();
                m_agent = pid.substr(pid.find('@') + 1);
            }
        }
        need(!m_agent.empty(), "Unable to find agent");
        m_container
            = {{"parent", found.at("statuses").at(0).at("container_status").at("container_id")},
                {"value", uuidText()}};
    }

    int run(const std::vector<std::string>& words, bool interactive,
        const std::optional<std::string>& terminal) {
        json launch{{"container_id", m_container},
            {"command", {{"value", words.at(0)}, {"arguments", words}, {"shell", false}}}};
        if (terminal) {
            launch["container"] = {{"type", "MESOS"}, {"tty_info", json::object()}};
        }
        HttpConnection output(placeOf(m_agent));
        output.sendRaw(post({{"type", "LAUNCH_NESTED_CONTAINER_SESSION"},
                                {"launch_nested_container_session", launch}},
            "application/recordio", "Message-Accept: application/json\r\n"));
        const auto head = output.readHead();
        need(head.status == 200, "the session's status is " + std::to_string(head.status));
        std::promise<void> attached;
        if (interactive) {
            std::thread([this, &attached, terminal] { attach(attached, terminal); }).detach();
            attached.get_future().wait();
        }
        muster::proto::RecordDecoder decoder{1 << 20};
        while (const auto chunk = output.readChunk(1h)) {
            const auto records = decoder.decode(*chunk);
            need(records.has_value(), "Error parsing output stream");
            for (const auto& record : *records) {
                show(json::parse(record));
            }
        }
        return exitStatus();
    }

private:
    json get(const std::string& target) const {
        HttpConnection connection(placeOf(m_master));
        connection.sendRaw(
            fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\nAccept-Encoding: identity\r\n"
                        "authorization: {}\r\nUser-Agent: python-urllib3/1.26.20\r\n"
                        "\r\n",
                target, m_master, m_password));
        return json::parse(connection.readAnswer().body);
    }

    // What requests sends of its own, for the operator API of the agent.
    std::string head(const std::string& accept, const std::string& connection,
        const std::string& content, const std::string& more) const {
        return fmt::format(
            "POST /api/v1 HTTP/1.1\r\nHost: {}\r\nUser-Agent: python-requests/2.31.0\r\n"
            "Accept-Encoding: gzip\r\nAccept: {}\r\nConnection: {}\r\n"
            "Content-Type: {}\r\n{}Authorization: {}\r\n\r\n",
            m_agent, accept, connection, content, more, m_password);
    }
    std::string post(
        const json& call, const std::string& accept, const std::string& more = "") const {
        const auto body = pythonText(call);
        return head(accept, "keep-alive", "application/json",
                   fmt::format("{}Content-Length: {}\r\n", more, body.size()))
            + body;
    }

    // A request that goes on; each record is a chunk of its own.
    std::unique_ptr<HttpConnection> openInput() const {
        auto out = std::make_unique<HttpConnection>(placeOf(m_agent));
        out->sendRaw(head("application/json", "close", "application/recordio",
            "Message-Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"));
        send(*out, {{"type", "CONTAINER_ID"}, {"container_id", m_container}});
        return out;
    }
    static void send(HttpConnection& input, const json& attach) {
        const auto record = muster::proto::encodeRecord(
            pythonText({{"type", "ATTACH_CONTAINER_INPUT"}, {"attach_container_input", attach}}));
        input.sendRaw(fmt::format("{:x}\r\n{}\r\n", record.size(), record));
    }
    static void control(HttpConnection& input, const json& what) {
        send(input,
            {{"type", "PROCESS_IO"}, {"process_io", {{"type", "CONTROL"}, {"control", what}}}});
    }
    static void resize(HttpConnection& input, int rows, int columns) {
        control(input,
            {{"type", "TTY_INFO"},
                {"tty_info", {{"window_size", {{"rows", rows}, {"columns", columns}}}}}});
    }
    static void write(HttpConnection& input, const std::string& data) {
        send(input,
            {{"type", "PROCESS_IO"},
                {"process_io",
                    {{"type", "DATA"}, {"data", {{"type", "STDIN"}, {"data", base64(data)}}}}}});
    }

    void attach(std::promise<void>& attached, const std::optional<std::string>& terminal) const {
        auto trial = openInput();
        trial->sendRaw("0\r\n\r\n");
        const auto tried = trial->readAnswer().status;
        need(tried == 200 || tried == 500, "the trial's status is " + std::to_string(tried));
        attached.set_value();
        auto input = openInput();
        if (terminal) {
            const auto x = terminal->find('x');
            resize(*input, 0, 0); // so that the next is a change
            resize(*input, std::stoi(*terminal), std::stoi(terminal->substr(x + 1)));
        }
        control(*input,
            {{"type", "HEARTBEAT"}, {"heartbeat", {{"interval", {{"nanoseconds", 30000000000}}}}}});
        char bytes[1024];
        for (ssize_t count; (count = ::read(STDIN_FILENO, bytes, sizeof bytes)) > 0;) {
            write(*input, std::string(bytes, static_cast<std::size_t>(count)));
        }
        write(*input, "");
        input->sendRaw("0\r\n\r\n");
        const auto status = input->readAnswer(1h).status;
        need(status == 200, "the input's status is " + std::to_string(status));
    }

    static void show(const json& io) {
        if (io.value("type", "") != "DATA") {
            return;
        }
        const auto& data = io.at("data");
        char wrong = 0;
        const auto text = muster::proto::decodeBase64(data.at("data").get<std::string>(), wrong);
        need(text.has_value(), "no data");
        need(data.at("type") == "STDOUT" || data.at("type") == "STDERR",
            "Unsupported data type in output stream");
        (data.at("type") == "STDOUT" ? std::cout : std::cerr) << *text << std::flush;
    }

    int exitStatus() const {
        HttpConnection connection(placeOf(m_agent));
        connection.sendRaw(
            post({{"type", "WAIT_CONTAINER"}, {"wait_container", {{"container_id", m_container}}}},
                "application/json"));
        const auto answer = json::parse(connection.readAnswer(1h).body);
        const int status = answer.at("wait_container").at("exit_status").get<int>();
        return WIFSIGNALED(status) ? WTERMSIG(status) + 128 : WEXITSTATUS(status);
    }

    std::string m_password;
    std::string m_master;
    std::string m_agent; // its address
    json m_container;
};

} // namespace

int main(int count, char** arguments) {
    std::vector<std::string> words(arguments + 1, arguments + count);
    bool interactive = false;
    std::optional<std::string> terminal;
    while (!words.empty() && words[0].starts_with('-')) {
        interactive = interactive || words[0] == "-i";
        if (words[0] == "-t" && words.size() > 1) {
            terminal = words[1];
            words.erase(words.begin());
        }
        words.erase(words.begin());
    }
    need(
        words.size() > 3, "foreign-command-line [-i] [-t ROWSxCOLUMNS] MASTER SECRET TASK COMMAND");
    TaskExec exec(words[0], words[1], words[2]);
    words.erase(words.begin(), words.begin() + 3);
    std::_Exit(exec.run(words, interactive, terminal)); // whatever its input does
}
