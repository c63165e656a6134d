// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "agentd/master/disk_room.h"
#include "agentd/master/journal_age.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/schedules.h"
#include "core/kernel/jobs/service/scheduler.h"

namespace muster::agentd {

// Whether a master takes on what it is asked for, and if not, what the refusal says: the one rule,
// for every door. Whatever begins something needs room on the disk; what ends or frees something is
// taken on until a write has failed; of an older copy of the journal nothing is. Each answer holds
// at the moment, null is yes. Not thread-safe.
class Admission {
public:
    // Both outlive it.
    Admission(const DiskRoom& room, const JournalAge& age) : m_room(room), m_age(age) { }

    const Error* whyNotBegin() const { return olderCopy() ? olderCopy() : diskProblem(); }
    const Error* whyNotEnd() const {
        return olderCopy() || m_room.hasFailedWrite() ? whyNotBegin() : nullptr;
    }
    const Error* whyNot(const cluster::FrameworkCall& call) const;
    // Whether the sender of a call that is not taken on would wait for its effect in vain. The
    // others are sent again until they have one, or nobody waits for it.
    static bool isAwaited(const cluster::FrameworkCall& call);
    // Of an operator command; one that is in neither list does not compile.
    template <typename Command>
    const Error* whyNot() const {
        constexpr bool ends = isOneOf<Command, cluster::OperatorKill, cluster::OperatorRelease,
            cluster::OperatorRescind, cluster::OperatorTeardown, cluster::OperatorMarkGone>;
        static_assert(ends
            || isOneOf<Command, cluster::OperatorRestrict, cluster::OperatorDrain,
                cluster::OperatorDeactivate, cluster::OperatorReactivate, cluster::OperatorReserve,
                cluster::OperatorMaintenanceSchedule, cluster::OperatorMaintenanceStart,
                cluster::OperatorMaintenanceStop, cluster::OperatorUpdateQuota,
                cluster::OperatorUpdateWeights>);
        return ends ? whyNotEnd() : whyNotBegin();
    }

    // Of a command of Muster's own schedulers: what only ends something.
    template <typename Command>
    const Error* whyNotOwn(const Command& command) const {
        return endsOnly(command) ? whyNotEnd() : whyNotBegin();
    }

    // The two reasons there are, for who shows them.
    const Error* diskProblem() const { return m_room.problem(); }
    const Error* olderCopy() const { return m_age.olderCopy(); }

private:
    template <typename Command>
    static bool endsOnly(const Command& command) {
        if constexpr (std::is_same_v<Command, jobs::PauseSchedule>) {
            return command.paused;
        } else if constexpr (std::is_same_v<Command, services::PutApps>) {
            return command.apps.empty();
        } else {
            return isOneOf<Command, jobs::DeleteSchedule, services::KillInstances>;
        }
    }
    template <typename One, typename... Kinds>
    static constexpr bool isOneOf = (std::is_same_v<One, Kinds> || ...);

    const DiskRoom& m_room;
    const JournalAge& m_age;
};

} // namespace muster::agentd
