// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What muster-web-declarations prints, until the build runs it: types of the wire, headings of the columns, words, commands, metrics.

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
  attributes?: Attribute[];
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
  command?: CommandInfo;
  image?: string;
  container?: ContainerInfo;
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
export interface Attribute { name?: string; type?: string; scalar?: { value?: number }; text?: { value?: string }; ranges?: { range?: { begin?: string; end?: string }[] }; set?: { item?: string[] } }
export interface MesosResource { name?: string; type?: string; scalar?: { value?: number }; ranges?: { range?: { begin?: string; end?: string }[] }; set?: { item?: string[] }; reservations?: { role?: string }[] }
export interface CommandInfo { value?: string; shell?: boolean; arguments?: string[]; environment?: { variables?: { name?: string; value?: string }[] }; uris?: { value?: string }[]; user?: string }
export interface ContainerInfo { type?: string; volumes?: { mode?: string; container_path?: string; host_path?: string }[]; linux_info?: object; rlimit_info?: object }
export const protocol = 1;
export interface Heading { key: string; head: string; listed: "table" | "wide" | "data" | "never"; title: string; names: readonly string[]; rank: "main" | "usual" | "extra" | "absent"; measure: "text" | "flag" | "list" | "number" | "signed" | "thousandths" | "mebibytes" | "mebibyteThousandths" | "duration" | "moment"; unit: string; help: string; metric?: string }
export const columns = {
  gpus: [
    { key: "node", head: "NODE", listed: "table", title: "Node", names: ["node"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "index", head: "INDEX", listed: "table", title: "GPU", names: ["index"], rank: "main", measure: "number", unit: "", help: "Index on its node, as nvidia-smi prints it" },
    { key: "uuid", head: "UUID", listed: "table", title: "UUID", names: ["uuid"], rank: "extra", measure: "text", unit: "", help: "" },
    { key: "model", head: "MODEL", listed: "table", title: "Model", names: ["model"], rank: "usual", measure: "text", unit: "", help: "" },
    { key: "utilization_percent", head: "UTIL", listed: "table", title: "Utilisation", names: ["util", "gpu"], rank: "main", measure: "number", unit: "%", help: "Share of time in which a kernel ran", metric: "gpu_utilization" },
    { key: "memory_used_mib", head: "MEM", listed: "table", title: "Memory used / total", names: ["mem"], rank: "main", measure: "mebibytes", unit: "MiB", help: "GPU memory in use, the driver's own included", metric: "memory_used" },
    { key: "temperature_celsius", head: "TEMP", listed: "table", title: "Temperature", names: ["temp"], rank: "main", measure: "number", unit: "°C", help: "Temperature of the GPU die", metric: "temperature" },
    { key: "power_watts", head: "POWER", listed: "table", title: "Power / cap", names: ["power"], rank: "main", measure: "thousandths", unit: "W", help: "Electrical power drawn by the board", metric: "power" },
    { key: "memory_total_mib", head: "", listed: "data", title: "Memory", names: [], rank: "absent", measure: "mebibytes", unit: "MiB", help: "" },
    { key: "power_milliwatts", head: "", listed: "data", title: "Power (mW)", names: [], rank: "absent", measure: "number", unit: "", help: "" },
    { key: "power_limit_milliwatts", head: "", listed: "data", title: "Power cap (mW)", names: [], rank: "absent", measure: "number", unit: "", help: "" },
    { key: "state", head: "STATE", listed: "table", title: "State", names: ["state"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "task_id", head: "TASK", listed: "table", title: "Task id", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "task_name", head: "", listed: "data", title: "Task", names: ["task"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "user", head: "", listed: "data", title: "User", names: ["user"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "framework_id", head: "", listed: "data", title: "Framework id", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "agent_id", head: "", listed: "data", title: "Agent id", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "persistence", head: "PERSIST", listed: "wide", title: "Persistence", names: ["persistence"], rank: "usual", measure: "flag", unit: "", help: "" },
    { key: "bus_id", head: "BUS-ID", listed: "wide", title: "Bus id", names: ["bus"], rank: "usual", measure: "text", unit: "", help: "" },
    { key: "display_active", head: "DISPLAY", listed: "wide", title: "Display", names: ["display"], rank: "usual", measure: "flag", unit: "", help: "" },
    { key: "memory_utilization_percent", head: "", listed: "data", title: "Memory utilisation", names: ["mem_util"], rank: "extra", measure: "number", unit: "%", help: "Share of time in which GPU memory was read or written", metric: "memory_utilization" },
    { key: "sm_clock_mhz", head: "", listed: "data", title: "SM clock", names: ["sm_clock"], rank: "extra", measure: "number", unit: "MHz", help: "Clock of the streaming multiprocessors", metric: "sm_clock" },
    { key: "memory_clock_mhz", head: "", listed: "data", title: "Memory clock", names: ["mem_clock"], rank: "extra", measure: "number", unit: "MHz", help: "Clock of the GPU memory", metric: "memory_clock" },
    { key: "fan_percent", head: "FAN", listed: "wide", title: "Fan", names: ["fan"], rank: "usual", measure: "number", unit: "%", help: "Intended fan speed; passively cooled boards have none", metric: "fan_speed" },
    { key: "performance_state", head: "PSTATE", listed: "wide", title: "P-state", names: ["pstate"], rank: "usual", measure: "number", unit: "", help: "0 is the fastest state, 15 the slowest", metric: "performance_state" },
    { key: "ecc_uncorrected", head: "ECC-ERR", listed: "wide", title: "ECC errors", names: ["ecc"], rank: "usual", measure: "number", unit: "", help: "Uncorrected memory errors since the driver was loaded", metric: "ecc_uncorrected" },
    { key: "pcie_generation", head: "", listed: "data", title: "PCIe generation", names: ["pcie_gen"], rank: "extra", measure: "number", unit: "", help: "Current link generation; idle GPUs drop to 1", metric: "pcie_generation" },
    { key: "pcie_width", head: "", listed: "data", title: "PCIe width", names: ["pcie_width"], rank: "extra", measure: "number", unit: "", help: "Current number of PCIe lanes", metric: "pcie_width" },
    { key: "throttle_reasons", head: "", listed: "data", title: "Throttle reasons", names: ["throttle"], rank: "extra", measure: "list", unit: "", help: "Bits of NVML's clock event reasons; 0 is none", metric: "throttle_reasons" },
    { key: "pcie_received_mib_per_second", head: "PCIE-RX", listed: "wide", title: "PCIe received", names: ["pcie_rx"], rank: "extra", measure: "number", unit: "MiB/s", help: "Traffic over PCIe to the GPU", metric: "pcie_received" },
    { key: "pcie_sent_mib_per_second", head: "PCIE-TX", listed: "wide", title: "PCIe sent", names: ["pcie_tx"], rank: "extra", measure: "number", unit: "MiB/s", help: "Traffic over PCIe from the GPU", metric: "pcie_sent" },
    { key: "nvlink_received_mib_per_second", head: "NVLINK-RX", listed: "wide", title: "NVLink received", names: ["nvlink_rx"], rank: "extra", measure: "number", unit: "MiB/s", help: "Payload over all NVLinks to the GPU", metric: "nvlink_received" },
    { key: "nvlink_sent_mib_per_second", head: "NVLINK-TX", listed: "wide", title: "NVLink sent", names: ["nvlink_tx"], rank: "extra", measure: "number", unit: "MiB/s", help: "Payload over all NVLinks from the GPU", metric: "nvlink_sent" },
    { key: "reason", head: "", listed: "data", title: "Reason", names: ["reason"], rank: "main", measure: "text", unit: "", help: "Why the GPU is restricted, or its fault" },
    { key: "ecc_mode", head: "", listed: "data", title: "ECC mode", names: ["ecc_mode"], rank: "extra", measure: "flag", unit: "", help: "" },
    { key: "numa_node", head: "NUMA", listed: "wide", title: "NUMA node", names: ["numa"], rank: "extra", measure: "number", unit: "", help: "NUMA node whose CPUs and memory are closest to the GPU" },
    { key: "compute_mode", head: "COMPUTE", listed: "wide", title: "Compute mode", names: ["compute_mode"], rank: "usual", measure: "text", unit: "", help: "" },
    { key: "mig", head: "MIG", listed: "wide", title: "MIG", names: ["mig"], rank: "usual", measure: "flag", unit: "", help: "" },
    { key: "driver_version", head: "DRIVER", listed: "wide", title: "Driver", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "processes", head: "PROCESSES", listed: "wide", title: "Processes", names: [], rank: "absent", measure: "list", unit: "", help: "" },
    { key: "why", head: "WHY", listed: "wide", title: "Why", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "no_data_since", head: "", listed: "data", title: "No data since", names: [], rank: "absent", measure: "moment", unit: "", help: "" },
  ],
  nodes: [
    { key: "node", head: "NODE", listed: "table", title: "Node", names: ["node"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "state", head: "STATE", listed: "table", title: "State", names: ["state"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "gpus_free", head: "", listed: "data", title: "GPUs free", names: ["free"], rank: "main", measure: "number", unit: "", help: "" },
    { key: "gpus_total", head: "", listed: "data", title: "GPUs", names: ["gpus"], rank: "main", measure: "number", unit: "", help: "" },
    { key: "gpus_used", head: "GPUS", listed: "table", title: "GPUs used / total", names: [], rank: "absent", measure: "thousandths", unit: "", help: "" },
    { key: "gpus_restricted", head: "", listed: "data", title: "GPUs restricted", names: [], rank: "absent", measure: "number", unit: "", help: "" },
    { key: "cpus_used", head: "CPUS", listed: "table", title: "CPUs used / total", names: ["cpus"], rank: "usual", measure: "thousandths", unit: "", help: "" },
    { key: "memory_used_mib", head: "MEM", listed: "table", title: "Memory used / total", names: ["mem"], rank: "usual", measure: "mebibyteThousandths", unit: "MiB", help: "" },
    { key: "resources", head: "", listed: "data", title: "Resources", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "used", head: "", listed: "data", title: "Used", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "offered", head: "OFFERED", listed: "wide", title: "Offered", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "attributes", head: "ATTRIBUTES", listed: "table", title: "Attributes", names: ["attributes"], rank: "usual", measure: "text", unit: "", help: "" },
    { key: "driver_version", head: "DRIVER", listed: "table", title: "Driver", names: ["driver"], rank: "usual", measure: "text", unit: "", help: "" },
    { key: "cuda_version", head: "CUDA", listed: "table", title: "CUDA", names: ["cuda"], rank: "usual", measure: "text", unit: "", help: "" },
    { key: "agent_id", head: "ID", listed: "wide", title: "Agent id", names: ["id", "agent"], rank: "extra", measure: "text", unit: "", help: "" },
    { key: "registered", head: "REGISTERED", listed: "wide", title: "Registered", names: ["registered", "age"], rank: "usual", measure: "moment", unit: "", help: "" },
    { key: "gpus", head: "", listed: "data", title: "UUIDs of its GPUs", names: [], rank: "absent", measure: "list", unit: "", help: "" },
    { key: "drain", head: "", listed: "data", title: "Drain", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "closed", head: "", listed: "data", title: "Closed", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "drained_by", head: "DRAINED BY", listed: "wide", title: "Drained by", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "drain_reason", head: "WHY", listed: "wide", title: "Reason", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "drain_since", head: "SINCE", listed: "wide", title: "Drained since", names: [], rank: "absent", measure: "moment", unit: "", help: "" },
    { key: "no_data_since", head: "NO DATA SINCE", listed: "wide", title: "No data since", names: [], rank: "absent", measure: "moment", unit: "", help: "" },
  ],
  jobs: [
    { key: "job_id", head: "JOB", listed: "table", title: "Job", names: ["job", "id"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "name", head: "NAME", listed: "table", title: "Name", names: ["name"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "state", head: "STATE", listed: "table", title: "State", names: ["state"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "user", head: "USER", listed: "table", title: "User", names: ["user"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "resources", head: "RESOURCES", listed: "table", title: "Resources", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "gpus", head: "", listed: "data", title: "GPUs", names: ["gpus"], rank: "main", measure: "thousandths", unit: "", help: "" },
    { key: "cpus", head: "", listed: "data", title: "CPUs", names: ["cpus"], rank: "usual", measure: "thousandths", unit: "", help: "" },
    { key: "memory_mib", head: "", listed: "data", title: "Memory", names: ["mem"], rank: "usual", measure: "mebibyteThousandths", unit: "MiB", help: "" },
    { key: "priority", head: "PRIORITY", listed: "table", title: "Priority", names: ["priority"], rank: "usual", measure: "signed", unit: "", help: "" },
    { key: "node", head: "NODE", listed: "table", title: "Node", names: ["node"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "submitted", head: "SUBMITTED", listed: "table", title: "Submitted", names: ["submitted", "age"], rank: "main", measure: "moment", unit: "", help: "" },
    { key: "reason", head: "WHY", listed: "table", title: "Reason", names: ["waits", "reason"], rank: "main", measure: "text", unit: "", help: "Why the job is pending or its last attempt ended" },
    { key: "wait_reason", head: "", listed: "data", title: "Pending reason", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "wait_text", head: "", listed: "data", title: "Why the job is pending", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "message", head: "", listed: "data", title: "Message of Mesos", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "end", head: "", listed: "data", title: "Message", names: ["message"], rank: "usual", measure: "text", unit: "", help: "" },
    { key: "task_id", head: "TASK", listed: "wide", title: "Task id", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "attempts", head: "ATTEMPTS", listed: "wide", title: "Attempts", names: ["attempts"], rank: "extra", measure: "number", unit: "", help: "" },
    { key: "retries", head: "RETRIES", listed: "wide", title: "Retries", names: [], rank: "absent", measure: "number", unit: "", help: "" },
    { key: "linked", head: "LINKED", listed: "wide", title: "Linked", names: [], rank: "absent", measure: "flag", unit: "", help: "" },
    { key: "constraints", head: "CONSTRAINTS", listed: "wide", title: "Constraints", names: [], rank: "absent", measure: "list", unit: "", help: "" },
    { key: "started", head: "STARTED", listed: "wide", title: "Started", names: ["started"], rank: "usual", measure: "moment", unit: "", help: "" },
    { key: "ended", head: "ENDED", listed: "wide", title: "Ended", names: [], rank: "absent", measure: "moment", unit: "", help: "" },
    { key: "ran_for_seconds", head: "", listed: "data", title: "Ran for", names: ["ran"], rank: "usual", measure: "duration", unit: "", help: "" },
    { key: "command", head: "COMMAND", listed: "wide", title: "Command", names: ["command"], rank: "usual", measure: "text", unit: "", help: "" },
    { key: "framework_id", head: "", listed: "data", title: "Framework id", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "agent_id", head: "", listed: "data", title: "Agent id", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "why", head: "", listed: "data", title: "Why its last attempt ended", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "killed_by", head: "", listed: "data", title: "Killed by", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "kill_reason", head: "", listed: "data", title: "Why it was killed", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "held_by", head: "", listed: "data", title: "Held by", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "hold_reason", head: "", listed: "data", title: "Why it is held", names: [], rank: "absent", measure: "text", unit: "", help: "" },
  ],
  tasks: [
    { key: "task_id", head: "TASK", listed: "table", title: "Task", names: ["task", "id"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "name", head: "NAME", listed: "table", title: "Name", names: ["name"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "state", head: "STATE", listed: "table", title: "State", names: ["state"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "node", head: "NODE", listed: "table", title: "Node", names: ["node"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "gpu_count", head: "GPUS", listed: "table", title: "Number of GPUs", names: [], rank: "absent", measure: "number", unit: "", help: "" },
    { key: "gpus", head: "", listed: "data", title: "UUIDs of its GPUs", names: [], rank: "absent", measure: "list", unit: "", help: "" },
    { key: "gpu_indices", head: "", listed: "data", title: "GPUs", names: ["gpus"], rank: "main", measure: "list", unit: "", help: "Indices of its GPUs on the node" },
    { key: "resources", head: "RESOURCES", listed: "table", title: "Resources", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "user", head: "USER", listed: "table", title: "User", names: ["user"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "framework_name", head: "", listed: "data", title: "Framework", names: ["framework"], rank: "usual", measure: "text", unit: "", help: "" },
    { key: "started", head: "STARTED", listed: "table", title: "Started", names: ["started", "age"], rank: "main", measure: "moment", unit: "", help: "" },
    { key: "why", head: "WHY", listed: "table", title: "Why", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "ended", head: "ENDED", listed: "wide", title: "Ended", names: ["ended"], rank: "usual", measure: "moment", unit: "", help: "" },
    { key: "exit", head: "", listed: "never", title: "Exit", names: ["exit"], rank: "usual", measure: "text", unit: "", help: "" },
    { key: "exit_code", head: "EXIT", listed: "wide", title: "Exit code", names: [], rank: "absent", measure: "signed", unit: "", help: "" },
    { key: "signal", head: "SIGNAL", listed: "wide", title: "Signal", names: [], rank: "absent", measure: "number", unit: "", help: "" },
    { key: "command", head: "COMMAND", listed: "wide", title: "Command", names: ["command"], rank: "usual", measure: "text", unit: "", help: "" },
    { key: "message", head: "MESSAGE", listed: "wide", title: "Message of Mesos", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "end", head: "", listed: "data", title: "Message", names: ["message"], rank: "usual", measure: "text", unit: "", help: "" },
    { key: "reason", head: "REASON", listed: "wide", title: "Reason of Mesos", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "source", head: "SOURCE", listed: "wide", title: "Source of Mesos", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "framework_id", head: "FRAMEWORK-ID", listed: "wide", title: "Framework id", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "agent_id", head: "AGENT-ID", listed: "wide", title: "Agent id", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "created", head: "CREATED", listed: "wide", title: "Created", names: [], rank: "absent", measure: "moment", unit: "", help: "" },
    { key: "killed_by", head: "", listed: "data", title: "Killed by", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "kill_reason", head: "", listed: "data", title: "Why it was killed", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "memory_peak_bytes", head: "", listed: "data", title: "Most memory (bytes)", names: [], rank: "absent", measure: "number", unit: "", help: "" },
  ],
  offers: [
    { key: "offer_id", head: "OFFER", listed: "table", title: "Offer", names: ["offer", "id"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "framework_name", head: "FRAMEWORK", listed: "table", title: "Framework", names: ["framework"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "node", head: "NODE", listed: "table", title: "Node", names: ["node"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "resources", head: "RESOURCES", listed: "table", title: "Resources", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "gpus", head: "", listed: "data", title: "GPUs", names: ["gpus"], rank: "main", measure: "thousandths", unit: "", help: "" },
    { key: "cpus", head: "", listed: "data", title: "CPUs", names: ["cpus"], rank: "usual", measure: "thousandths", unit: "", help: "" },
    { key: "memory_mib", head: "", listed: "data", title: "Memory", names: ["mem"], rank: "usual", measure: "mebibyteThousandths", unit: "MiB", help: "" },
    { key: "disk_mib", head: "", listed: "data", title: "Disk", names: ["disk"], rank: "usual", measure: "mebibyteThousandths", unit: "MiB", help: "" },
    { key: "made", head: "MADE", listed: "table", title: "Made", names: ["made", "age"], rank: "main", measure: "moment", unit: "", help: "" },
    { key: "framework_id", head: "FRAMEWORK-ID", listed: "wide", title: "Framework id", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "agent_id", head: "AGENT-ID", listed: "wide", title: "Agent id", names: [], rank: "absent", measure: "text", unit: "", help: "" },
  ],
  refusals: [
    { key: "framework_name", head: "FRAMEWORK", listed: "table", title: "Framework", names: ["framework"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "role", head: "ROLE", listed: "table", title: "Role", names: ["role"], rank: "main", measure: "text", unit: "", help: "Role of the framework in which this is not offered" },
    { key: "node", head: "NODE", listed: "table", title: "Node", names: ["node"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "gpus", head: "", listed: "data", title: "GPUs", names: ["gpus", "gpu"], rank: "main", measure: "thousandths", unit: "", help: "" },
    { key: "resources", head: "RESOURCES", listed: "table", title: "Resources", names: ["resources"], rank: "main", measure: "text", unit: "", help: "These resources of the node, or less, are not offered" },
    { key: "until", head: "UNTIL", listed: "table", title: "Not offered until", names: ["until"], rank: "main", measure: "moment", unit: "", help: "" },
    { key: "why", head: "WHY", listed: "table", title: "Why", names: ["why"], rank: "extra", measure: "text", unit: "", help: "" },
    { key: "framework_id", head: "FRAMEWORK-ID", listed: "wide", title: "Framework id", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "agent_id", head: "AGENT-ID", listed: "wide", title: "Agent id", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "reason", head: "", listed: "data", title: "Reason", names: ["reason"], rank: "main", measure: "text", unit: "", help: "" },
  ],
  alerts: [
    { key: "rule", head: "ALERT", listed: "table", title: "Alert", names: ["alert", "rule"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "severity", head: "SEVERITY", listed: "table", title: "Severity", names: ["severity", "state"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "name", head: "WHERE", listed: "table", title: "Where", names: ["where", "object", "node", "gpu", "job"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "since", head: "SINCE", listed: "table", title: "Since", names: ["since", "age"], rank: "main", measure: "moment", unit: "", help: "" },
    { key: "acknowledged_by", head: "ACKNOWLEDGED BY", listed: "table", title: "Acknowledged by", names: ["acknowledged", "seen", "by"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "text", head: "WHAT", listed: "table", title: "What", names: ["what", "text"], rank: "main", measure: "text", unit: "", help: "What is wrong and how to fix it" },
    { key: "note", head: "NOTE", listed: "wide", title: "Note", names: ["note"], rank: "usual", measure: "text", unit: "", help: "" },
    { key: "muted_until", head: "MUTED UNTIL", listed: "wide", title: "Muted until", names: ["muted"], rank: "extra", measure: "moment", unit: "", help: "It is not reported as new if it returns before this time" },
    { key: "alert_id", head: "ID", listed: "wide", title: "Alert id", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "object_kind", head: "", listed: "data", title: "Kind of object", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "object", head: "", listed: "data", title: "Id of the object", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "node", head: "", listed: "data", title: "Node", names: [], rank: "absent", measure: "text", unit: "", help: "" },
    { key: "acknowledged", head: "", listed: "data", title: "Acknowledged", names: [], rank: "absent", measure: "moment", unit: "", help: "" },
  ],
  events: [
    { key: "at", head: "WHEN", listed: "table", title: "When", names: ["when", "age"], rank: "main", measure: "moment", unit: "", help: "" },
    { key: "author", head: "WHO", listed: "table", title: "Who", names: ["who", "author", "user"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "action", head: "WHAT", listed: "table", title: "Action", names: ["action"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "object", head: "OBJECT", listed: "table", title: "Where", names: ["object", "where", "node", "gpu", "job"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "detail", head: "DETAIL", listed: "table", title: "Detail", names: ["detail"], rank: "main", measure: "text", unit: "", help: "" },
  ],
  usage: [
    { key: "user", head: "USER", listed: "table", title: "User", names: ["user"], rank: "main", measure: "text", unit: "", help: "" },
    { key: "gpu_hours", head: "GPU-HOURS", listed: "table", title: "GPU-hours", names: ["gpuh", "gpu"], rank: "main", measure: "thousandths", unit: "", help: "GPUs allocated, busy or idle, times hours" },
    { key: "share_percent", head: "", listed: "never", title: "Share (%)", names: ["share"], rank: "main", measure: "number", unit: "", help: "Share of the GPU-hours of all users" },
    { key: "cpu_hours", head: "CPU-HOURS", listed: "table", title: "CPU-hours", names: ["cpuh", "cpu"], rank: "main", measure: "thousandths", unit: "", help: "CPUs allocated, busy or idle, times hours" },
    { key: "tasks", head: "TASKS", listed: "table", title: "Tasks", names: ["tasks"], rank: "main", measure: "number", unit: "", help: "Tasks that held resources in this period" },
    { key: "failed", head: "FAILED", listed: "table", title: "Failed", names: ["failed"], rank: "main", measure: "number", unit: "", help: "Tasks that failed in this period" },
    { key: "mean_wait_seconds", head: "MEAN-WAIT", listed: "table", title: "Mean wait", names: ["wait"], rank: "main", measure: "duration", unit: "", help: "Time in the queue of jobs whose first attempt started in this period" },
  ],
} as const satisfies Record<string, readonly Heading[]>;
export interface Word { word: string; help: string; mark: string; wire: string }
export const words = {
  gpuState: {
    FREE: { word: "Free", help: "No task holds the GPU", mark: "free", wire: "free" },
    OFFERED: { word: "Offered", help: "The GPU is offered to a framework", mark: "offered", wire: "offered" },
    ALLOCATED: { word: "Busy", help: "A task holds the GPU", mark: "busy", wire: "allocated" },
    DRAINING: { word: "Draining", help: "Restricted; the task that holds the GPU may finish", mark: "draining", wire: "draining" },
    RESTRICTED: { word: "Restricted", help: "An operator took the GPU out of service. Release it", mark: "restricted", wire: "restricted" },
    UNHEALTHY: { word: "Unhealthy", help: "The GPU reports a fault. Check its events, then reset it", mark: "bad", wire: "unhealthy" },
    LOST: { word: "Lost", help: "The GPU does not answer. Check the driver and the bus, or reboot the host", mark: "lost", wire: "lost" },
    OCCUPIED: { word: "In use outside", help: "The GPU is in use outside Muster. Stop the process that uses it, or start the agent with --offer_occupied_gpus", mark: "waiting", wire: "occupied" },
    WITHOUT_DATA: { word: "No data", help: "The node of the GPU sends no data. Check the node", mark: "lost", wire: "no-data" },
    UNAVAILABLE: { word: "Unavailable", help: "No task holds the GPU, but its node accepts no new work", mark: "restricted", wire: "unavailable" },
  },
  agentState: {
    ACTIVE: { word: "Active", help: "The agent is connected", mark: "good", wire: "active" },
    DISCONNECTED: { word: "Disconnected", help: "The agent lost its connection and may come back. Check the agent", mark: "waiting", wire: "disconnected" },
    UNREACHABLE: { word: "Unreachable", help: "The agent did not come back in time. Check the agent", mark: "lost", wire: "unreachable" },
  },
  jobState: {
    QUEUED: { word: "Queued", help: "The job is pending", mark: "waiting", wire: "queued" },
    RUNNING: { word: "Running", help: "The job is running", mark: "busy", wire: "running" },
    FINISHED: { word: "Finished", help: "The job ended with exit status 0", mark: "good", wire: "finished" },
    FAILED: { word: "Failed", help: "The job failed and has no retries left. Read its stderr", mark: "bad", wire: "failed" },
    KILLED: { word: "Killed", help: "The job was killed on request", mark: "stopped", wire: "killed" },
  },
  taskState: {
    TASK_STARTING: { word: "Starting", help: "The container is being prepared", mark: "waiting", wire: "TASK_STARTING" },
    TASK_RUNNING: { word: "Running", help: "The task is running", mark: "busy", wire: "TASK_RUNNING" },
    TASK_FINISHED: { word: "Finished", help: "The task ended with exit status 0", mark: "good", wire: "TASK_FINISHED" },
    TASK_FAILED: { word: "Failed", help: "The task failed. Read its stderr", mark: "bad", wire: "TASK_FAILED" },
    TASK_KILLED: { word: "Killed", help: "The task was killed on request", mark: "stopped", wire: "TASK_KILLED" },
    TASK_LOST: { word: "Lost", help: "The task was lost. Submit it again", mark: "lost", wire: "TASK_LOST" },
    TASK_STAGING: { word: "Staging", help: "The task is being sent to its agent", mark: "waiting", wire: "TASK_STAGING" },
    TASK_ERROR: { word: "Error", help: "The task is invalid and was not launched. Fix what the message describes", mark: "bad", wire: "TASK_ERROR" },
    TASK_KILLING: { word: "Killing", help: "The task was asked to end and has its grace period", mark: "draining", wire: "TASK_KILLING" },
    TASK_DROPPED: { word: "Dropped", help: "The task was never launched. Submit it again", mark: "lost", wire: "TASK_DROPPED" },
    TASK_UNREACHABLE: { word: "Unreachable", help: "The agent of the task does not answer. Check the agent", mark: "lost", wire: "TASK_UNREACHABLE" },
    TASK_GONE: { word: "Gone", help: "The agent no longer knows the task. Submit it again", mark: "lost", wire: "TASK_GONE" },
    TASK_GONE_BY_OPERATOR: { word: "Gone by operator", help: "An operator marked the agent as gone", mark: "lost", wire: "TASK_GONE_BY_OPERATOR" },
    TASK_UNKNOWN: { word: "Unknown", help: "No agent knows the task", mark: "lost", wire: "TASK_UNKNOWN" },
  },
  waitReason: {
    NONE: { word: "", help: "The job is not pending", mark: "none", wire: "None" },
    RESOURCES: { word: "Resources", help: "No node has enough free cpus, mem or disk. Request less, or wait for a job to end", mark: "waiting", wire: "Resources" },
    GPUS: { word: "GPUs", help: "No node has enough free GPUs. Request fewer, or wait for a job to end", mark: "waiting", wire: "Gpus" },
    GPU_TYPE: { word: "GPU type", help: "No node has the attribute that the job requires. Check the constraint, or add such a node", mark: "waiting", wire: "GpuType" },
    LINKS: { word: "Links", help: "No node has enough GPUs linked by NVLink. Request fewer, or drop the link constraint", mark: "waiting", wire: "Links" },
    RESTRICTED: { word: "Restricted", help: "Suitable GPUs are restricted. Release a restricted GPU", mark: "restricted", wire: "Restricted" },
    PRIORITY: { word: "Priority", help: "Jobs with a higher priority start first", mark: "waiting", wire: "Priority" },
    BACK_OFF: { word: "Back-off", help: "The last attempt failed; the next one starts after a pause", mark: "waiting", wire: "BackOff" },
    NO_AGENTS: { word: "No nodes", help: "No node is connected. Start an agent on a node", mark: "lost", wire: "NoAgents" },
    HELD: { word: "Held", help: "An operator holds the job in the queue. Release it", mark: "restricted", wire: "Held" },
    QUOTA: { word: "Quota", help: "A quota does not allow it to use free resources. Change the quota, or wait for a task to end", mark: "waiting", wire: "Quota" },
  },
  refusalReason: {
    DECLINED: { word: "Declined", help: "The framework declined the offer. It is offered again when the time expires or the framework revives its offers", mark: "waiting", wire: "declined" },
    RESCINDED: { word: "Rescinded", help: "An operator rescinded the offer. It is offered again when the time expires or the framework revives its offers", mark: "waiting", wire: "rescinded" },
    SUPPRESSED: { word: "Suppressed", help: "The framework suppressed offers in this role. Offers resume when the framework revives them", mark: "restricted", wire: "suppressed" },
    NO_GPU_CAPABILITY: { word: "No GPU capability", help: "The framework lacks the GPU_RESOURCES capability: no node with GPUs is offered to it. Subscribe the framework with that capability", mark: "restricted", wire: "no-gpu-capability" },
  },
} as const;
export interface Command { kind: string; name: string; object: string; request: string; reason: "none" | "optional" | "required"; subject: string; endsWork: boolean; undo: string; line: string; verb: string; entry: string; tip: string }
export const commands: readonly Command[] = [
  { kind: "DrainNode", name: "drain", object: "node", request: "drain_node", reason: "required", subject: "A drain", endsWork: true, undo: "ResumeNode", line: "nodes drain", verb: "Drain", entry: "Drain…", tip: "Stop placing work on the selected nodes and end what runs there" },
  { kind: "ResumeNode", name: "reactivate", object: "node", request: "reactivate_node", reason: "optional", subject: "", endsWork: false, undo: "DrainNode", line: "nodes resume", verb: "Resume", entry: "Resume", tip: "Return the selected nodes to service" },
  { kind: "MarkNodeGone", name: "mark gone", object: "node", request: "mark_node_gone", reason: "required", subject: "Marking a node as gone", endsWork: true, undo: "", line: "nodes gone", verb: "", entry: "", tip: "" },
  { kind: "RestrictGpu", name: "restrict", object: "gpu", request: "restrict_gpu", reason: "required", subject: "A restriction", endsWork: false, undo: "ReleaseGpu", line: "gpu restrict", verb: "Restrict", entry: "Restrict…", tip: "Stop placing work on the selected GPUs" },
  { kind: "ReleaseGpu", name: "release", object: "gpu", request: "release_gpu", reason: "none", subject: "", endsWork: false, undo: "RestrictGpu", line: "gpu release", verb: "Release", entry: "Release", tip: "Return the selected GPUs to service" },
  { kind: "HoldJob", name: "hold", object: "job", request: "hold_job", reason: "required", subject: "A hold", endsWork: false, undo: "ReleaseJob", line: "jobs hold", verb: "Hold", entry: "Hold…", tip: "Keep the selected jobs in the queue" },
  { kind: "ReleaseJob", name: "release", object: "job", request: "release_job", reason: "none", subject: "", endsWork: false, undo: "HoldJob", line: "jobs release", verb: "Release", entry: "Release", tip: "Let the selected jobs start again" },
  { kind: "KillJob", name: "kill", object: "job", request: "kill_job", reason: "optional", subject: "", endsWork: true, undo: "", line: "kill", verb: "Kill", entry: "Kill…", tip: "Kill the selected jobs" },
  { kind: "KillTask", name: "kill", object: "task", request: "kill_task", reason: "optional", subject: "", endsWork: true, undo: "", line: "kill", verb: "Kill", entry: "Kill…", tip: "Kill the selected tasks" },
  { kind: "RescindOffer", name: "rescind", object: "offer", request: "rescind_offer", reason: "required", subject: "Rescinding an offer", endsWork: false, undo: "", line: "offers rescind", verb: "Rescind", entry: "Rescind…", tip: "Rescind the selected offers" },
  { kind: "AcknowledgeAlert", name: "acknowledge alert", object: "alert", request: "acknowledge_alert", reason: "optional", subject: "", endsWork: false, undo: "", line: "alerts ack", verb: "", entry: "", tip: "" },
];
export interface Metric { number: number; key: string; label: string; help: string; unit: string; maximum: number; shownUnit: string; divisor: number; form: string; limit: string; chart: { title: string; line: string } | null; heat: { label: string; help: string; low: number; high: number } | null }
export const metrics: readonly Metric[] = [
  { number: 0, key: "gpu_utilization", label: "GPU utilisation", help: "Share of time in which a kernel ran", unit: "%", maximum: 100, shownUnit: "%", divisor: 1, form: "Number", limit: "None", chart: {"title": "Utilisation", "line": "GPU"}, heat: {"label": "Utilisation", "help": "Share of time in which a kernel ran", "low": 0, "high": 100} },
  { number: 1, key: "memory_utilization", label: "Memory utilisation", help: "Share of time in which GPU memory was read or written", unit: "%", maximum: 100, shownUnit: "%", divisor: 1, form: "Number", limit: "None", chart: {"title": "Utilisation", "line": "Memory"}, heat: null },
  { number: 2, key: "memory_used", label: "Memory used", help: "GPU memory in use, the driver's own included", unit: "MiB", maximum: 0, shownUnit: "MiB", divisor: 1, form: "Number", limit: "Memory", chart: null, heat: {"label": "Memory used", "help": "Share of the GPU's memory that is in use", "low": 0, "high": 100} },
  { number: 3, key: "temperature", label: "Temperature", help: "Temperature of the GPU die", unit: "°C", maximum: 100, shownUnit: "°C", divisor: 1, form: "Number", limit: "None", chart: null, heat: {"label": "Temperature", "help": "Temperature of the GPU die", "low": 20, "high": 100} },
  { number: 4, key: "power", label: "Power", help: "Electrical power drawn by the board", unit: "mW", maximum: 0, shownUnit: "W", divisor: 1000, form: "Number", limit: "Power", chart: null, heat: {"label": "Power", "help": "Power drawn, as a share of the board's limit", "low": 0, "high": 100} },
  { number: 5, key: "sm_clock", label: "SM clock", help: "Clock of the streaming multiprocessors", unit: "MHz", maximum: 0, shownUnit: "MHz", divisor: 1, form: "Number", limit: "None", chart: {"title": "Clocks", "line": "SM"}, heat: null },
  { number: 6, key: "memory_clock", label: "Memory clock", help: "Clock of the GPU memory", unit: "MHz", maximum: 0, shownUnit: "MHz", divisor: 1, form: "Number", limit: "None", chart: {"title": "Clocks", "line": "Memory"}, heat: null },
  { number: 7, key: "fan_speed", label: "Fan", help: "Intended fan speed; passively cooled boards have none", unit: "%", maximum: 100, shownUnit: "%", divisor: 1, form: "Number", limit: "None", chart: null, heat: null },
  { number: 8, key: "performance_state", label: "P-state", help: "0 is the fastest state, 15 the slowest", unit: "", maximum: 15, shownUnit: "", divisor: 1, form: "PerformanceState", limit: "None", chart: null, heat: null },
  { number: 9, key: "ecc_uncorrected", label: "ECC errors", help: "Uncorrected memory errors since the driver was loaded", unit: "", maximum: 0, shownUnit: "", divisor: 1, form: "Number", limit: "None", chart: null, heat: null },
  { number: 10, key: "pcie_generation", label: "PCIe generation", help: "Current link generation; idle GPUs drop to 1", unit: "", maximum: 6, shownUnit: "", divisor: 1, form: "Number", limit: "None", chart: null, heat: null },
  { number: 11, key: "pcie_width", label: "PCIe width", help: "Current number of PCIe lanes", unit: "", maximum: 16, shownUnit: "", divisor: 1, form: "Number", limit: "None", chart: null, heat: null },
  { number: 12, key: "throttle_reasons", label: "Throttle reasons", help: "Bits of NVML's clock event reasons; 0 is none", unit: "", maximum: 0, shownUnit: "", divisor: 1, form: "ThrottleReasons", limit: "None", chart: null, heat: null },
  { number: 13, key: "pcie_received", label: "PCIe received", help: "Traffic over PCIe to the GPU", unit: "MiB/s", maximum: 0, shownUnit: "MiB/s", divisor: 1, form: "Number", limit: "None", chart: {"title": "PCIe traffic", "line": "Received"}, heat: null },
  { number: 14, key: "pcie_sent", label: "PCIe sent", help: "Traffic over PCIe from the GPU", unit: "MiB/s", maximum: 0, shownUnit: "MiB/s", divisor: 1, form: "Number", limit: "None", chart: {"title": "PCIe traffic", "line": "Sent"}, heat: null },
  { number: 15, key: "nvlink_received", label: "NVLink received", help: "Payload over all NVLinks to the GPU", unit: "MiB/s", maximum: 0, shownUnit: "MiB/s", divisor: 1, form: "Number", limit: "None", chart: {"title": "NVLink traffic", "line": "Received"}, heat: null },
  { number: 16, key: "nvlink_sent", label: "NVLink sent", help: "Payload over all NVLinks from the GPU", unit: "MiB/s", maximum: 0, shownUnit: "MiB/s", divisor: 1, form: "Number", limit: "None", chart: {"title": "NVLink traffic", "line": "Sent"}, heat: null },
];
