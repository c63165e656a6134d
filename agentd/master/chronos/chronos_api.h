// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "agentd/gate.h"
#include "agentd/master/api/master_facts.h"
#include "agentd/master/api/whole_answers.h"
#include "agentd/master/chronos/job_json.h"
#include "agentd/master/chronos/views.h"

namespace muster::agentd::chronos {

// Chronos' REST API below /chronos, as its clients know it below the root of a port of its own, and
// beside it what it lacks: pausing, what became of each slot, the next ones. Facts: doc/wire.md,
// "Schedules"; doc/features.md G4. Lives on the io_context's thread.
class ChronosApi {
public:
    // All of it outlives the API.
    struct Sources {
        Control& control;
        history::Journal& ended; // the control journal, to be read
        const Gate& gate;
        api::WholeAnswers& answers;
        const api::MasterFacts& facts;
        Defaults defaults;
    };
    explicit ChronosApi(Sources sources) : m_from(std::move(sources)) { }

    GuardedRoutes routes();

private:
    using Request = net::HttpRequest;
    using Response = net::HttpResponse;
    struct Row; // of the table of calls

    static const std::vector<Row>& rows();
    Response answer(const Request& request);
    Response show(const Row& row, const Request& request, const std::string& name);

    // What is shown of one schedule, or of all that the viewer sees.
    Response job(const jobs::Schedule& schedule, const Request& request);
    Response history(const jobs::Schedule& schedule, const Request& request);
    Response statistics(const jobs::Schedule& schedule, const Request& request);
    Response next(const jobs::Schedule& schedule, const Request& request);
    Response list(const Shown& schedules, const Request& request);
    Response search(const Shown& schedules, const Request& request);
    Response summary(const Shown& schedules, const Request& request);
    Response dot(const Shown& schedules, const Request& request);
    Response csv(const Shown& schedules, const Request& request);
    Response leader(const Shown& schedules, const Request& request);
    Response isMaster(const Shown& schedules, const Request& request);
    Response ping(const Shown& schedules, const Request& request);

    // What is ordered of the schedule of that name.
    Response putScheduled(const std::string& name, const Request& request);
    Response putDependent(const std::string& name, const Request& request);
    Response put(Kind kind, const Request& request);
    Response run(const std::string& name, const Request& request);
    Response markSucceeded(const std::string& name, const Request& request);
    Response erase(const std::string& name, const Request& request);
    Response killRuns(const std::string& name, const Request& request);
    Response pause(const std::string& name, const Request& request);
    Response resume(const std::string& name, const Request& request);

    Status may(const Request& request, ScheduleCall call, const std::string& name) const;
    Status mayFollow(const jobs::ScheduleSpec& spec, const Request& request) const;
    template <typename Command>
    Response execute(Command command, CommandKind kind, const std::string& name,
        const Request& request, std::string detail = {}, Response done = {.status = 204});

    Sources m_from;
};

} // namespace muster::agentd::chronos
