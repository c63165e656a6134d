// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What muster-web-declarations prints, for a front end that is built without it. Not the whole of it.

export const protocol: number = 1;

export const subprotocol: string = "muster.v1.json";

// Of ReadLog: bytes on their way, and after how many more to send LogTaken.
export const logWindow: number = 524288;

export const logConfirmed: number = 131072;

export type LaunchStep = "NO_LAUNCH_STEP" | "LAUNCH_OF_CONTAINER" | "LAUNCH_OF_IMAGE" | "LAUNCH_OF_FETCH";
export type GpuPathLevel = "NO_LEVEL" | "PIX" | "PXB" | "PHB" | "NODE" | "SYS";
export type GpuState = "NO_STATE" | "FREE" | "OFFERED" | "ALLOCATED" | "DRAINING" | "RESTRICTED" | "UNHEALTHY" | "LOST" | "OCCUPIED" | "WITHOUT_DATA" | "UNAVAILABLE";
export type AgentState = "NO_STATE" | "ACTIVE" | "DISCONNECTED" | "UNREACHABLE";
export type TaskState = "NO_STATE" | "TASK_STARTING" | "TASK_RUNNING" | "TASK_FINISHED" | "TASK_FAILED" | "TASK_KILLED" | "TASK_LOST" | "TASK_STAGING" | "TASK_ERROR" | "TASK_KILLING" | "TASK_DROPPED" | "TASK_UNREACHABLE" | "TASK_GONE" | "TASK_GONE_BY_OPERATOR" | "TASK_UNKNOWN";
export type TaskSource = "NO_SOURCE" | "SOURCE_MASTER" | "SOURCE_AGENT" | "SOURCE_EXECUTOR";
export type TaskReason = "NO_REASON" | "REASON_EXECUTOR_TERMINATED" | "REASON_EXECUTOR_UNREGISTERED" | "REASON_FRAMEWORK_REMOVED" | "REASON_INVALID_OFFERS" | "REASON_CONTAINER_LIMITATION_MEMORY" | "REASON_RECONCILIATION" | "REASON_AGENT_DISCONNECTED" | "REASON_AGENT_REMOVED" | "REASON_AGENT_RESTARTED" | "REASON_AGENT_UNKNOWN" | "REASON_TASK_INVALID" | "REASON_TASK_UNAUTHORIZED" | "REASON_TASK_UNKNOWN" | "REASON_CONTAINER_LIMITATION" | "REASON_CONTAINER_LIMITATION_DISK" | "REASON_CONTAINER_LAUNCH_FAILED" | "REASON_EXECUTOR_REGISTRATION_TIMEOUT" | "REASON_EXECUTOR_REREGISTRATION_TIMEOUT" | "REASON_TASK_GROUP_INVALID" | "REASON_TASK_GROUP_UNAUTHORIZED" | "REASON_TASK_CHECK_STATUS_UPDATED" | "REASON_TASK_HEALTH_CHECK_STATUS_UPDATED" | "REASON_TASK_KILLED_DURING_LAUNCH" | "REASON_AGENT_REMOVED_BY_OPERATOR" | "REASON_AGENT_REREGISTERED" | "REASON_MAX_COMPLETION_TIME_REACHED" | "REASON_AGENT_DRAINING";
export type JobState = "NO_STATE" | "QUEUED" | "RUNNING" | "FINISHED" | "FAILED" | "KILLED";
export type JobWaitReason = "NO_WAIT_REASON" | "NONE" | "RESOURCES" | "GPUS" | "GPU_TYPE" | "LINKS" | "RESTRICTED" | "PRIORITY" | "BACK_OFF" | "NO_AGENTS" | "HELD" | "QUOTA";
export type AlertRule = "NO_RULE" | "GPU_UNHEALTHY" | "GPU_LOST" | "AGENT_UNREACHABLE" | "GPU_HOT" | "GPU_IDLE_HOLD" | "JOB_WAITS_LONG" | "GPU_OCCUPIED" | "NODE_CANNOT_LAUNCH" | "DRIVER_BROKEN" | "DEVICE_RULES_CHANGED" | "GPU_CLAIMED_TWICE" | "DISK_FULL" | "JOURNAL_OLDER";
export type AlertSeverity = "NO_SEVERITY" | "CRITICAL" | "WARNING";
export type AlertObjectKind = "NO_KIND" | "GPU" | "AGENT" | "JOB" | "MASTER";
export type ErrorKind = "INTERNAL" | "INVALID" | "NOT_FOUND" | "DENIED" | "CONFLICT" | "UNAVAILABLE" | "TIMEOUT";
export type RefusalsReason = "NO_REASON" | "DECLINED" | "RESCINDED" | "SUPPRESSED" | "NO_GPU_CAPABILITY";
export type AuditRowKind = "OTHER" | "ALERT_RAISED" | "ALERT_ENDED" | "AGENT_JOINED" | "AGENT_LEFT" | "GPU_RESTRICTED" | "NODE_DRAINED";
export interface Restriction {
  gpu?: string;
  reason?: string;
  author?: string;
  since_ms?: string;
  until_ms?: string;
  order?: string;
}
export interface KilledBy {
  author?: string;
  reason?: string;
}
export interface MemoryExceeded {
  limit_bytes?: string;
  peak_bytes?: string;
}
export interface Resources {
  cpus?: string;
  mem?: string;
  disk?: string;
  gpus?: string;
  others?: MesosResource[];
}
export interface GpuProcess {
  pid?: number;
  name?: string;
  graphics?: boolean;
  memory_bytes?: string;
}
export interface GpuLink {
  peer?: string;
  lanes?: number;
}
export interface GpuPath {
  peer?: string;
  level?: GpuPathLevel;
}
export interface Gpu {
  uuid?: string;
  agent_id?: string;
  index?: number;
  minor?: number;
  model?: string;
  bus_id?: string;
  memory_bytes?: string;
  power_limit_mw?: number;
  compute_mode?: string;
  persistence?: boolean;
  display_active?: boolean;
  mig?: boolean;
  ecc?: boolean;
  links?: GpuLink[];
  state?: GpuState;
  framework_id?: string;
  task_id?: string;
  restriction?: Restriction;
  problem?: string;
  processes?: GpuProcess[];
  paths?: GpuPath[];
  numa_node?: number;
  no_data_since_ms?: string;
}
export interface Agent {
  id?: string;
  hostname?: string;
  state?: AgentState;
  resources?: Resources;
  used?: Resources;
  offered?: Resources;
  attributes?: MesosAttribute[];
  driver_version?: string;
  cuda_version?: string;
  registered_ms?: string;
  gpus?: string[];
  gpu_generation?: number;
  drain?: Drain;
  closed?: string;
  no_data_since_ms?: string;
}
export interface Drain {
  author?: string;
  reason?: string;
  since_ms?: string;
  done?: boolean;
}
export interface Framework {
  id?: string;
  name?: string;
  user?: string;
  roles?: string[];
  capabilities?: string[];
  connected?: boolean;
  used?: Resources;
  registered_ms?: string;
}
export interface Offer {
  id?: string;
  framework_id?: string;
  framework_name?: string;
  agent_id?: string;
  hostname?: string;
  resources?: Resources;
  made_ms?: string;
  role?: string;
}
export interface Task {
  framework_id?: string;
  id?: string;
  name?: string;
  agent_id?: string;
  hostname?: string;
  state?: TaskState;
  source?: TaskSource;
  reason?: TaskReason;
  message?: string;
  resources?: Resources;
  gpus?: string[];
  user?: string;
  command?: string;
  created_ms?: string;
  started_ms?: string;
  ended_ms?: string;
  exit_code?: number;
  signal?: number;
  why?: string;
  killed_by?: KilledBy;
  memory_exceeded?: MemoryExceeded;
  launch_step?: LaunchStep;
}
export interface JobConstraint {
  attribute?: string;
  value?: string;
}
export interface Job {
  id?: string;
  name?: string;
  user?: string;
  command?: string;
  resources?: Resources;
  constraints?: JobConstraint[];
  linked?: boolean;
  priority?: number;
  retries?: number;
  attempts?: number;
  state?: JobState;
  wait_reason?: JobWaitReason;
  wait_text?: string;
  message?: string;
  task_id?: string;
  agent_id?: string;
  submitted_ms?: string;
  started_ms?: string;
  ended_ms?: string;
  framework_id?: string;
  launched?: boolean;
  why?: string;
  killed_by?: KilledBy;
  hold?: Hold;
}
export interface Hold {
  author?: string;
  reason?: string;
  since_ms?: string;
}
export interface Alert {
  id?: string;
  rule?: AlertRule;
  severity?: AlertSeverity;
  object_kind?: AlertObjectKind;
  object?: string;
  name?: string;
  text?: string;
  since_ms?: string;
  acknowledged_by?: string;
  acknowledged_ms?: string;
  note?: string;
  muted_until_ms?: string;
}
export interface Cluster {
  master_id?: string;
  version?: string;
  started_ms?: string;
  simulated?: boolean;
  metrics?: MetricInfo[];
  name?: string;
}
export interface MetricInfo {
  metric?: number;
  key?: string;
  label?: string;
  unit?: string;
  maximum?: number;
  help?: string;
}
export interface TelemetryColumn {
  metric?: number;
  values?: number[];
}
export interface Telemetry {
  agent_id?: string;
  gpu_generation?: number;
  at_us?: string;
  columns?: TelemetryColumn[];
}
export interface ImageCall {
  list?: boolean;
  pull?: string;
  prune?: boolean;
}
export interface ImageReportImage {
  digest?: string;
  names?: string[];
  size_bytes?: string;
  last_used_ms?: string;
  containers?: number;
}
export interface ImageReport {
  images?: ImageReportImage[];
  progress?: string;
  error?: string;
  removed?: string[];
  freed_bytes?: string;
  end?: boolean;
}
export interface Request {
  id?: string;
  protocol?: number;
  subscribe?: Subscribe;
  submit_job?: SubmitJob;
  kill_job?: KillJob;
  kill_task?: KillTask;
  restrict_gpu?: RestrictGpu;
  release_gpu?: ReleaseGpu;
  query_history?: QueryHistory;
  read_log?: ReadLog;
  cancel_log?: CancelLog;
  query_ended?: QueryEnded;
  query_audit?: QueryAudit;
  ask_images?: AskImages;
  explain?: Explain;
  drain_node?: DrainNode;
  reactivate_node?: ReactivateNode;
  hold_job?: HoldJob;
  release_job?: ReleaseJob;
  acknowledge_alert?: AcknowledgeAlert;
  query_cluster_history?: QueryClusterHistory;
  query_usage?: QueryUsage;
  query_holders?: QueryHolders;
  query_job_spec?: QueryJobSpec;
  rescind_offer?: RescindOffer;
  query_refusals?: QueryRefusals;
  log_taken?: LogTaken;
  mark_node_gone?: MarkNodeGone;
}
export interface Subscribe {
  once?: boolean;
  telemetry?: boolean;
}
export interface SubmitJob {
  name?: string;
  user?: string;
  resources?: Resources;
  constraints?: JobConstraint[];
  linked?: boolean;
  priority?: number;
  retries?: number;
  command?: MesosCommandInfo;
  image?: string;
  container?: MesosContainerInfo;
  author?: string;
  key?: string;
}
export interface KillJob {
  job_id?: string;
  reason?: string;
  author?: string;
}
export interface KillTask {
  framework_id?: string;
  task_id?: string;
  reason?: string;
  author?: string;
}
export interface RestrictGpu {
  uuid?: string;
  reason?: string;
  author?: string;
  until_ms?: string;
}
export interface ReleaseGpu {
  uuid?: string;
  author?: string;
}
export interface DrainNode {
  agent?: string;
  reason?: string;
  author?: string;
  max_grace_ms?: string;
}
export interface MarkNodeGone {
  agent?: string;
  reason?: string;
  author?: string;
}
export interface ReactivateNode {
  agent?: string;
  reason?: string;
  author?: string;
}
export interface HoldJob {
  job_id?: string;
  reason?: string;
  author?: string;
}
export interface ReleaseJob {
  job_id?: string;
  author?: string;
}
export interface RescindOffer {
  offer_id?: string;
  reason?: string;
  author?: string;
}
export interface AcknowledgeAlert {
  alert_id?: string;
  note?: string;
  author?: string;
  muted_until_ms?: string;
}
export interface QueryHistory {
  gpus?: string[];
  metric?: number;
  from_ms?: string;
  to_ms?: string;
  max_points?: number;
}
export interface QueryClusterHistory {
  series?: string[];
  from_ms?: string;
  to_ms?: string;
  max_points?: number;
}
export interface QueryUsage {
  from_ms?: string;
  to_ms?: string;
}
export interface QueryHolders {
  gpus?: string[];
  from_ms?: string;
  to_ms?: string;
  limit?: number;
}
export interface QueryJobSpec {
  job_id?: string;
}
export interface QueryRefusals {
  framework?: string;
  limit?: number;
}
export interface ReadLog {
  framework_id?: string;
  task_id?: string;
  file?: string;
  offset?: string;
  follow?: boolean;
  window?: string;
}
export interface LogTaken {
  request_id?: string;
  bytes?: string;
}
export interface CancelLog {
  request_id?: string;
}
export interface AskImages {
  agent?: string;
  call?: ImageCall;
}
export interface QueryEnded {
  limit?: number;
  offset?: number;
}
export interface Explain {
  job_id?: string;
  job?: SubmitJob;
  machines?: number;
}
export interface QueryAudit {
  from_ms?: string;
  to_ms?: string;
  limit?: number;
}
export interface Message {
  snapshot?: Snapshot;
  delta?: Delta;
  telemetry?: TelemetryBatch;
  reply?: Reply;
}
export interface Rows {
  agents?: Agent[];
  gpus?: Gpu[];
  frameworks?: Framework[];
  offers?: Offer[];
  tasks?: Task[];
  jobs?: Job[];
  alerts?: Alert[];
}
export interface Removed {
  agents?: string[];
  gpus?: string[];
  frameworks?: string[];
  offers?: string[];
  tasks?: TaskKey[];
  jobs?: string[];
  alerts?: string[];
}
export interface TaskKey {
  framework_id?: string;
  task_id?: string;
}
export interface Snapshot {
  seq?: string;
  at_ms?: string;
  cluster?: Cluster;
  rows?: Rows;
  telemetry?: Telemetry[];
}
export interface Delta {
  seq?: string;
  at_ms?: string;
  changed?: Rows;
  removed?: Removed;
}
export interface TelemetryBatch {
  telemetry?: Telemetry[];
}
export interface Error {
  kind?: ErrorKind;
  message?: string;
}
export interface Reply {
  id?: string;
  error?: Error;
  job_submitted?: JobSubmitted;
  history?: History;
  log?: LogChunk;
  ended?: Rows;
  audit?: AuditRows;
  images?: AgentImages;
  explanation?: Explanation;
  cluster_history?: ClusterHistory;
  usage?: Usage;
  job_spec?: SubmitJob;
  refusals?: Refusals;
  note?: string;
}
export interface ExplanationRequirement {
  name?: string;
  needed?: string;
}
export interface ExplanationFinding {
  found?: string;
  met?: boolean;
}
export interface ExplanationMachine {
  agent_id?: string;
  hostname?: string;
  findings?: ExplanationFinding[];
  could_serve?: boolean;
}
export interface Explanation {
  state?: JobState;
  reason?: JobWaitReason;
  sentence?: string;
  requirements?: ExplanationRequirement[];
  machines?: ExplanationMachine[];
  left_out?: number;
  would_start?: string[];
  ahead?: number;
  serves?: string;
  at_ms?: string;
}
export interface AgentImages {
  agent_id?: string;
  hostname?: string;
  report?: ImageReport;
  left?: number;
}
export interface JobSubmitted {
  job_id?: string;
  again?: boolean;
}
export interface HistoryPoint {
  at_ms?: string;
  minimum?: number;
  average?: number;
  maximum?: number;
}
export interface HistorySeries {
  gpu?: string;
  points?: HistoryPoint[];
}
export interface History {
  metric?: number;
  step_ms?: string;
  series?: HistorySeries[];
}
export interface ClusterHistoryPoint {
  at_ms?: string;
  minimum?: string;
  average?: string;
  maximum?: string;
}
export interface ClusterHistorySeries {
  key?: string;
  unit?: string;
  points?: ClusterHistoryPoint[];
}
export interface ClusterHistory {
  step_ms?: string;
  series?: ClusterHistorySeries[];
}
export interface UsageRow {
  user?: string;
  gpu_ms?: string;
  cpu_ms?: string;
  tasks?: number;
  failed?: number;
  wait_ms?: string;
  started?: number;
}
export interface Usage {
  rows?: UsageRow[];
  cut?: boolean;
}
export interface RefusalsRow {
  framework_id?: string;
  framework_name?: string;
  role?: string;
  agent_id?: string;
  hostname?: string;
  resources?: Resources;
  until_ms?: string;
  reason?: RefusalsReason;
  why?: string;
}
export interface Refusals {
  rows?: RefusalsRow[];
  withheld?: RefusalsRow[];
  more?: boolean;
}
export interface LogChunk {
  offset?: string;
  data?: string;
  end?: boolean;
}
export interface AuditRow {
  at_ms?: string;
  author?: string;
  action?: string;
  object?: string;
  detail?: string;
  kind?: AuditRowKind;
}
export interface AuditRows {
  rows?: AuditRow[];
}
export interface MesosValueScalar { value: number }
export interface MesosValueRanges { range?: { begin: string; end: string }[] }
export interface MesosAttribute { name: string; type: string; scalar?: MesosValueScalar; text?: { value: string }; ranges?: MesosValueRanges; set?: { item?: string[] } }
export interface MesosResource { name: string; type: string; scalar?: MesosValueScalar; ranges?: MesosValueRanges; set?: { item?: string[] }; reservations?: { role?: string }[] }
export interface MesosCommandInfo { value?: string; shell?: boolean; arguments?: string[]; environment?: { variables?: { name: string; value?: string }[] }; uris?: { value: string }[]; user?: string }
export interface MesosContainerInfo { type: string; volumes?: { mode: string; container_path: string; host_path?: string }[] }
export interface Heading<Key extends string = string> {
  key: Key;
  head: string;
  listed: "table" | "wide" | "data" | "never";
  title: string;
  names: readonly string[];
  rank: "main" | "usual" | "extra" | "absent";
  measure: Measure;
  figure: boolean;
  share: boolean;
  unit: string;
  help: string;
  metric?: MetricKey;
}

export type Measure =
  | "text" | "flag" | "list" | "number" | "signed" | "thousandths" | "mebibytes" | "mebibyteThousandths"
  | "duration" | "moment";

export interface ColumnKeys {
  gpus: "node" | "index" | "uuid" | "model" | "utilization_percent" | "memory_used_mib" | "temperature_celsius" | "power_watts" | "memory_total_mib" | "power_milliwatts" | "power_limit_milliwatts" | "state" | "task_id" | "task_name" | "user" | "framework_id" | "agent_id" | "persistence" | "bus_id" | "display_active" | "memory_utilization_percent" | "sm_clock_mhz" | "memory_clock_mhz" | "fan_percent" | "performance_state" | "ecc_uncorrected" | "pcie_generation" | "pcie_width" | "throttle_reasons" | "pcie_received_mib_per_second" | "pcie_sent_mib_per_second" | "nvlink_received_mib_per_second" | "nvlink_sent_mib_per_second" | "reason" | "ecc_mode" | "numa_node" | "compute_mode" | "mig" | "driver_version" | "processes" | "why" | "no_data_since";
  nodes: "node" | "state" | "gpus_free" | "gpus_total" | "gpus_used" | "gpus_restricted" | "cpus_used" | "memory_used_mib" | "resources" | "used" | "offered" | "attributes" | "driver_version" | "cuda_version" | "agent_id" | "registered" | "gpus" | "drain" | "closed" | "drained_by" | "drain_reason" | "drain_since" | "no_data_since";
  jobs: "job_id" | "name" | "state" | "user" | "resources" | "gpus" | "cpus" | "memory_mib" | "priority" | "node" | "submitted" | "reason" | "wait_reason" | "wait_text" | "message" | "end" | "task_id" | "attempts" | "retries" | "linked" | "constraints" | "started" | "ended" | "ran_for_seconds" | "command" | "framework_id" | "agent_id" | "why" | "killed_by" | "kill_reason" | "held_by" | "hold_reason";
  tasks: "task_id" | "name" | "state" | "node" | "gpu_count" | "gpus" | "gpu_indices" | "resources" | "user" | "framework_name" | "started" | "why" | "ended" | "exit" | "exit_code" | "signal" | "command" | "message" | "end" | "reason" | "source" | "framework_id" | "agent_id" | "created" | "killed_by" | "kill_reason" | "memory_peak_bytes";
  offers: "offer_id" | "framework_name" | "node" | "resources" | "gpus" | "cpus" | "memory_mib" | "disk_mib" | "made" | "framework_id" | "agent_id";
  refusals: "framework_name" | "role" | "node" | "gpus" | "resources" | "until" | "why" | "framework_id" | "agent_id" | "reason";
  alerts: "rule" | "severity" | "name" | "since" | "acknowledged_by" | "text" | "note" | "muted_until" | "alert_id" | "object_kind" | "object" | "node" | "acknowledged";
  events: "at" | "author" | "action" | "object" | "detail";
  usage: "user" | "gpu_hours" | "share_percent" | "cpu_hours" | "tasks" | "failed" | "mean_wait_seconds";
}
export type Kind = keyof ColumnKeys;

export const columns: { readonly [K in Kind]: readonly Heading<ColumnKeys[K]>[] } = {
  gpus: [
    { key: "node", head: "NODE", listed: "table", title: "Node", names: ["node"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "index", head: "INDEX", listed: "table", title: "GPU", names: ["index"], rank: "main", measure: "number", figure: true, share: false, unit: "", help: "Index on its node, as nvidia-smi prints it" },
    { key: "uuid", head: "UUID", listed: "table", title: "UUID", names: ["uuid"], rank: "extra", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "model", head: "MODEL", listed: "table", title: "Model", names: ["model"], rank: "usual", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "utilization_percent", head: "UTIL", listed: "table", title: "Utilisation", names: ["util", "gpu"], rank: "main", measure: "number", figure: true, share: false, unit: "%", help: "Share of time in which a kernel ran", metric: "gpu_utilization" },
    { key: "memory_used_mib", head: "MEM", listed: "table", title: "Memory used / total", names: ["mem"], rank: "main", measure: "mebibytes", figure: true, share: true, unit: "MiB", help: "GPU memory in use, the driver's own included", metric: "memory_used" },
    { key: "temperature_celsius", head: "TEMP", listed: "table", title: "Temperature", names: ["temp"], rank: "main", measure: "number", figure: true, share: false, unit: "°C", help: "Temperature of the GPU die", metric: "temperature" },
    { key: "power_watts", head: "POWER", listed: "table", title: "Power / cap", names: ["power"], rank: "main", measure: "thousandths", figure: true, share: true, unit: "W", help: "Electrical power drawn by the board", metric: "power" },
    { key: "memory_total_mib", head: "", listed: "data", title: "Memory", names: [], rank: "absent", measure: "mebibytes", figure: true, share: false, unit: "MiB", help: "" },
    { key: "power_milliwatts", head: "", listed: "data", title: "Power (mW)", names: [], rank: "absent", measure: "number", figure: true, share: false, unit: "", help: "" },
    { key: "power_limit_milliwatts", head: "", listed: "data", title: "Power cap (mW)", names: [], rank: "absent", measure: "number", figure: true, share: false, unit: "", help: "" },
    { key: "state", head: "STATE", listed: "table", title: "State", names: ["state"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "task_id", head: "TASK", listed: "table", title: "Task id", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "task_name", head: "", listed: "data", title: "Task", names: ["task"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "user", head: "", listed: "data", title: "User", names: ["user"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "framework_id", head: "", listed: "data", title: "Framework id", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "agent_id", head: "", listed: "data", title: "Agent id", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "persistence", head: "PERSIST", listed: "wide", title: "Persistence", names: ["persistence"], rank: "usual", measure: "flag", figure: false, share: false, unit: "", help: "" },
    { key: "bus_id", head: "BUS-ID", listed: "wide", title: "Bus id", names: ["bus"], rank: "usual", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "display_active", head: "DISPLAY", listed: "wide", title: "Display", names: ["display"], rank: "usual", measure: "flag", figure: false, share: false, unit: "", help: "" },
    { key: "memory_utilization_percent", head: "", listed: "data", title: "Memory utilisation", names: ["mem_util"], rank: "extra", measure: "number", figure: true, share: false, unit: "%", help: "Share of time in which GPU memory was read or written", metric: "memory_utilization" },
    { key: "sm_clock_mhz", head: "", listed: "data", title: "SM clock", names: ["sm_clock"], rank: "extra", measure: "number", figure: true, share: false, unit: "MHz", help: "Clock of the streaming multiprocessors", metric: "sm_clock" },
    { key: "memory_clock_mhz", head: "", listed: "data", title: "Memory clock", names: ["mem_clock"], rank: "extra", measure: "number", figure: true, share: false, unit: "MHz", help: "Clock of the GPU memory", metric: "memory_clock" },
    { key: "fan_percent", head: "FAN", listed: "wide", title: "Fan", names: ["fan"], rank: "usual", measure: "number", figure: true, share: false, unit: "%", help: "Intended fan speed; passively cooled boards have none", metric: "fan_speed" },
    { key: "performance_state", head: "PSTATE", listed: "wide", title: "P-state", names: ["pstate"], rank: "usual", measure: "number", figure: true, share: false, unit: "", help: "0 is the fastest state, 15 the slowest", metric: "performance_state" },
    { key: "ecc_uncorrected", head: "ECC-ERR", listed: "wide", title: "ECC errors", names: ["ecc"], rank: "usual", measure: "number", figure: true, share: false, unit: "", help: "Uncorrected memory errors since the driver was loaded", metric: "ecc_uncorrected" },
    { key: "pcie_generation", head: "", listed: "data", title: "PCIe generation", names: ["pcie_gen"], rank: "extra", measure: "number", figure: true, share: false, unit: "", help: "Current link generation; idle GPUs drop to 1", metric: "pcie_generation" },
    { key: "pcie_width", head: "", listed: "data", title: "PCIe width", names: ["pcie_width"], rank: "extra", measure: "number", figure: true, share: false, unit: "", help: "Current number of PCIe lanes", metric: "pcie_width" },
    { key: "throttle_reasons", head: "", listed: "data", title: "Throttle reasons", names: ["throttle"], rank: "extra", measure: "list", figure: false, share: false, unit: "", help: "Bits of NVML's clock event reasons; 0 is none", metric: "throttle_reasons" },
    { key: "pcie_received_mib_per_second", head: "PCIE-RX", listed: "wide", title: "PCIe received", names: ["pcie_rx"], rank: "extra", measure: "number", figure: true, share: false, unit: "MiB/s", help: "Traffic over PCIe to the GPU", metric: "pcie_received" },
    { key: "pcie_sent_mib_per_second", head: "PCIE-TX", listed: "wide", title: "PCIe sent", names: ["pcie_tx"], rank: "extra", measure: "number", figure: true, share: false, unit: "MiB/s", help: "Traffic over PCIe from the GPU", metric: "pcie_sent" },
    { key: "nvlink_received_mib_per_second", head: "NVLINK-RX", listed: "wide", title: "NVLink received", names: ["nvlink_rx"], rank: "extra", measure: "number", figure: true, share: false, unit: "MiB/s", help: "Payload over all NVLinks to the GPU", metric: "nvlink_received" },
    { key: "nvlink_sent_mib_per_second", head: "NVLINK-TX", listed: "wide", title: "NVLink sent", names: ["nvlink_tx"], rank: "extra", measure: "number", figure: true, share: false, unit: "MiB/s", help: "Payload over all NVLinks from the GPU", metric: "nvlink_sent" },
    { key: "reason", head: "", listed: "data", title: "Reason", names: ["reason"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "Why the GPU is restricted, or its fault" },
    { key: "ecc_mode", head: "", listed: "data", title: "ECC mode", names: ["ecc_mode"], rank: "extra", measure: "flag", figure: false, share: false, unit: "", help: "" },
    { key: "numa_node", head: "NUMA", listed: "wide", title: "NUMA node", names: ["numa"], rank: "extra", measure: "number", figure: true, share: false, unit: "", help: "NUMA node whose CPUs and memory are closest to the GPU" },
    { key: "compute_mode", head: "COMPUTE", listed: "wide", title: "Compute mode", names: ["compute_mode"], rank: "usual", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "mig", head: "MIG", listed: "wide", title: "MIG", names: ["mig"], rank: "usual", measure: "flag", figure: false, share: false, unit: "", help: "" },
    { key: "driver_version", head: "DRIVER", listed: "wide", title: "Driver", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "processes", head: "PROCESSES", listed: "wide", title: "Processes", names: [], rank: "absent", measure: "list", figure: false, share: false, unit: "", help: "" },
    { key: "why", head: "WHY", listed: "wide", title: "Why", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "no_data_since", head: "", listed: "data", title: "No data since", names: [], rank: "absent", measure: "moment", figure: false, share: false, unit: "", help: "" },
  ],
  nodes: [
    { key: "node", head: "NODE", listed: "table", title: "Node", names: ["node"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "state", head: "STATE", listed: "table", title: "State", names: ["state"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "gpus_free", head: "", listed: "data", title: "GPUs free", names: ["free"], rank: "main", measure: "number", figure: true, share: false, unit: "", help: "" },
    { key: "gpus_total", head: "", listed: "data", title: "GPUs", names: ["gpus"], rank: "main", measure: "number", figure: true, share: false, unit: "", help: "" },
    { key: "gpus_used", head: "GPUS", listed: "table", title: "GPUs used / total", names: [], rank: "absent", measure: "thousandths", figure: true, share: true, unit: "", help: "" },
    { key: "gpus_restricted", head: "", listed: "data", title: "GPUs restricted", names: [], rank: "absent", measure: "number", figure: true, share: false, unit: "", help: "" },
    { key: "cpus_used", head: "CPUS", listed: "table", title: "CPUs used / total", names: ["cpus"], rank: "usual", measure: "thousandths", figure: true, share: true, unit: "", help: "" },
    { key: "memory_used_mib", head: "MEM", listed: "table", title: "Memory used / total", names: ["mem"], rank: "usual", measure: "mebibyteThousandths", figure: true, share: true, unit: "MiB", help: "" },
    { key: "resources", head: "", listed: "data", title: "Resources", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "used", head: "", listed: "data", title: "Used", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "offered", head: "OFFERED", listed: "wide", title: "Offered", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "attributes", head: "ATTRIBUTES", listed: "table", title: "Attributes", names: ["attributes"], rank: "usual", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "driver_version", head: "DRIVER", listed: "table", title: "Driver", names: ["driver"], rank: "usual", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "cuda_version", head: "CUDA", listed: "table", title: "CUDA", names: ["cuda"], rank: "usual", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "agent_id", head: "ID", listed: "wide", title: "Agent id", names: ["id", "agent"], rank: "extra", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "registered", head: "REGISTERED", listed: "wide", title: "Registered", names: ["registered", "age"], rank: "usual", measure: "moment", figure: false, share: false, unit: "", help: "" },
    { key: "gpus", head: "", listed: "data", title: "UUIDs of its GPUs", names: [], rank: "absent", measure: "list", figure: false, share: false, unit: "", help: "" },
    { key: "drain", head: "", listed: "data", title: "Drain", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "closed", head: "", listed: "data", title: "Closed", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "drained_by", head: "DRAINED BY", listed: "wide", title: "Drained by", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "drain_reason", head: "WHY", listed: "wide", title: "Reason", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "drain_since", head: "SINCE", listed: "wide", title: "Drained since", names: [], rank: "absent", measure: "moment", figure: false, share: false, unit: "", help: "" },
    { key: "no_data_since", head: "NO DATA SINCE", listed: "wide", title: "No data since", names: [], rank: "absent", measure: "moment", figure: false, share: false, unit: "", help: "" },
  ],
  jobs: [
    { key: "job_id", head: "JOB", listed: "table", title: "Job", names: ["job", "id"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "name", head: "NAME", listed: "table", title: "Name", names: ["name"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "state", head: "STATE", listed: "table", title: "State", names: ["state"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "user", head: "USER", listed: "table", title: "User", names: ["user"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "resources", head: "RESOURCES", listed: "table", title: "Resources", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "gpus", head: "", listed: "data", title: "GPUs", names: ["gpus"], rank: "main", measure: "thousandths", figure: true, share: false, unit: "", help: "" },
    { key: "cpus", head: "", listed: "data", title: "CPUs", names: ["cpus"], rank: "usual", measure: "thousandths", figure: true, share: false, unit: "", help: "" },
    { key: "memory_mib", head: "", listed: "data", title: "Memory", names: ["mem"], rank: "usual", measure: "mebibyteThousandths", figure: true, share: false, unit: "MiB", help: "" },
    { key: "priority", head: "PRIORITY", listed: "table", title: "Priority", names: ["priority"], rank: "usual", measure: "signed", figure: true, share: false, unit: "", help: "" },
    { key: "node", head: "NODE", listed: "table", title: "Node", names: ["node"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "submitted", head: "SUBMITTED", listed: "table", title: "Submitted", names: ["submitted", "age"], rank: "main", measure: "moment", figure: false, share: false, unit: "", help: "" },
    { key: "reason", head: "WHY", listed: "table", title: "Reason", names: ["waits", "reason"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "Why the job is pending or its last attempt ended" },
    { key: "wait_reason", head: "", listed: "data", title: "Pending reason", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "wait_text", head: "", listed: "data", title: "Why the job is pending", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "message", head: "", listed: "data", title: "Message of Mesos", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "end", head: "", listed: "data", title: "Message", names: ["message"], rank: "usual", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "task_id", head: "TASK", listed: "wide", title: "Task id", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "attempts", head: "ATTEMPTS", listed: "wide", title: "Attempts", names: ["attempts"], rank: "extra", measure: "number", figure: true, share: false, unit: "", help: "" },
    { key: "retries", head: "RETRIES", listed: "wide", title: "Retries", names: [], rank: "absent", measure: "number", figure: true, share: false, unit: "", help: "" },
    { key: "linked", head: "LINKED", listed: "wide", title: "Linked", names: [], rank: "absent", measure: "flag", figure: false, share: false, unit: "", help: "" },
    { key: "constraints", head: "CONSTRAINTS", listed: "wide", title: "Constraints", names: [], rank: "absent", measure: "list", figure: false, share: false, unit: "", help: "" },
    { key: "started", head: "STARTED", listed: "wide", title: "Started", names: ["started"], rank: "usual", measure: "moment", figure: false, share: false, unit: "", help: "" },
    { key: "ended", head: "ENDED", listed: "wide", title: "Ended", names: [], rank: "absent", measure: "moment", figure: false, share: false, unit: "", help: "" },
    { key: "ran_for_seconds", head: "", listed: "data", title: "Ran for", names: ["ran"], rank: "usual", measure: "duration", figure: true, share: false, unit: "", help: "" },
    { key: "command", head: "COMMAND", listed: "wide", title: "Command", names: ["command"], rank: "usual", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "framework_id", head: "", listed: "data", title: "Framework id", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "agent_id", head: "", listed: "data", title: "Agent id", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "why", head: "", listed: "data", title: "Why its last attempt ended", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "killed_by", head: "", listed: "data", title: "Killed by", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "kill_reason", head: "", listed: "data", title: "Why it was killed", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "held_by", head: "", listed: "data", title: "Held by", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "hold_reason", head: "", listed: "data", title: "Why it is held", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
  ],
  tasks: [
    { key: "task_id", head: "TASK", listed: "table", title: "Task", names: ["task", "id"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "name", head: "NAME", listed: "table", title: "Name", names: ["name"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "state", head: "STATE", listed: "table", title: "State", names: ["state"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "node", head: "NODE", listed: "table", title: "Node", names: ["node"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "gpu_count", head: "GPUS", listed: "table", title: "Number of GPUs", names: [], rank: "absent", measure: "number", figure: true, share: false, unit: "", help: "" },
    { key: "gpus", head: "", listed: "data", title: "UUIDs of its GPUs", names: [], rank: "absent", measure: "list", figure: false, share: false, unit: "", help: "" },
    { key: "gpu_indices", head: "", listed: "data", title: "GPUs", names: ["gpus"], rank: "main", measure: "list", figure: false, share: false, unit: "", help: "Indices of its GPUs on the node" },
    { key: "resources", head: "RESOURCES", listed: "table", title: "Resources", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "user", head: "USER", listed: "table", title: "User", names: ["user"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "framework_name", head: "", listed: "data", title: "Framework", names: ["framework"], rank: "usual", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "started", head: "STARTED", listed: "table", title: "Started", names: ["started", "age"], rank: "main", measure: "moment", figure: false, share: false, unit: "", help: "" },
    { key: "why", head: "WHY", listed: "table", title: "Why", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "ended", head: "ENDED", listed: "wide", title: "Ended", names: ["ended"], rank: "usual", measure: "moment", figure: false, share: false, unit: "", help: "" },
    { key: "exit", head: "", listed: "never", title: "Exit", names: ["exit"], rank: "usual", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "exit_code", head: "EXIT", listed: "wide", title: "Exit code", names: [], rank: "absent", measure: "signed", figure: true, share: false, unit: "", help: "" },
    { key: "signal", head: "SIGNAL", listed: "wide", title: "Signal", names: [], rank: "absent", measure: "number", figure: true, share: false, unit: "", help: "" },
    { key: "command", head: "COMMAND", listed: "wide", title: "Command", names: ["command"], rank: "usual", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "message", head: "MESSAGE", listed: "wide", title: "Message of Mesos", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "end", head: "", listed: "data", title: "Message", names: ["message"], rank: "usual", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "reason", head: "REASON", listed: "wide", title: "Reason of Mesos", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "source", head: "SOURCE", listed: "wide", title: "Source of Mesos", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "framework_id", head: "FRAMEWORK-ID", listed: "wide", title: "Framework id", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "agent_id", head: "AGENT-ID", listed: "wide", title: "Agent id", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "created", head: "CREATED", listed: "wide", title: "Created", names: [], rank: "absent", measure: "moment", figure: false, share: false, unit: "", help: "" },
    { key: "killed_by", head: "", listed: "data", title: "Killed by", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "kill_reason", head: "", listed: "data", title: "Why it was killed", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "memory_peak_bytes", head: "", listed: "data", title: "Most memory (bytes)", names: [], rank: "absent", measure: "number", figure: true, share: false, unit: "", help: "" },
  ],
  offers: [
    { key: "offer_id", head: "OFFER", listed: "table", title: "Offer", names: ["offer", "id"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "framework_name", head: "FRAMEWORK", listed: "table", title: "Framework", names: ["framework"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "node", head: "NODE", listed: "table", title: "Node", names: ["node"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "resources", head: "RESOURCES", listed: "table", title: "Resources", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "gpus", head: "", listed: "data", title: "GPUs", names: ["gpus"], rank: "main", measure: "thousandths", figure: true, share: false, unit: "", help: "" },
    { key: "cpus", head: "", listed: "data", title: "CPUs", names: ["cpus"], rank: "usual", measure: "thousandths", figure: true, share: false, unit: "", help: "" },
    { key: "memory_mib", head: "", listed: "data", title: "Memory", names: ["mem"], rank: "usual", measure: "mebibyteThousandths", figure: true, share: false, unit: "MiB", help: "" },
    { key: "disk_mib", head: "", listed: "data", title: "Disk", names: ["disk"], rank: "usual", measure: "mebibyteThousandths", figure: true, share: false, unit: "MiB", help: "" },
    { key: "made", head: "MADE", listed: "table", title: "Made", names: ["made", "age"], rank: "main", measure: "moment", figure: false, share: false, unit: "", help: "" },
    { key: "framework_id", head: "FRAMEWORK-ID", listed: "wide", title: "Framework id", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "agent_id", head: "AGENT-ID", listed: "wide", title: "Agent id", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
  ],
  refusals: [
    { key: "framework_name", head: "FRAMEWORK", listed: "table", title: "Framework", names: ["framework"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "role", head: "ROLE", listed: "table", title: "Role", names: ["role"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "Role of the framework in which this is not offered" },
    { key: "node", head: "NODE", listed: "table", title: "Node", names: ["node"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "gpus", head: "", listed: "data", title: "GPUs", names: ["gpus", "gpu"], rank: "main", measure: "thousandths", figure: true, share: false, unit: "", help: "" },
    { key: "resources", head: "RESOURCES", listed: "table", title: "Resources", names: ["resources"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "These resources of the node, or less, are not offered" },
    { key: "until", head: "UNTIL", listed: "table", title: "Not offered until", names: ["until"], rank: "main", measure: "moment", figure: false, share: false, unit: "", help: "" },
    { key: "why", head: "WHY", listed: "table", title: "Why", names: ["why"], rank: "extra", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "framework_id", head: "FRAMEWORK-ID", listed: "wide", title: "Framework id", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "agent_id", head: "AGENT-ID", listed: "wide", title: "Agent id", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "reason", head: "", listed: "data", title: "Reason", names: ["reason"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
  ],
  alerts: [
    { key: "rule", head: "ALERT", listed: "table", title: "Alert", names: ["alert", "rule"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "severity", head: "SEVERITY", listed: "table", title: "Severity", names: ["severity", "state"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "name", head: "WHERE", listed: "table", title: "Where", names: ["where", "object", "node", "gpu", "job"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "since", head: "SINCE", listed: "table", title: "Since", names: ["since", "age"], rank: "main", measure: "moment", figure: false, share: false, unit: "", help: "" },
    { key: "acknowledged_by", head: "ACKNOWLEDGED BY", listed: "table", title: "Acknowledged by", names: ["acknowledged", "seen", "by"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "text", head: "WHAT", listed: "table", title: "What", names: ["what", "text"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "What is wrong and how to fix it" },
    { key: "note", head: "NOTE", listed: "wide", title: "Note", names: ["note"], rank: "usual", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "muted_until", head: "MUTED UNTIL", listed: "wide", title: "Muted until", names: ["muted"], rank: "extra", measure: "moment", figure: false, share: false, unit: "", help: "It is not reported as new if it returns before this time" },
    { key: "alert_id", head: "ID", listed: "wide", title: "Alert id", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "object_kind", head: "", listed: "data", title: "Kind of object", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "object", head: "", listed: "data", title: "Id of the object", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "node", head: "", listed: "data", title: "Node", names: [], rank: "absent", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "acknowledged", head: "", listed: "data", title: "Acknowledged", names: [], rank: "absent", measure: "moment", figure: false, share: false, unit: "", help: "" },
  ],
  events: [
    { key: "at", head: "WHEN", listed: "table", title: "When", names: ["when", "age"], rank: "main", measure: "moment", figure: false, share: false, unit: "", help: "" },
    { key: "author", head: "WHO", listed: "table", title: "Who", names: ["who", "author", "user"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "action", head: "WHAT", listed: "table", title: "Action", names: ["action"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "object", head: "OBJECT", listed: "table", title: "Where", names: ["object", "where", "node", "gpu", "job"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "detail", head: "DETAIL", listed: "table", title: "Detail", names: ["detail"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
  ],
  usage: [
    { key: "user", head: "USER", listed: "table", title: "User", names: ["user"], rank: "main", measure: "text", figure: false, share: false, unit: "", help: "" },
    { key: "gpu_hours", head: "GPU-HOURS", listed: "table", title: "GPU-hours", names: ["gpuh", "gpu"], rank: "main", measure: "thousandths", figure: true, share: false, unit: "", help: "GPUs allocated, busy or idle, times hours" },
    { key: "share_percent", head: "", listed: "never", title: "Share (%)", names: ["share"], rank: "main", measure: "number", figure: true, share: false, unit: "", help: "Share of the GPU-hours of all users" },
    { key: "cpu_hours", head: "CPU-HOURS", listed: "table", title: "CPU-hours", names: ["cpuh", "cpu"], rank: "main", measure: "thousandths", figure: true, share: false, unit: "", help: "CPUs allocated, busy or idle, times hours" },
    { key: "tasks", head: "TASKS", listed: "table", title: "Tasks", names: ["tasks"], rank: "main", measure: "number", figure: true, share: false, unit: "", help: "Tasks that held resources in this period" },
    { key: "failed", head: "FAILED", listed: "table", title: "Failed", names: ["failed"], rank: "main", measure: "number", figure: true, share: false, unit: "", help: "Tasks that failed in this period" },
    { key: "mean_wait_seconds", head: "MEAN-WAIT", listed: "table", title: "Mean wait", names: ["wait"], rank: "main", measure: "duration", figure: true, share: false, unit: "", help: "Time in the queue of jobs whose first attempt started in this period" },
  ],
};

// What the page shows, in that order.
export const orders: { readonly [K in Kind]: readonly ColumnKeys[K][] } = {
  gpus: ["node", "index", "model", "state", "task_name", "user", "utilization_percent", "memory_utilization_percent", "memory_used_mib", "temperature_celsius", "power_watts", "sm_clock_mhz", "memory_clock_mhz", "fan_percent", "performance_state", "ecc_uncorrected", "pcie_generation", "pcie_width", "throttle_reasons", "pcie_received_mib_per_second", "pcie_sent_mib_per_second", "nvlink_received_mib_per_second", "nvlink_sent_mib_per_second", "reason", "bus_id", "persistence", "display_active", "compute_mode", "mig", "ecc_mode", "numa_node", "uuid"],
  nodes: ["node", "state", "gpus_free", "gpus_total", "cpus_used", "memory_used_mib", "driver_version", "cuda_version", "attributes", "registered", "agent_id"],
  jobs: ["job_id", "name", "user", "state", "reason", "gpus", "cpus", "memory_mib", "priority", "attempts", "node", "submitted", "started", "ran_for_seconds", "end", "command"],
  tasks: ["task_id", "name", "state", "node", "gpu_indices", "user", "framework_name", "started", "ended", "exit", "end", "command"],
  offers: ["offer_id", "framework_name", "node", "gpus", "cpus", "memory_mib", "disk_mib", "made"],
  refusals: ["framework_name", "role", "node", "gpus", "until", "reason", "resources", "why"],
  alerts: ["severity", "rule", "name", "since", "acknowledged_by", "note", "muted_until", "text"],
  events: ["at", "author", "action", "object", "detail"],
  usage: ["user", "gpu_hours", "share_percent", "cpu_hours", "tasks", "failed", "mean_wait_seconds"],
};

export type MetricKey = "gpu_utilization" | "memory_utilization" | "memory_used" | "temperature" | "power" | "sm_clock" | "memory_clock" | "fan_speed" | "performance_state" | "ecc_uncorrected" | "pcie_generation" | "pcie_width" | "throttle_reasons" | "pcie_received" | "pcie_sent" | "nvlink_received" | "nvlink_sent";

export interface Metric {
  metric: number;
  key: MetricKey;
  label: string;
  help: string;
  unit: string;
  maximum: number;
  rollUp: "average" | "maximum" | "last";
  slow: boolean;
  form: "number" | "performanceState" | "throttleReasons";
  shownUnit: string;
  shownDivisor: number;
  decimals: number;
  limit: "none" | "memory" | "power";
  chart: { readonly title: string; readonly line: string };
  heat?: { readonly label: string; readonly help: string; readonly low: number; readonly high: number };
}

export const metrics: readonly Metric[] = [
  { metric: 0, key: "gpu_utilization", label: "GPU utilisation", help: "Share of time in which a kernel ran", unit: "%", maximum: 100, rollUp: "average", slow: false, form: "number", shownUnit: "%", shownDivisor: 1, decimals: 0, limit: "none", chart: {"title": "Utilisation", "line": "GPU"}, heat: {"label": "Utilisation", "help": "Share of time in which a kernel ran", "low": 0, "high": 100} },
  { metric: 1, key: "memory_utilization", label: "Memory utilisation", help: "Share of time in which GPU memory was read or written", unit: "%", maximum: 100, rollUp: "average", slow: false, form: "number", shownUnit: "%", shownDivisor: 1, decimals: 0, limit: "none", chart: {"title": "Utilisation", "line": "Memory"} },
  { metric: 2, key: "memory_used", label: "Memory used", help: "GPU memory in use, the driver's own included", unit: "MiB", maximum: 0, rollUp: "average", slow: false, form: "number", shownUnit: "MiB", shownDivisor: 1, decimals: 0, limit: "memory", chart: {"title": "", "line": ""}, heat: {"label": "Memory used", "help": "Share of the GPU's memory that is in use", "low": 0, "high": 100} },
  { metric: 3, key: "temperature", label: "Temperature", help: "Temperature of the GPU die", unit: "°C", maximum: 100, rollUp: "average", slow: false, form: "number", shownUnit: "°C", shownDivisor: 1, decimals: 0, limit: "none", chart: {"title": "", "line": ""}, heat: {"label": "Temperature", "help": "Temperature of the GPU die", "low": 20, "high": 100} },
  { metric: 4, key: "power", label: "Power", help: "Electrical power drawn by the board", unit: "mW", maximum: 0, rollUp: "average", slow: false, form: "number", shownUnit: "W", shownDivisor: 1000, decimals: 1, limit: "power", chart: {"title": "", "line": ""}, heat: {"label": "Power", "help": "Power drawn, as a share of the board's limit", "low": 0, "high": 100} },
  { metric: 5, key: "sm_clock", label: "SM clock", help: "Clock of the streaming multiprocessors", unit: "MHz", maximum: 0, rollUp: "average", slow: false, form: "number", shownUnit: "MHz", shownDivisor: 1, decimals: 0, limit: "none", chart: {"title": "Clocks", "line": "SM"} },
  { metric: 6, key: "memory_clock", label: "Memory clock", help: "Clock of the GPU memory", unit: "MHz", maximum: 0, rollUp: "average", slow: false, form: "number", shownUnit: "MHz", shownDivisor: 1, decimals: 0, limit: "none", chart: {"title": "Clocks", "line": "Memory"} },
  { metric: 7, key: "fan_speed", label: "Fan", help: "Intended fan speed; passively cooled boards have none", unit: "%", maximum: 100, rollUp: "average", slow: false, form: "number", shownUnit: "%", shownDivisor: 1, decimals: 0, limit: "none", chart: {"title": "", "line": ""} },
  { metric: 8, key: "performance_state", label: "P-state", help: "0 is the fastest state, 15 the slowest", unit: "", maximum: 15, rollUp: "average", slow: false, form: "performanceState", shownUnit: "", shownDivisor: 1, decimals: 0, limit: "none", chart: {"title": "", "line": ""} },
  { metric: 9, key: "ecc_uncorrected", label: "ECC errors", help: "Uncorrected memory errors since the driver was loaded", unit: "", maximum: 0, rollUp: "average", slow: false, form: "number", shownUnit: "", shownDivisor: 1, decimals: 0, limit: "none", chart: {"title": "", "line": ""} },
  { metric: 10, key: "pcie_generation", label: "PCIe generation", help: "Current link generation; idle GPUs drop to 1", unit: "", maximum: 6, rollUp: "average", slow: false, form: "number", shownUnit: "", shownDivisor: 1, decimals: 0, limit: "none", chart: {"title": "", "line": ""} },
  { metric: 11, key: "pcie_width", label: "PCIe width", help: "Current number of PCIe lanes", unit: "", maximum: 16, rollUp: "average", slow: false, form: "number", shownUnit: "", shownDivisor: 1, decimals: 0, limit: "none", chart: {"title": "", "line": ""} },
  { metric: 12, key: "throttle_reasons", label: "Throttle reasons", help: "Bits of NVML's clock event reasons; 0 is none", unit: "", maximum: 0, rollUp: "average", slow: false, form: "throttleReasons", shownUnit: "", shownDivisor: 1, decimals: 0, limit: "none", chart: {"title": "", "line": ""} },
  { metric: 13, key: "pcie_received", label: "PCIe received", help: "Traffic over PCIe to the GPU", unit: "MiB/s", maximum: 0, rollUp: "average", slow: false, form: "number", shownUnit: "MiB/s", shownDivisor: 1, decimals: 0, limit: "none", chart: {"title": "PCIe traffic", "line": "Received"} },
  { metric: 14, key: "pcie_sent", label: "PCIe sent", help: "Traffic over PCIe from the GPU", unit: "MiB/s", maximum: 0, rollUp: "average", slow: false, form: "number", shownUnit: "MiB/s", shownDivisor: 1, decimals: 0, limit: "none", chart: {"title": "PCIe traffic", "line": "Sent"} },
  { metric: 15, key: "nvlink_received", label: "NVLink received", help: "Payload over all NVLinks to the GPU", unit: "MiB/s", maximum: 0, rollUp: "average", slow: false, form: "number", shownUnit: "MiB/s", shownDivisor: 1, decimals: 0, limit: "none", chart: {"title": "NVLink traffic", "line": "Received"} },
  { metric: 16, key: "nvlink_sent", label: "NVLink sent", help: "Payload over all NVLinks from the GPU", unit: "MiB/s", maximum: 0, rollUp: "average", slow: false, form: "number", shownUnit: "MiB/s", shownDivisor: 1, decimals: 0, limit: "none", chart: {"title": "NVLink traffic", "line": "Sent"} },
];

export const unknownSample: number = -1;

// Of the bits of a sample of "throttle_reasons".
export const throttleReasons: readonly { readonly bit: number; readonly word: string }[] = [
  { bit: 1, word: "idle" },
  { bit: 2, word: "application clocks" },
  { bit: 4, word: "power cap" },
  { bit: 8, word: "hardware slowdown" },
  { bit: 16, word: "sync boost" },
  { bit: 32, word: "thermal (software)" },
  { bit: 64, word: "thermal (hardware)" },
  { bit: 128, word: "power brake" },
  { bit: 256, word: "display clocks" },
];

export type PageName = "overview" | "gpus" | "nodes" | "jobs" | "tasks" | "offers" | "submit" | "history" | "alerts" | "settings";
export interface Page {
  name: PageName;
  title: string;
  icon: string;
  keys: readonly string[];
}
export const pages: readonly Page[] = [
  { name: "overview", title: "Overview", icon: "overview", keys: ["Alt+1", "g o"] },
  { name: "gpus", title: "GPUs", icon: "gpus", keys: ["Alt+2", "g g"] },
  { name: "nodes", title: "Nodes", icon: "nodes", keys: ["Alt+3", "g n"] },
  { name: "jobs", title: "Jobs", icon: "jobs", keys: ["Alt+4", "g j"] },
  { name: "tasks", title: "Tasks", icon: "tasks", keys: ["Alt+0", "g t"] },
  { name: "offers", title: "Offers", icon: "offers", keys: ["Alt+5", "g f"] },
  { name: "submit", title: "Submit", icon: "submit", keys: ["Alt+6", "g s"] },
  { name: "history", title: "History", icon: "history", keys: ["Alt+7", "g h"] },
  { name: "alerts", title: "Alerts", icon: "alerts", keys: ["Alt+8", "g a"] },
  { name: "settings", title: "Settings", icon: "settings", keys: ["Alt+9", "Ctrl+,"] },
];

export type Mark = "none" | "free" | "offered" | "busy" | "waiting" | "draining" | "restricted" | "good" | "bad" | "lost" | "stopped";
export const marks: Readonly<Record<Mark, { readonly icon: string; readonly light: string; readonly dark: string }>> = {
  none: { icon: "dot", light: "#595959", dark: "#b8b8b8" },
  free: { icon: "circle", light: "#595959", dark: "#b8b8b8" },
  offered: { icon: "offer", light: "#9c4376", dark: "#cc79a7" },
  busy: { icon: "disc", light: "#0072b2", dark: "#56b4e9" },
  waiting: { icon: "hourglass", light: "#8a5d00", dark: "#f0e442" },
  draining: { icon: "wrench", light: "#8f5f00", dark: "#e69f00" },
  restricted: { icon: "lock", light: "#8f5f00", dark: "#e69f00" },
  good: { icon: "check", light: "#00704f", dark: "#2ec79b" },
  bad: { icon: "warning", light: "#b34700", dark: "#ff8a3d" },
  lost: { icon: "broken", light: "#595959", dark: "#b8b8b8" },
  stopped: { icon: "kill", light: "#8f5f00", dark: "#e69f00" },
};

// What people read of a state or a reason. "wire": its word in the values of columns, in JSON and CSV.
export interface StateWords {
  readonly wire: string;
  readonly word: string;
  readonly mark: Mark;
  readonly help: string;
  readonly remedy: string;
  readonly ended: boolean;
}

export const words: {
  readonly gpuState: Readonly<Record<GpuState, StateWords>>;
  readonly gpuPathLevel: Readonly<Record<GpuPathLevel, StateWords>>;
  readonly agentState: Readonly<Record<AgentState, StateWords>>;
  readonly taskState: Readonly<Record<TaskState, StateWords>>;
  readonly taskSource: Readonly<Record<TaskSource, StateWords>>;
  readonly taskReason: Readonly<Record<TaskReason, StateWords>>;
  readonly jobState: Readonly<Record<JobState, StateWords>>;
  readonly jobWaitReason: Readonly<Record<JobWaitReason, StateWords>>;
  readonly refusalsReason: Readonly<Record<RefusalsReason, StateWords>>;
  readonly alertRule: Readonly<Record<AlertRule, StateWords>>;
  readonly alertSeverity: Readonly<Record<AlertSeverity, StateWords>>;
  readonly alertObjectKind: Readonly<Record<AlertObjectKind, StateWords>>;
  readonly auditRowKind: Readonly<Record<AuditRowKind, StateWords>>;
} = {
  gpuState: {
    NO_STATE: { wire: "no_state", word: "no_state", mark: "none", help: "", remedy: "", ended: false },
    FREE: { wire: "free", word: "Free", mark: "free", help: "No task holds the GPU", remedy: "", ended: false },
    OFFERED: { wire: "offered", word: "Offered", mark: "offered", help: "The GPU is offered to a framework", remedy: "", ended: false },
    ALLOCATED: { wire: "allocated", word: "Busy", mark: "busy", help: "A task holds the GPU", remedy: "", ended: false },
    DRAINING: { wire: "draining", word: "Draining", mark: "draining", help: "Restricted; the task that holds the GPU may finish", remedy: "", ended: false },
    RESTRICTED: { wire: "restricted", word: "Restricted", mark: "restricted", help: "An operator took the GPU out of service", remedy: "Release it", ended: false },
    UNHEALTHY: { wire: "unhealthy", word: "Unhealthy", mark: "bad", help: "The GPU reports a fault", remedy: "Check its events, then reset it", ended: false },
    LOST: { wire: "lost", word: "Lost", mark: "lost", help: "The GPU does not answer", remedy: "Check the driver and the bus, or reboot the host", ended: false },
    OCCUPIED: { wire: "occupied", word: "In use outside", mark: "waiting", help: "The GPU is in use outside Muster", remedy: "Stop the process that uses it, or start the agent with --offer_occupied_gpus", ended: false },
    WITHOUT_DATA: { wire: "no-data", word: "No data", mark: "lost", help: "The node of the GPU sends no data", remedy: "Check the node", ended: false },
    UNAVAILABLE: { wire: "unavailable", word: "Unavailable", mark: "restricted", help: "No task holds the GPU, but its node accepts no new work", remedy: "", ended: false },
  },
  gpuPathLevel: {
    NO_LEVEL: { wire: "no_level", word: "no_level", mark: "none", help: "", remedy: "", ended: false },
    PIX: { wire: "pix", word: "pix", mark: "none", help: "", remedy: "", ended: false },
    PXB: { wire: "pxb", word: "pxb", mark: "none", help: "", remedy: "", ended: false },
    PHB: { wire: "phb", word: "phb", mark: "none", help: "", remedy: "", ended: false },
    NODE: { wire: "node", word: "node", mark: "none", help: "", remedy: "", ended: false },
    SYS: { wire: "sys", word: "sys", mark: "none", help: "", remedy: "", ended: false },
  },
  agentState: {
    NO_STATE: { wire: "no_state", word: "no_state", mark: "none", help: "", remedy: "", ended: false },
    ACTIVE: { wire: "active", word: "Active", mark: "good", help: "The agent is connected", remedy: "", ended: false },
    DISCONNECTED: { wire: "disconnected", word: "Disconnected", mark: "waiting", help: "The agent lost its connection and may come back", remedy: "Check the agent", ended: false },
    UNREACHABLE: { wire: "unreachable", word: "Unreachable", mark: "lost", help: "The agent did not come back in time", remedy: "Check the agent", ended: false },
  },
  taskState: {
    NO_STATE: { wire: "no_state", word: "no_state", mark: "none", help: "", remedy: "", ended: false },
    TASK_STARTING: { wire: "TASK_STARTING", word: "Starting", mark: "waiting", help: "The container is being prepared", remedy: "", ended: false },
    TASK_RUNNING: { wire: "TASK_RUNNING", word: "Running", mark: "busy", help: "The task is running", remedy: "", ended: false },
    TASK_FINISHED: { wire: "TASK_FINISHED", word: "Finished", mark: "good", help: "The task ended with exit status 0", remedy: "", ended: true },
    TASK_FAILED: { wire: "TASK_FAILED", word: "Failed", mark: "bad", help: "The task failed", remedy: "Read its stderr", ended: true },
    TASK_KILLED: { wire: "TASK_KILLED", word: "Killed", mark: "stopped", help: "The task was killed on request", remedy: "", ended: true },
    TASK_LOST: { wire: "TASK_LOST", word: "Lost", mark: "lost", help: "The task was lost", remedy: "Submit it again", ended: true },
    TASK_STAGING: { wire: "TASK_STAGING", word: "Staging", mark: "waiting", help: "The task is being sent to its agent", remedy: "", ended: false },
    TASK_ERROR: { wire: "TASK_ERROR", word: "Error", mark: "bad", help: "The task is invalid and was not launched", remedy: "Fix what the message describes", ended: true },
    TASK_KILLING: { wire: "TASK_KILLING", word: "Killing", mark: "draining", help: "The task was asked to end and has its grace period", remedy: "", ended: false },
    TASK_DROPPED: { wire: "TASK_DROPPED", word: "Dropped", mark: "lost", help: "The task was never launched", remedy: "Submit it again", ended: true },
    TASK_UNREACHABLE: { wire: "TASK_UNREACHABLE", word: "Unreachable", mark: "lost", help: "The agent of the task does not answer", remedy: "Check the agent", ended: false },
    TASK_GONE: { wire: "TASK_GONE", word: "Gone", mark: "lost", help: "The agent no longer knows the task", remedy: "Submit it again", ended: true },
    TASK_GONE_BY_OPERATOR: { wire: "TASK_GONE_BY_OPERATOR", word: "Gone by operator", mark: "lost", help: "An operator marked the agent as gone", remedy: "", ended: true },
    TASK_UNKNOWN: { wire: "TASK_UNKNOWN", word: "Unknown", mark: "lost", help: "No agent knows the task", remedy: "", ended: false },
  },
  taskSource: {
    NO_SOURCE: { wire: "no_source", word: "no_source", mark: "none", help: "", remedy: "", ended: false },
    SOURCE_MASTER: { wire: "SOURCE_MASTER", word: "SOURCE_MASTER", mark: "none", help: "The master says so", remedy: "", ended: false },
    SOURCE_AGENT: { wire: "SOURCE_AGENT", word: "SOURCE_AGENT", mark: "none", help: "The agent says so", remedy: "", ended: false },
    SOURCE_EXECUTOR: { wire: "SOURCE_EXECUTOR", word: "SOURCE_EXECUTOR", mark: "none", help: "The container says so", remedy: "", ended: false },
  },
  taskReason: {
    NO_REASON: { wire: "no_reason", word: "no_reason", mark: "none", help: "", remedy: "", ended: false },
    REASON_EXECUTOR_TERMINATED: { wire: "REASON_EXECUTOR_TERMINATED", word: "REASON_EXECUTOR_TERMINATED", mark: "none", help: "The container exited", remedy: "Read its stderr", ended: false },
    REASON_EXECUTOR_UNREGISTERED: { wire: "REASON_EXECUTOR_UNREGISTERED", word: "REASON_EXECUTOR_UNREGISTERED", mark: "none", help: "The executor exited before it accepted the task", remedy: "Read the executor's stderr", ended: false },
    REASON_FRAMEWORK_REMOVED: { wire: "REASON_FRAMEWORK_REMOVED", word: "REASON_FRAMEWORK_REMOVED", mark: "none", help: "The framework of the task was removed", remedy: "", ended: false },
    REASON_INVALID_OFFERS: { wire: "REASON_INVALID_OFFERS", word: "REASON_INVALID_OFFERS", mark: "none", help: "The offer was no longer valid", remedy: "Accept a newer offer", ended: false },
    REASON_CONTAINER_LIMITATION_MEMORY: { wire: "REASON_CONTAINER_LIMITATION_MEMORY", word: "REASON_CONTAINER_LIMITATION_MEMORY", mark: "none", help: "The task used more memory than it requested", remedy: "Request more mem", ended: false },
    REASON_RECONCILIATION: { wire: "REASON_RECONCILIATION", word: "REASON_RECONCILIATION", mark: "none", help: "Answer to a reconciliation request", remedy: "", ended: false },
    REASON_AGENT_DISCONNECTED: { wire: "REASON_AGENT_DISCONNECTED", word: "REASON_AGENT_DISCONNECTED", mark: "none", help: "The agent lost its connection", remedy: "Check the agent", ended: false },
    REASON_AGENT_REMOVED: { wire: "REASON_AGENT_REMOVED", word: "REASON_AGENT_REMOVED", mark: "none", help: "The agent did not come back in time", remedy: "Check the agent", ended: false },
    REASON_AGENT_RESTARTED: { wire: "REASON_AGENT_RESTARTED", word: "REASON_AGENT_RESTARTED", mark: "none", help: "The agent was restarted", remedy: "", ended: false },
    REASON_AGENT_UNKNOWN: { wire: "REASON_AGENT_UNKNOWN", word: "REASON_AGENT_UNKNOWN", mark: "none", help: "The master does not know the agent", remedy: "", ended: false },
    REASON_TASK_INVALID: { wire: "REASON_TASK_INVALID", word: "REASON_TASK_INVALID", mark: "none", help: "The task is invalid", remedy: "Fix what the message describes", ended: false },
    REASON_TASK_UNAUTHORIZED: { wire: "REASON_TASK_UNAUTHORIZED", word: "REASON_TASK_UNAUTHORIZED", mark: "none", help: "The framework may not run tasks as this user", remedy: "Ask the operator for permission", ended: false },
    REASON_TASK_UNKNOWN: { wire: "REASON_TASK_UNKNOWN", word: "REASON_TASK_UNKNOWN", mark: "none", help: "The task is unknown", remedy: "", ended: false },
    REASON_CONTAINER_LIMITATION: { wire: "REASON_CONTAINER_LIMITATION", word: "REASON_CONTAINER_LIMITATION", mark: "none", help: "The task exceeded a limit", remedy: "Request more of the resource in the message", ended: false },
    REASON_CONTAINER_LIMITATION_DISK: { wire: "REASON_CONTAINER_LIMITATION_DISK", word: "REASON_CONTAINER_LIMITATION_DISK", mark: "none", help: "The task used more disk than it requested", remedy: "Request more disk", ended: false },
    REASON_CONTAINER_LAUNCH_FAILED: { wire: "REASON_CONTAINER_LAUNCH_FAILED", word: "REASON_CONTAINER_LAUNCH_FAILED", mark: "none", help: "The container could not be launched", remedy: "Read the message", ended: false },
    REASON_EXECUTOR_REGISTRATION_TIMEOUT: { wire: "REASON_EXECUTOR_REGISTRATION_TIMEOUT", word: "REASON_EXECUTOR_REGISTRATION_TIMEOUT", mark: "none", help: "The executor did not subscribe in time", remedy: "Read the executor's stderr", ended: false },
    REASON_EXECUTOR_REREGISTRATION_TIMEOUT: { wire: "REASON_EXECUTOR_REREGISTRATION_TIMEOUT", word: "REASON_EXECUTOR_REREGISTRATION_TIMEOUT", mark: "none", help: "The executor did not come back after the agent's restart", remedy: "Read the executor's stderr", ended: false },
    REASON_TASK_GROUP_INVALID: { wire: "REASON_TASK_GROUP_INVALID", word: "REASON_TASK_GROUP_INVALID", mark: "none", help: "A task of the group, or its executor, is invalid", remedy: "Fix what the message describes", ended: false },
    REASON_TASK_GROUP_UNAUTHORIZED: { wire: "REASON_TASK_GROUP_UNAUTHORIZED", word: "REASON_TASK_GROUP_UNAUTHORIZED", mark: "none", help: "The framework may not run a task of the group", remedy: "Ask the operator for permission", ended: false },
    REASON_TASK_CHECK_STATUS_UPDATED: { wire: "REASON_TASK_CHECK_STATUS_UPDATED", word: "REASON_TASK_CHECK_STATUS_UPDATED", mark: "none", help: "The result of the task's check changed", remedy: "", ended: false },
    REASON_TASK_HEALTH_CHECK_STATUS_UPDATED: { wire: "REASON_TASK_HEALTH_CHECK_STATUS_UPDATED", word: "REASON_TASK_HEALTH_CHECK_STATUS_UPDATED", mark: "none", help: "The health of the task changed", remedy: "", ended: false },
    REASON_TASK_KILLED_DURING_LAUNCH: { wire: "REASON_TASK_KILLED_DURING_LAUNCH", word: "REASON_TASK_KILLED_DURING_LAUNCH", mark: "none", help: "The task was killed before it ran", remedy: "", ended: false },
    REASON_AGENT_REMOVED_BY_OPERATOR: { wire: "REASON_AGENT_REMOVED_BY_OPERATOR", word: "REASON_AGENT_REMOVED_BY_OPERATOR", mark: "none", help: "An operator marked the agent as gone", remedy: "", ended: false },
    REASON_AGENT_REREGISTERED: { wire: "REASON_AGENT_REREGISTERED", word: "REASON_AGENT_REREGISTERED", mark: "none", help: "The agent came back", remedy: "", ended: false },
    REASON_MAX_COMPLETION_TIME_REACHED: { wire: "REASON_MAX_COMPLETION_TIME_REACHED", word: "REASON_MAX_COMPLETION_TIME_REACHED", mark: "none", help: "The task exceeded its time limit", remedy: "Request more time", ended: false },
    REASON_AGENT_DRAINING: { wire: "REASON_AGENT_DRAINING", word: "REASON_AGENT_DRAINING", mark: "none", help: "An operator is draining the node", remedy: "Submit it again", ended: false },
  },
  jobState: {
    NO_STATE: { wire: "no_state", word: "no_state", mark: "none", help: "", remedy: "", ended: false },
    QUEUED: { wire: "queued", word: "Queued", mark: "waiting", help: "The job is pending", remedy: "", ended: false },
    RUNNING: { wire: "running", word: "Running", mark: "busy", help: "The job is running", remedy: "", ended: false },
    FINISHED: { wire: "finished", word: "Finished", mark: "good", help: "The job ended with exit status 0", remedy: "", ended: true },
    FAILED: { wire: "failed", word: "Failed", mark: "bad", help: "The job failed and has no retries left", remedy: "Read its stderr", ended: true },
    KILLED: { wire: "killed", word: "Killed", mark: "stopped", help: "The job was killed on request", remedy: "", ended: true },
  },
  jobWaitReason: {
    NO_WAIT_REASON: { wire: "no_wait_reason", word: "no_wait_reason", mark: "none", help: "", remedy: "", ended: false },
    NONE: { wire: "None", word: "", mark: "none", help: "The job is not pending", remedy: "", ended: false },
    RESOURCES: { wire: "Resources", word: "Resources", mark: "waiting", help: "No node has enough free cpus, mem or disk", remedy: "Request less, or wait for a job to end", ended: false },
    GPUS: { wire: "Gpus", word: "GPUs", mark: "waiting", help: "No node has enough free GPUs", remedy: "Request fewer, or wait for a job to end", ended: false },
    GPU_TYPE: { wire: "GpuType", word: "GPU type", mark: "waiting", help: "No node has the attribute that the job requires", remedy: "Check the constraint, or add such a node", ended: false },
    LINKS: { wire: "Links", word: "Links", mark: "waiting", help: "No node has enough GPUs linked by NVLink", remedy: "Request fewer, or drop the link constraint", ended: false },
    RESTRICTED: { wire: "Restricted", word: "Restricted", mark: "restricted", help: "Suitable GPUs are restricted", remedy: "Release a restricted GPU", ended: false },
    PRIORITY: { wire: "Priority", word: "Priority", mark: "waiting", help: "Jobs with a higher priority start first", remedy: "", ended: false },
    BACK_OFF: { wire: "BackOff", word: "Back-off", mark: "waiting", help: "The last attempt failed; the next one starts after a pause", remedy: "", ended: false },
    NO_AGENTS: { wire: "NoAgents", word: "No nodes", mark: "lost", help: "No node is connected", remedy: "Start an agent on a node", ended: false },
    HELD: { wire: "Held", word: "Held", mark: "restricted", help: "An operator holds the job in the queue", remedy: "Release it", ended: false },
    QUOTA: { wire: "Quota", word: "Quota", mark: "waiting", help: "A quota does not allow it to use free resources", remedy: "Change the quota, or wait for a task to end", ended: false },
  },
  refusalsReason: {
    NO_REASON: { wire: "no_reason", word: "no_reason", mark: "none", help: "", remedy: "", ended: false },
    DECLINED: { wire: "declined", word: "Declined", mark: "waiting", help: "The framework declined the offer", remedy: "It is offered again when the time expires or the framework revives its offers", ended: false },
    RESCINDED: { wire: "rescinded", word: "Rescinded", mark: "waiting", help: "An operator rescinded the offer", remedy: "It is offered again when the time expires or the framework revives its offers", ended: false },
    SUPPRESSED: { wire: "suppressed", word: "Suppressed", mark: "restricted", help: "The framework suppressed offers in this role", remedy: "Offers resume when the framework revives them", ended: false },
    NO_GPU_CAPABILITY: { wire: "no-gpu-capability", word: "No GPU capability", mark: "restricted", help: "The framework lacks the GPU_RESOURCES capability: no node with GPUs is offered to it", remedy: "Subscribe the framework with that capability", ended: false },
  },
  alertRule: {
    NO_RULE: { wire: "no_rule", word: "no_rule", mark: "none", help: "", remedy: "", ended: false },
    GPU_UNHEALTHY: { wire: "gpu-unhealthy", word: "GPU unhealthy", mark: "waiting", help: "", remedy: "", ended: false },
    GPU_LOST: { wire: "gpu-lost", word: "GPU lost", mark: "waiting", help: "", remedy: "", ended: false },
    AGENT_UNREACHABLE: { wire: "agent-unreachable", word: "Node unreachable", mark: "waiting", help: "", remedy: "", ended: false },
    GPU_HOT: { wire: "gpu-hot", word: "GPU hot", mark: "waiting", help: "", remedy: "", ended: false },
    GPU_IDLE_HOLD: { wire: "gpu-idle-hold", word: "GPU held but idle", mark: "waiting", help: "", remedy: "", ended: false },
    JOB_WAITS_LONG: { wire: "job-waits-long", word: "Job pending too long", mark: "waiting", help: "", remedy: "", ended: false },
    GPU_OCCUPIED: { wire: "gpu-occupied", word: "GPU in use outside Muster", mark: "waiting", help: "", remedy: "", ended: false },
    NODE_CANNOT_LAUNCH: { wire: "node-cannot-launch", word: "Node cannot launch", mark: "waiting", help: "", remedy: "", ended: false },
    DRIVER_BROKEN: { wire: "driver-broken", word: "Driver broken", mark: "waiting", help: "", remedy: "", ended: false },
    DEVICE_RULES_CHANGED: { wire: "device-rules-changed", word: "Device rules changed", mark: "waiting", help: "", remedy: "", ended: false },
    GPU_CLAIMED_TWICE: { wire: "gpu-claimed-twice", word: "GPU claimed twice", mark: "waiting", help: "", remedy: "", ended: false },
    DISK_FULL: { wire: "disk-full", word: "Disk full", mark: "waiting", help: "", remedy: "", ended: false },
    JOURNAL_OLDER: { wire: "journal-older", word: "Journal is an older copy", mark: "waiting", help: "", remedy: "", ended: false },
  },
  alertSeverity: {
    NO_SEVERITY: { wire: "no_severity", word: "no_severity", mark: "none", help: "", remedy: "", ended: false },
    CRITICAL: { wire: "critical", word: "Critical", mark: "bad", help: "", remedy: "", ended: false },
    WARNING: { wire: "warning", word: "Warning", mark: "waiting", help: "", remedy: "", ended: false },
  },
  alertObjectKind: {
    NO_KIND: { wire: "no_kind", word: "no_kind", mark: "none", help: "", remedy: "", ended: false },
    GPU: { wire: "gpu", word: "gpu", mark: "none", help: "", remedy: "", ended: false },
    AGENT: { wire: "agent", word: "agent", mark: "none", help: "", remedy: "", ended: false },
    JOB: { wire: "job", word: "job", mark: "none", help: "", remedy: "", ended: false },
    MASTER: { wire: "master", word: "master", mark: "none", help: "", remedy: "", ended: false },
  },
  auditRowKind: {
    OTHER: { wire: "other", word: "", mark: "none", help: "", remedy: "", ended: false },
    ALERT_RAISED: { wire: "alert raised", word: "alert raised", mark: "bad", help: "", remedy: "", ended: false },
    ALERT_ENDED: { wire: "alert ended", word: "alert ended", mark: "good", help: "", remedy: "", ended: false },
    AGENT_JOINED: { wire: "agent joined", word: "agent joined", mark: "good", help: "", remedy: "", ended: false },
    AGENT_LEFT: { wire: "agent left", word: "agent left", mark: "lost", help: "", remedy: "", ended: false },
    GPU_RESTRICTED: { wire: "gpu restricted", word: "gpu restricted", mark: "restricted", help: "", remedy: "", ended: false },
    NODE_DRAINED: { wire: "node drained", word: "node drained", mark: "draining", help: "", remedy: "", ended: false },
  },
};

export type CommandRequest = "drain_node" | "reactivate_node" | "mark_node_gone" | "restrict_gpu" | "release_gpu" | "hold_job" | "release_job" | "kill_job" | "kill_task" | "rescind_offer" | "acknowledge_alert";
export type ObjectState = "ready" | "draining" | "drained" | "deactivated" | "gone" | "restricted" | "held" | "starting" | "running" | "ended";

export interface Command {
  readonly request: CommandRequest;
  readonly name: string;
  readonly object: "node" | "gpu" | "job" | "task" | "offer" | "alert" | "framework";
  readonly id: string;
  readonly fields: readonly string[];
  readonly right: string;
  readonly reason: "none" | "optional" | "required";
  readonly subject: string;
  readonly endsWork: boolean;
  readonly undo?: CommandRequest;
  readonly summary: string;
  readonly verb: string;
  readonly entry: string;
  readonly tip: string;
  readonly choose: string;
  readonly refused: { readonly [S in ObjectState]?: string };
}

export const commands: readonly Command[] = [
  { request: "drain_node", name: "drain", object: "node", id: "agent", fields: ["agent", "reason", "author", "max_grace_ms"], right: "drain nodes", reason: "required", subject: "A drain", endsWork: true, undo: "reactivate_node", summary: "Stop placing work on a node and end what runs there", verb: "Drain", entry: "Drain…", tip: "Stop placing work on the selected nodes and end what runs there", choose: "Choose a node", refused: {"draining": "%1 is already draining", "drained": "%1 is already drained", "gone": "%1 was marked gone"} },
  { request: "reactivate_node", name: "reactivate", object: "node", id: "agent", fields: ["agent", "reason", "author"], right: "resume nodes", reason: "optional", subject: "", endsWork: false, undo: "drain_node", summary: "Return a drained node to service", verb: "Resume", entry: "Resume", tip: "Return the selected nodes to service", choose: "Choose a node", refused: {"ready": "%1 is not drained", "draining": "%1 is still draining: it can be resumed when its tasks have ended", "gone": "%1 was marked gone"} },
  { request: "mark_node_gone", name: "mark gone", object: "node", id: "agent", fields: ["agent", "reason", "author"], right: "mark nodes gone", reason: "required", subject: "Marking a node as gone", endsWork: true, summary: "Mark a node as gone for good, so that its jobs restart elsewhere", verb: "", entry: "", tip: "", choose: "", refused: {"gone": "%1 was marked gone"} },
  { request: "restrict_gpu", name: "restrict", object: "gpu", id: "uuid", fields: ["uuid", "reason", "author", "until_ms"], right: "restrict GPUs", reason: "required", subject: "A restriction", endsWork: false, undo: "release_gpu", summary: "Stop placing work on one GPU", verb: "Restrict", entry: "Restrict…", tip: "Stop placing work on the selected GPUs", choose: "Choose a GPU", refused: {"restricted": "%1 is already restricted"} },
  { request: "release_gpu", name: "release", object: "gpu", id: "uuid", fields: ["uuid", "author"], right: "release GPUs", reason: "none", subject: "", endsWork: false, undo: "restrict_gpu", summary: "Return a restricted GPU to service", verb: "Release", entry: "Release", tip: "Return the selected GPUs to service", choose: "Choose a restricted GPU", refused: {"ready": "%1 is not restricted"} },
  { request: "hold_job", name: "hold", object: "job", id: "job_id", fields: ["job_id", "reason", "author"], right: "hold jobs", reason: "required", subject: "A hold", endsWork: false, undo: "release_job", summary: "Keep a job in the queue until it is released", verb: "Hold", entry: "Hold…", tip: "Keep the selected jobs in the queue", choose: "Choose a pending job", refused: {"held": "%1 is already held", "starting": "%1 is being started: only pending jobs can be held", "running": "%1 is already running: only pending jobs can be held", "ended": "%1 has ended"} },
  { request: "release_job", name: "release", object: "job", id: "job_id", fields: ["job_id", "author"], right: "release jobs", reason: "none", subject: "", endsWork: false, undo: "hold_job", summary: "Release a held job", verb: "Release", entry: "Release", tip: "Let the selected jobs start again", choose: "Choose a held job", refused: {"ready": "%1 is not held", "starting": "%1 is not held", "running": "%1 is not held", "ended": "%1 has ended"} },
  { request: "kill_job", name: "kill", object: "job", id: "job_id", fields: ["job_id", "reason", "author"], right: "kill jobs", reason: "optional", subject: "", endsWork: true, summary: "Kill jobs and tasks", verb: "Kill", entry: "Kill…", tip: "Kill the selected jobs", choose: "Choose a job", refused: {"ended": "%1 has ended"} },
  { request: "kill_task", name: "kill", object: "task", id: "task_id", fields: ["framework_id", "task_id", "reason", "author"], right: "kill tasks", reason: "optional", subject: "", endsWork: true, summary: "Kill jobs and tasks", verb: "Kill", entry: "Kill…", tip: "Kill the selected tasks", choose: "Choose a task", refused: {"ended": "%1 has ended"} },
  { request: "rescind_offer", name: "rescind", object: "offer", id: "offer_id", fields: ["offer_id", "reason", "author"], right: "rescind offers", reason: "required", subject: "Rescinding an offer", endsWork: false, summary: "Rescind an offer", verb: "Rescind", entry: "Rescind…", tip: "Rescind the selected offers", choose: "Choose an offer", refused: {} },
  { request: "acknowledge_alert", name: "acknowledge alert", object: "alert", id: "alert_id", fields: ["alert_id", "note", "author", "muted_until_ms"], right: "acknowledge alerts", reason: "optional", subject: "", endsWork: false, summary: "Acknowledge an alert", verb: "", entry: "", tip: "", choose: "", refused: {} },
];

// Bytes.
export const longestReason: number = 1000;
