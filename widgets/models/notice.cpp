// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/notice.h"

#include "widgets/models/mark.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

bool isIll(const v1::Gpu& gpu) {
    return gpu.state() == v1::Gpu::UNHEALTHY || gpu.state() == v1::Gpu::LOST;
}

// What ended it, the exact words before Mesos' own.
QString causeOf(const v1::Job& job) {
    return text(job.why().empty() ? job.message() : job.why());
}

} // namespace

NoticeFinder::NoticeFinder(const ClusterState& state, QString user)
    : m_state(state), m_user(user.toStdString()) { }

std::vector<Notice> NoticeFinder::find(const Changes& changes) {
    std::vector<Notice> notices;
    if (m_state.empty()) {
        return notices;
    }
    if (changes.everything) {
        for (const auto& [id, job] : m_state.jobs()) {
            look(job, notices);
        }
        for (const auto& [uuid, gpu] : m_state.gpus()) {
            look(gpu, notices);
        }
    }
    for (const auto& id : changes.of(Kind::Jobs)) {
        const auto found = m_state.jobs().find(id);
        if (found == m_state.jobs().end()) {
            m_jobs.erase(id);
        } else {
            look(found->second, notices);
        }
    }
    for (const auto& uuid : changes.of(Kind::Gpus)) {
        if (const auto* gpu = m_state.gpu(uuid)) {
            look(*gpu, notices);
        }
    }
    if (!std::exchange(m_begun, true)) {
        notices.clear();
    }
    return notices;
}

void NoticeFinder::look(const v1::Job& job, std::vector<Notice>& notices) {
    if (m_state.isOlder(job)) { // its end is no news
        m_jobs.erase(job.id());
        return;
    }
    if (job.user() != m_user) {
        return;
    }
    const auto before = std::exchange(m_jobs[job.id()], job.state());
    if (before == job.state() || job.state() == v1::Job::QUEUED) {
        return;
    }
    Notice notice{Notice::About::Job, text(job.id()), {}, causeOf(job), Notice::Urgency::Normal};
    const auto name = text(job.name().empty() ? job.id() : job.name());
    if (job.state() == v1::Job::RUNNING) {
        const auto* agent = m_state.agent(job.agent_id());
        notice.title = tr("%1 started").arg(name);
        notice.body = agent == nullptr ? QString() : tr("On %1").arg(text(agent->hostname()));
        notice.urgency = Notice::Urgency::Low;
    } else if (job.state() == v1::Job::FINISHED) {
        notice.title = tr("%1 finished").arg(name);
        if (job.started_ms() > 0 && job.ended_ms() > job.started_ms()) {
            notice.body
                = tr("After %1").arg(durationText((job.ended_ms() - job.started_ms()) / 1000));
        }
    } else if (job.state() == v1::Job::KILLED) {
        notice.title = tr("%1 was killed").arg(name);
    } else {
        notice.title = tr("%1 failed").arg(name);
        notice.urgency = Notice::Urgency::Critical;
    }
    notices.push_back(std::move(notice));
}

void NoticeFinder::look(const v1::Gpu& gpu, std::vector<Notice>& notices) {
    const auto known = m_ill.find(gpu.uuid());
    if (!isIll(gpu)) {
        if (known != m_ill.end()) {
            m_ill.erase(known);
            notices.push_back({Notice::About::Gpu, text(gpu.uuid()),
                tr("GPU %1 recovered").arg(placeOf(gpu)), text(gpu.model()), Notice::Urgency::Low});
        }
        return;
    }
    if (known != m_ill.end() && known->second == gpu.state()) {
        return;
    }
    m_ill[gpu.uuid()] = gpu.state();
    const bool lost = gpu.state() == v1::Gpu::LOST;
    notices.push_back({Notice::About::Gpu, text(gpu.uuid()),
        lost ? tr("GPU %1 is lost").arg(placeOf(gpu)) : tr("GPU %1 is unhealthy").arg(placeOf(gpu)),
        gpu.problem().empty() ? gpuState(gpu.state()).sentence : text(gpu.problem()),
        Notice::Urgency::Critical});
}

QString NoticeFinder::placeOf(const v1::Gpu& gpu) const {
    const auto* agent = m_state.agent(gpu.agent_id());
    return QStringLiteral("%1:%2")
        .arg(text(agent == nullptr ? gpu.agent_id() : agent->hostname()))
        .arg(gpu.index());
}

} // namespace muster::models
