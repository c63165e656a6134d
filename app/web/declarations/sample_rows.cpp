// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/web/declarations/sample_rows.h"

#include <stdexcept>

#include "core/proto/encoding.h"

namespace muster::web {

namespace {

// node-1 works, node-2 drains, node-3 does not answer, node-4 is drained, node-5 cannot launch.
// 1795176271000 is 2026-11-20T12:04:31Z.
constexpr std::string_view kCluster = R"json({
"seq": "7", "at_ms": "1795176300000",
"cluster": {"master_id": "M1", "version": "0.1.0", "started_ms": "1795170000000", "name": "lab"},
"rows": {
"agents": [
  {"id": "M1-S1", "hostname": "node-1", "state": "ACTIVE",
   "resources": {"cpus": "64000", "mem": "262144000", "disk": "1048576000", "gpus": "9000"},
   "used": {"cpus": "6500", "mem": "16384000", "gpus": "3000"},
   "offered": {"cpus": "2000", "mem": "1024500", "gpus": "1000"},
   "attributes": [{"name": "rack", "type": "TEXT", "text": {"value": "b"}},
                  {"name": "level", "type": "SCALAR", "scalar": {"value": 2.5}}],
   "driver_version": "550.54.15", "cuda_version": "12.4", "registered_ms": "1795176271000", "gpu_generation": 3,
   "gpus": ["GPU-busy", "GPU-idle", "GPU-hot", "GPU-restricted", "GPU-leaving", "GPU-lost", "GPU-used", "GPU-newer", "GPU-offered"]},
  {"id": "M1-S2", "hostname": "node-2", "state": "ACTIVE",
   "resources": {"cpus": "8000", "mem": "32768000", "gpus": "1000"}, "used": {},
   "registered_ms": "1795176271000", "gpus": ["GPU-waits"], "gpu_generation": 1,
   "drain": {"author": "alice", "reason": "fan rattles", "since_ms": "1795176271000"},
   "closed": "drained by alice: fan rattles"},
  {"id": "M1-S3", "hostname": "node-3", "state": "UNREACHABLE",
   "resources": {"cpus": "8000", "mem": "32768000", "gpus": "1000"},
   "used": {"cpus": "1000", "mem": "1024000", "gpus": "1000"},
   "registered_ms": "1795176271000", "no_data_since_ms": "1795176200000", "gpus": ["GPU-silent"], "gpu_generation": 1},
  {"id": "M1-S4", "hostname": "node-4", "state": "ACTIVE",
   "resources": {"cpus": "8000", "mem": "32768000"}, "registered_ms": "1795176271000",
   "drain": {"author": "bob", "since_ms": "1795176271000", "done": true}, "closed": "drained by bob"},
  {"id": "M1-S5", "hostname": "node-5", "state": "ACTIVE",
   "resources": {"cpus": "8000", "mem": "32768000", "gpus": "1000",
     "others": [{"name": "ports", "type": "RANGES", "ranges": {"range": [{"begin": "31000", "end": "32000"}]}}]},
   "closed": "no container can be launched: runc is missing", "gpus": ["GPU-closed"]},
  {"id": "M1-S6", "hostname": "node-6", "state": "ACTIVE",
   "resources": {"cpus": "8000", "mem": "32768000"}, "no_data_since_ms": "1795176200000"}
],
"gpus": [
  {"uuid": "GPU-busy", "agent_id": "M1-S1", "model": "NVIDIA H100 80GB HBM3", "bus_id": "00000000:18:00.0",
   "memory_bytes": "85520809984", "power_limit_mw": 700000, "compute_mode": "Default", "persistence": true,
   "display_active": false, "mig": false, "ecc": true, "state": "ALLOCATED", "framework_id": "F1",
   "task_id": "job-1.1", "numa_node": 0, "processes": [{"pid": 4711, "name": "python3", "memory_bytes": "42949672960"}]},
  {"uuid": "GPU-idle", "agent_id": "M1-S1", "index": 1, "model": "NVIDIA H100 80GB HBM3",
   "memory_bytes": "85520809984", "power_limit_mw": 700000, "state": "FREE"},
  {"uuid": "GPU-hot", "agent_id": "M1-S1", "index": 2, "model": "NVIDIA H100 80GB HBM3", "state": "ALLOCATED",
   "framework_id": "F1", "task_id": "forgotten.1",
   "processes": [{"pid": 12, "graphics": true}, {"pid": 13, "name": "nvtop", "memory_bytes": "1048576"}]},
  {"uuid": "GPU-restricted", "agent_id": "M1-S1", "index": 3, "state": "RESTRICTED",
   "restriction": {"gpu": "GPU-restricted", "reason": "fan is loud", "author": "alice", "since_ms": "1795176271000",
     "until_ms": "1795183471000"}},
  {"uuid": "GPU-leaving", "agent_id": "M1-S1", "index": 4, "state": "DRAINING", "framework_id": "F1",
   "task_id": "job-1.1", "restriction": {"gpu": "GPU-leaving", "reason": "for tests", "author": "bob"}},
  {"uuid": "GPU-lost", "agent_id": "M1-S1", "index": 5, "state": "LOST", "problem": "fell off the bus"},
  {"uuid": "GPU-used", "agent_id": "M1-S1", "index": 6, "state": "OCCUPIED", "problem": "in use by pid 99 (Xorg)"
},
  {"uuid": "GPU-newer", "agent_id": "M1-S1", "index": 7, "state": 60},
  {"uuid": "GPU-offered", "agent_id": "M1-S1", "index": 8, "model": "NVIDIA H100 80GB HBM3", "state": "OFFERED"},
  {"uuid": "GPU-waits", "agent_id": "M1-S2", "state": "UNAVAILABLE", "problem": "node-2 is draining"},
  {"uuid": "GPU-silent", "agent_id": "M1-S3", "state": "WITHOUT_DATA", "no_data_since_ms": "1795176200000",
   "framework_id": "F1", "task_id": "job-2.1"},
  {"uuid": "GPU-closed", "agent_id": "M1-S5", "state": "UNAVAILABLE", "problem": "runc is missing"},
  {"uuid": "GPU-orphan", "agent_id": "M1-S9", "state": "UNHEALTHY", "problem": "uncorrectable ECC errors"}
],
"frameworks": [{"id": "F1", "name": "jobs", "user": "root", "roles": ["*"], "connected": true}],
"offers": [
  {"id": "M1-O12", "framework_id": "F2", "framework_name": "train", "agent_id": "M1-S1", "hostname": "node-1",
   "resources": {"cpus": "2000", "mem": "1024500", "disk": "512000", "gpus": "1000"}, "made_ms": "1795176271000",
   "role": "*"},
  {"id": "M1-O13", "framework_id": "F3", "agent_id": "M1-S9", "resources": {"cpus": "100"}}
],
"tasks": [
  {"framework_id": "F1", "id": "job-1.1", "name": "train", "agent_id": "M1-S1", "hostname": "node-1",
   "state": "TASK_RUNNING", "source": "SOURCE_EXECUTOR", "resources": {"cpus": "4000", "mem": "8192000", "gpus": "2000"},
   "gpus": ["GPU-busy", "GPU-leaving", "GPU-gone"], "user": "alice", "command": "python3 train.py --epochs 90",
   "created_ms": "1795176270000", "started_ms": "1795176271000"},
  {"framework_id": "F1", "id": "job-2.1", "name": "infer", "agent_id": "M1-S3", "hostname": "node-3",
   "state": "TASK_UNREACHABLE", "source": "SOURCE_MASTER", "reason": "REASON_AGENT_REMOVED",
   "message": "Agent did not re-register", "gpus": ["GPU-silent"], "user": "bob", "started_ms": "1795176000000"},
  {"framework_id": "F1", "id": "job-3.1", "name": "eval", "hostname": "node-1", "state": "TASK_FAILED",
   "source": "SOURCE_EXECUTOR", "reason": "REASON_EXECUTOR_TERMINATED", "message": "Command exited with status 3",
   "why": "exit status 3", "user": "alice", "command": "false", "created_ms": "1795176000000",
   "started_ms": "1795176001000", "ended_ms": "1795176271000", "exit_code": 3},
  {"framework_id": "F9", "id": "t-4", "name": "big", "hostname": "node-1", "state": "TASK_FAILED",
   "reason": "REASON_CONTAINER_LIMITATION_MEMORY", "message": "Memory limit exceeded", "user": "carol",
   "started_ms": "1795176001000", "ended_ms": "1795176271000", "signal": 9,
   "memory_exceeded": {"limit_bytes": "1073741824", "peak_bytes": "1073742336"}},
  {"framework_id": "F1", "id": "job-5.1", "name": "stopped", "hostname": "node-1", "state": "TASK_KILLED",
   "killed_by": {"author": "alice", "reason": "wrong data"}, "why": "killed by alice: wrong data", "exit_code": 137,
   "started_ms": "1795176001000", "ended_ms": "1795176271000"},
  {"framework_id": "F1", "id": "job-6.1", "name": "done", "state": "TASK_FINISHED", "exit_code": 0}
],
"jobs": [
  {"id": "job-1", "name": "train", "user": "alice", "command": "python3 train.py --epochs 90",
   "resources": {"cpus": "4000", "mem": "8192000", "gpus": "2000"}, "linked": true, "retries": 2, "attempts": 1,
   "state": "RUNNING", "wait_reason": "NONE", "task_id": "job-1.1", "agent_id": "M1-S1", "framework_id": "F1",
   "submitted_ms": "1795176200000", "started_ms": "1795176271000", "launched": true},
  {"id": "job-7", "name": "wide", "user": "bob", "resources": {"cpus": "1000", "mem": "128000", "gpus": "16000"},
   "constraints": [{"attribute": "gpu", "value": "H100"}, {"attribute": "rack", "value": "b"}], "priority": -5,
   "state": "QUEUED", "wait_reason": "GPUS", "wait_text": "16 GPUs requested, 2 free on node-1",
   "submitted_ms": "1795176271000"},
  {"id": "job-8", "name": "again", "user": "bob", "resources": {"cpus": "500", "mem": "128500"}, "attempts": 1,
   "retries": 3, "state": "QUEUED", "wait_reason": "BACK_OFF", "why": "exit status 1", "task_id": "job-8.1",
   "agent_id": "M1-S1", "submitted_ms": "1795176271000", "started_ms": "1795176272000"},
  {"id": "job-9", "name": "kept", "user": "carol", "resources": {"cpus": "1000"}, "priority": 10, "state": "QUEUED",
   "wait_reason": "HELD", "hold": {"author": "alice", "reason": "after the demo", "since_ms": "1795176271000"},
   "submitted_ms": "1795176271000"},
  {"id": "job-10", "name": "starts", "user": "carol", "resources": {"cpus": "1000"}, "state": "QUEUED",
   "wait_reason": "NONE", "launched": true, "task_id": "job-10.1", "agent_id": "M1-S9", "attempts": 1,
   "submitted_ms": "1795176271000"},
  {"id": "job-3", "name": "eval", "user": "alice", "command": "false", "resources": {"cpus": "1000"},
   "state": "FAILED", "wait_reason": "NONE", "message": "Command exited with status 3", "why": "exit status 3",
   "task_id": "job-3.1", "agent_id": "M1-S1", "attempts": 1, "submitted_ms": "1795176000000",
   "started_ms": "1795176001000", "ended_ms": "1795176271000"},
  {"id": "job-5", "name": "stopped", "user": "alice", "resources": {"cpus": "1000"}, "state": "KILLED",
   "message": "Killed by alice", "killed_by": {"author": "alice", "reason": "wrong data"},
   "submitted_ms": "1795176000000", "ended_ms": "1795176271000"}
],
"alerts": [
  {"id": "gpu-hot/GPU-hot", "rule": "GPU_HOT", "severity": "WARNING", "object_kind": "GPU", "object": "GPU-hot",
   "name": "node-1:2", "text": "91 °C, the limit is 90 °C: check the fans", "since_ms": "1795176271000",
   "acknowledged_by": "alice", "acknowledged_ms": "1795176280000", "note": "fan ordered",
   "muted_until_ms": "1795262671000"},
  {"id": "agent-unreachable/M1-S3", "rule": "AGENT_UNREACHABLE", "severity": "CRITICAL", "object_kind": "AGENT",
   "object": "M1-S3", "name": "node-3", "text": "No answer since 12:03", "since_ms": "1795176200000"},
  {"id": "job-waits-long/job-7", "rule": "JOB_WAITS_LONG", "severity": "WARNING", "object_kind": "JOB",
   "object": "job-7", "name": "job-7", "text": "Pending for 31 min", "since_ms": "1795176271000"},
  {"id": "gpu-lost/GPU-away", "rule": "GPU_LOST", "severity": "CRITICAL", "object_kind": "GPU", "object": "GPU-away",
   "name": "GPU-away", "text": "It does not answer"}
]
}
, "telemetry" : [
    {
        "agent_id" : "M1-S1",
        "gpu_generation" : 3,
        "at_us" : "1795176300000000",
        "columns" : [
            {"metric" : 0, "values" : [ 97, 0, 100 ]}, {"metric" : 1, "values" : [ 41, 0, -1 ]},
            {"metric" : 2, "values" : [ 40960, 0, 81000 ]},
            {"metric" : 3, "values" : [ 64, 31, 91 ]},
            {"metric" : 4, "values" : [ 612345, 65500, -1 ]},
            {"metric" : 5, "values" : [ 1980, 345, 1200 ]},
            {"metric" : 6, "values" : [ 2619, 2619, 2619 ]},
            {"metric" : 7, "values" : [ -1, 30, 100 ]}, {"metric" : 8, "values" : [ 0, 8, 2 ]},
            {"metric" : 9, "values" : [ 0, 0, 2 ]}, {"metric" : 10, "values" : [ 5, 1, 5 ]},
            {"metric" : 11, "values" : [ 16, 16, 8 ]}, {"metric" : 12, "values" : [ 0, 1, 100 ]},
            {"metric" : 13, "values" : [ 1200, 0, 5 ]}, {"metric" : 14, "values" : [ 800, 0, 4 ]},
            {"metric" : 15, "values" : [ 90000, 0, -1 ]},
            {"metric" : 16, "values" : [ 89000, 0, -1 ]}
        ]
    },
    {"agent_id" : "M1-S2", "gpu_generation" : 0, "columns" : [ {"metric" : 0, "values" : [50]} ]},
    {"agent_id" : "M1-S3", "gpu_generation" : 1, "columns" : [ {"metric" : 0, "values" : [50]} ]}
]
})json";

constexpr std::string_view kRefusals = R"json({
"rows": [
  {"framework_id": "F2", "framework_name": "train", "role": "*", "agent_id": "M1-S1", "hostname": "node-1",
   "resources": {"cpus": "2000", "gpus": "1500"}, "until_ms": "1795176271000", "reason": "DECLINED",
   "why": "The framework declined the offer"},
  {"framework_id": "F3", "agent_id": "M1-S9", "resources": {}, "reason": "RESCINDED"}],
"withheld": [
  {"framework_id": "F4", "framework_name": "web", "reason": "NO_GPU_CAPABILITY", "why": "The framework lacks it"},
  {"framework_id": "F4", "framework_name": "web", "role": "prod", "reason": "SUPPRESSED"}]})json";

constexpr std::string_view kEvents = R"json({"rows": [
  {"at_ms": "1795176271000", "author": "alice", "action": "drain", "object": "node-2", "detail": "fan rattles",
   "kind": "NODE_DRAINED"},
  {"at_ms": "1795176200000", "author": "muster", "action": "alert raised", "object": "M1-S3",
   "detail": "agent-unreachable: No answer since 2026-11-20T12:03:20Z", "kind": "ALERT_RAISED"},
  {"at_ms": "1795176100000", "action": "agent joined", "object": "node-6", "kind": "AGENT_JOINED"}]})json";

constexpr std::string_view kUsage = R"json({"rows": [
  {"user": "alice", "gpu_ms": "90061000", "cpu_ms": "180122000", "tasks": 12, "failed": 1, "wait_ms": "95000", "started": 10},
  {"user": "bob", "gpu_ms": "30000000", "cpu_ms": "1799", "tasks": 1, "wait_ms": "3725999", "started": 1},
  {"user": "carol", "tasks": 2}]})json";

template <typename Message>
Message parsed(std::string_view json) {
    Message out;
    if (const auto status = proto::decode(json, proto::Encoding::Json, out); !status) {
        throw std::logic_error(status.error().message); // our own text
    }
    return out;
}

} // namespace

v1::Snapshot sampleCluster() {
    return parsed<v1::Snapshot>(kCluster);
}

v1::Refusals sampleRefusals() {
    return parsed<v1::Refusals>(kRefusals);
}

v1::AuditRows sampleEvents() {
    return parsed<v1::AuditRows>(kEvents);
}

v1::Usage sampleUsage() {
    return parsed<v1::Usage>(kUsage);
}

} // namespace muster::web
