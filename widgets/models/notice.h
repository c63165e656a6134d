// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include <QCoreApplication>
#include <QMetaType>

#include "widgets/models/cluster_state.h"

namespace muster::models {

// What a person wants to hear of while looking elsewhere.
struct Notice {
    enum class About { Job, Gpu };
    enum class Urgency { Low, Normal, Critical }; // as in the desktop notifications specification

    About about = About::Job;
    QString
        object; // the job's id or the GPU's UUID; a later notice of it takes the place of this one
    QString title;
    QString body;
    Urgency urgency = Urgency::Normal;
};

// Finds in the changes of a cluster what is worth a notice: a job of `user` that started or ended,
// a GPU that turned unhealthy or was lost, or is well again. What was so when the first figures
// came is no news; what happened while the link was lost is. One thread; work grows with what
// changed.
class NoticeFinder {
    Q_DECLARE_TR_FUNCTIONS(muster::models::NoticeFinder)
public:
    NoticeFinder(const ClusterState& state, QString user);

    std::vector<Notice> find(const Changes& changes);

private:
    void look(const v1::Job& job, std::vector<Notice>& notices);
    void look(const v1::Gpu& gpu, std::vector<Notice>& notices);
    QString placeOf(const v1::Gpu& gpu) const; // "node-7:3"

    const ClusterState& m_state;
    std::string m_user;
    bool m_begun = false;
    std::map<std::string, v1::Job::State> m_jobs; // my jobs' states, as last told
    std::map<std::string, v1::Gpu::State> m_ill; // by UUID, the states of GPUs that are not well
};

} // namespace muster::models

Q_DECLARE_METATYPE(muster::models::Notice)
