// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/services/app_flags.h"
#include "app/cli/services/service_command.h"

namespace muster::cli {

// What the commands that change a service have in common: each starts a deployment, and may wait
// for its end.
class ServiceChange : public ServiceCommand {
protected:
    void addTo(CommandLine& line); // --force, --wait and the master
    // Prints `done`. `call` and `body` as Marathon has them; the latter may be null.
    Result<ExitCode> order(const RestClient& marathon, const CliContext& here,
        const std::string& method, const std::string& call, const Json& body,
        const std::string& done);

private:
    Result<ExitCode> wait(
        const RestClient& marathon, const CliContext& here, const std::string& deployment) const;
    void tell(const RestClient& marathon, const CliContext& here, const Json& deployments,
        std::string& said) const;

    bool m_force = false;
    bool m_wait = false;
};

// muster services create: flags, or a file with an app as Marathon has it.
class CreateService final : public ServiceChange {
public:
    CommandLine line() override;

private:
    Result<ExitCode> ask(const RestClient& marathon, const CliContext& here) override;
    Result<Json> wanted(const CliContext& here);

    AppFlags m_flags;
    std::string m_file;
};

// muster services update: only what is given changes.
class UpdateService final : public ServiceChange {
public:
    CommandLine line() override;

private:
    Result<ExitCode> ask(const RestClient& marathon, const CliContext& here) override;
    Result<Json> wanted(const RestClient& marathon);

    AppFlags m_flags;
    std::string m_file;
};

class ScaleService final : public ServiceChange {
public:
    CommandLine line() override;

private:
    Result<ExitCode> ask(const RestClient& marathon, const CliContext& here) override;

    std::string m_instances;
};

class RestartService final : public ServiceChange {
public:
    CommandLine line() override;

private:
    Result<ExitCode> ask(const RestClient& marathon, const CliContext& here) override;
};

// muster services rollback: to an earlier version, or to before the deployment under way.
class RollBackService final : public ServiceChange {
public:
    CommandLine line() override;

private:
    Result<ExitCode> ask(const RestClient& marathon, const CliContext& here) override;

    std::string m_version;
};

class DeleteService final : public ServiceChange {
public:
    CommandLine line() override;

private:
    Result<ExitCode> ask(const RestClient& marathon, const CliContext& here) override;

    bool m_yes = false;
};

} // namespace muster::cli
