// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/gpu_model.h"

#include "widgets/models/metric_text.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

bool isMetric(int column) {
    return column >= GpuModel::kMetrics
        && column < GpuModel::kMetrics + static_cast<int>(kMetricCount);
}

Metric metricOf(int column) {
    return static_cast<Metric>(column - GpuModel::kMetrics);
}

struct MetricColumn {
    const char* keys;
    Measure measure = Measure::Number;
    Rank rank = Rank::Usual;
};

// Those that stand in nvidia-smi's table are seen at first; the others wait in the header's menu.
MetricColumn metricColumnOf(Metric metric) {
    switch (metric) {
    case Metric::GpuUtilization:
        return {"util gpu", Measure::Number, Rank::Main};
    case Metric::MemoryUtilization:
        return {"mem_util", Measure::Number, Rank::Extra};
    case Metric::MemoryUsed:
        return {"mem", Measure::Mebibytes, Rank::Main};
    case Metric::Temperature:
        return {"temp", Measure::Number, Rank::Main};
    case Metric::Power:
        return {"power", Measure::Thousandths, Rank::Main};
    case Metric::SmClock:
        return {"sm_clock", Measure::Number, Rank::Extra};
    case Metric::MemoryClock:
        return {"mem_clock", Measure::Number, Rank::Extra};
    case Metric::FanSpeed:
        return {"fan"};
    case Metric::PerformanceState:
        return {"pstate"};
    case Metric::EccUncorrected:
        return {"ecc"};
    case Metric::PcieGeneration:
        return {"pcie_gen", Measure::Number, Rank::Extra};
    case Metric::PcieWidth:
        return {"pcie_width", Measure::Number, Rank::Extra};
    case Metric::ThrottleReasons:
        return {"throttle", Measure::Text, Rank::Extra};
    case Metric::PcieReceived:
        return {"pcie_rx", Measure::Number, Rank::Extra};
    case Metric::PcieSent:
        return {"pcie_tx", Measure::Number, Rank::Extra};
    case Metric::NvlinkReceived:
        return {"nvlink_rx", Measure::Number, Rank::Extra};
    case Metric::NvlinkSent:
        return {"nvlink_tx", Measure::Number, Rank::Extra};
    }
    return {""};
}

} // namespace

GpuModel::GpuModel(const ClusterState& state, QObject* parent)
    : TableModel(state, Kind::Gpus, parent) { }

TableModel::Column GpuModel::column(int index) const {
    if (isMetric(index)) {
        return metricColumn(metricOf(index));
    }
    switch (index) {
    case Node:
        return {.title = tr("Node"), .keys = "node", .rank = Rank::Main};
    case Index:
        return {.title = tr("GPU"),
            .keys = "index",
            .measure = Measure::Number,
            .rank = Rank::Main,
            .help = tr("Index on its node, as nvidia-smi prints it")};
    case Model:
        return {.title = tr("Model"), .keys = "model"};
    case State:
        return {.title = tr("State"), .keys = "state", .rank = Rank::Main};
    case Task:
        return {.title = tr("Task"), .keys = "task", .rank = Rank::Main};
    case User:
        return {.title = tr("User"), .keys = "user", .rank = Rank::Main};
    default:
        return boardColumn(index);
    }
}

TableModel::Column GpuModel::boardColumn(int index) const {
    switch (index) {
    case Reason:
        return {.title = tr("Reason"),
            .keys = "reason",
            .rank = Rank::Main,
            .help = tr("Why the GPU is restricted, or its fault")};
    case BusId:
        return {.title = tr("Bus id"), .keys = "bus"};
    case Persistence:
        return {.title = tr("Persistence"), .keys = "persistence"};
    case Display:
        return {.title = tr("Display"), .keys = "display"};
    case ComputeMode:
        return {.title = tr("Compute mode"), .keys = "compute_mode"};
    case Mig:
        return {.title = tr("MIG"), .keys = "mig"};
    case EccMode:
        return {.title = tr("ECC mode"), .keys = "ecc_mode", .rank = Rank::Extra};
    case NumaNode:
        return {.title = tr("NUMA node"),
            .keys = "numa",
            .measure = Measure::Number,
            .rank = Rank::Extra,
            .help = tr("NUMA node whose CPUs and memory are closest to the GPU")};
    default:
        return {.title = tr("UUID"), .keys = "uuid", .rank = Rank::Extra};
    }
}

TableModel::Column GpuModel::metricColumn(Metric metric) const {
    auto title = metricLabel(metric);
    if (metric == Metric::MemoryUsed) {
        title = tr("Memory used / total");
    } else if (metric == Metric::Power) {
        title = tr("Power / cap");
    } else if (metric == Metric::GpuUtilization) {
        title = tr("Utilisation");
    }
    const auto shown = metricColumnOf(metric);
    return {.title = title,
        .keys = shown.keys,
        .measure = shown.measure,
        .rank = shown.rank,
        .unit = metricUnit(metric),
        .help = metricHelp(metric)};
}

TableModel::Cell GpuModel::cell(const std::string& key, int column) const {
    const auto* gpu = state().gpu(key);
    if (gpu == nullptr) {
        return {};
    }
    if (isMetric(column)) {
        return metricCell(*gpu, metricOf(column));
    }
    const auto* agent = state().agent(gpu->agent_id());
    const auto* task = state().taskOf(*gpu);
    switch (column) {
    case Node:
        return textCell(text(agent == nullptr ? gpu->agent_id() : agent->hostname()));
    case Index:
        return numberCell(gpu->index());
    case Model:
        return textCell(text(gpu->model()), text(gpu->uuid()));
    case State:
        return stateCell(stateOf(*gpu));
    case Task:
        return textCell(
            text(task == nullptr ? gpu->task_id() : task->name()), text(gpu->task_id()));
    case User:
        return textCell(text(task == nullptr ? std::string() : task->user()));
    default:
        return boardCell(*gpu, column);
    }
}

TableModel::Cell GpuModel::metricCell(const v1::Gpu& gpu, Metric metric) const {
    const auto value = state().value(gpu.uuid(), metric);
    const auto shown = metricText(metric, value);
    const auto marked = [&](const QString& words) {
        auto cell = numberCell(value, words);
        cell.mark = markOf(gpu, metric, value);
        return cell;
    };
    if (metric == Metric::MemoryUsed) {
        const auto total
            = gpu.has_memory_bytes() ? QString::number(gpu.memory_bytes() >> 20) : unknownText();
        return marked(QStringLiteral("%1 / %2").arg(shown, total));
    }
    if (metric == Metric::Power) {
        const auto cap = gpu.has_power_limit_mw()
            ? metricText(metric, static_cast<MetricValue>(gpu.power_limit_mw()))
            : unknownText();
        return marked(QStringLiteral("%1 / %2").arg(shown, cap));
    }
    return marked(shown);
}

// Busy is no fault; heat is.
Mark GpuModel::markOf(const v1::Gpu& gpu, Metric metric, MetricValue value) const {
    if (value == kUnknown) {
        return Mark::None;
    }
    if (metric == Metric::GpuUtilization) {
        return value >= m_thresholds.utilisation ? Mark::Busy : Mark::None;
    }
    if (metric == Metric::Temperature) {
        return value >= m_thresholds.temperature ? Mark::Bad : Mark::None;
    }
    if (metric == Metric::MemoryUsed && gpu.memory_bytes() > 0) {
        const auto mebibytes = static_cast<MetricValue>(gpu.memory_bytes() >> 20);
        return value * 100 >= mebibytes * m_thresholds.memory ? Mark::Waiting : Mark::None;
    }
    return Mark::None;
}

void GpuModel::setThresholds(const GpuThresholds& thresholds) {
    if (m_thresholds == thresholds) {
        return;
    }
    m_thresholds = thresholds;
    if (rowCount() > 0) {
        emit dataChanged(index(0, kMetrics),
            index(rowCount() - 1, kMetrics + static_cast<int>(kMetricCount) - 1), {MarkRole});
    }
}

StateText GpuModel::stateOf(const v1::Gpu& gpu) {
    auto state = gpuState(gpu);
    if (gpu.has_restriction()) {
        const auto& order = gpu.restriction();
        const auto why
            = tr("Restricted by %1 since %2: %3")
                  .arg(text(order.author()), clockText(order.since_ms()), text(order.reason()));
        state.sentence = order.until_ms() == 0
            ? why
            : tr("%1 (until %2)").arg(why, clockText(order.until_ms()));
    }
    return state;
}

TableModel::Cell GpuModel::boardCell(const v1::Gpu& gpu, int column) const {
    const auto onOff = [](bool known, bool value) {
        return known ? textCell(value ? tr("On") : tr("Off")) : unknownCell();
    };
    switch (column) {
    case Reason:
        return textCell(text(gpu.has_restriction() ? gpu.restriction().reason() : gpu.problem()));
    case BusId:
        return textCell(text(gpu.bus_id()));
    case Persistence:
        return onOff(gpu.has_persistence(), gpu.persistence());
    case Display:
        return onOff(gpu.has_display_active(), gpu.display_active());
    case ComputeMode:
        return gpu.has_compute_mode() ? textCell(text(gpu.compute_mode())) : unknownCell();
    case Mig:
        return onOff(gpu.has_mig(), gpu.mig());
    case EccMode:
        return onOff(gpu.has_ecc(), gpu.ecc());
    case NumaNode:
        return gpu.has_numa_node() ? numberCell(gpu.numa_node())
                                   : numberCell(kUnknown, unknownText());
    default:
        return textCell(text(gpu.uuid()));
    }
}

void GpuModel::setNode(const std::string& agentId) {
    if (m_node != agentId) {
        m_node = agentId;
        reload();
    }
}

bool GpuModel::belongs(const std::string& key) const {
    const auto* gpu = m_node ? state().gpu(key) : nullptr;
    return !m_node || (gpu != nullptr && gpu->agent_id() == *m_node);
}

std::vector<std::string> GpuModel::ownKeys() const {
    if (!m_node) {
        return TableModel::ownKeys();
    }
    std::vector<std::string> keys;
    for (const auto& [uuid, gpu] : state().gpus()) {
        if (gpu.agent_id() == *m_node) {
            keys.push_back(uuid);
        }
    }
    return keys;
}

// A GPU's row shows its node's name and its task's.
bool GpuModel::shows(const v1::Gpu& gpu, const Changes& changes) {
    return changes.of(Kind::Agents).contains(gpu.agent_id())
        || changes.of(Kind::Tasks).contains(taskKey(gpu.framework_id(), gpu.task_id()));
}

KeySet GpuModel::touchedOfNode(const Changes& changes) const {
    KeySet touched;
    const auto* agent = state().agent(*m_node);
    if (agent == nullptr) {
        return touched;
    }
    for (const auto& uuid : agent->gpus()) {
        const auto* gpu = state().gpu(uuid);
        if (gpu != nullptr && (changes.sampled.contains(uuid) || shows(*gpu, changes))) {
            touched.insert(uuid);
        }
    }
    return touched;
}

KeySet GpuModel::alsoTouched(const Changes& changes) const {
    if (m_node) {
        return touchedOfNode(changes);
    }
    KeySet all = changes.sampled;
    if (changes.of(Kind::Agents).empty() && changes.of(Kind::Tasks).empty()) {
        return all;
    }
    for (const auto& [uuid, gpu] : state().gpus()) {
        if (shows(gpu, changes)) {
            all.insert(uuid);
        }
    }
    return all;
}

} // namespace muster::models
