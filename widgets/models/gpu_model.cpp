// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/gpu_model.h"

#include "core/columns/gpu.h"
#include "widgets/models/metric_text.h"
#include "widgets/models/shown_columns.h"

namespace muster::models {

namespace {

const auto& shownColumns() {
    static const ShownColumns<columns::GpuRow> all(
        "muster::models::GpuModel", columns::gpuColumns(), columns::gpuOrder());
    return all;
}

} // namespace

GpuModel::GpuModel(const ClusterState& state, QObject* parent)
    : TableModel(state, Kind::Gpus, parent) { }

int GpuModel::columns() const {
    return shownColumns().count();
}

TableModel::Column GpuModel::column(int index) const {
    return shownColumns().head(index);
}

TableModel::Cell GpuModel::cell(const std::string& key, int column) const {
    const auto* gpu = state().gpu(key);
    if (gpu == nullptr) {
        return {};
    }
    return shownColumns().heading(column).metric ? metricCell(*gpu, column)
        : column == State                        ? stateCell(stateOf(*gpu))
                                                 : shownColumns().cell(column, {*gpu, state()});
}

TableModel::Cell GpuModel::metricCell(const v1::Gpu& gpu, int column) const {
    const auto metric = *shownColumns().heading(column).metric;
    const auto value = state().value(gpu.uuid(), metric);
    auto shown = metricText(metric, value);
    if (const auto total = shownColumns().total(column, {gpu, state()})) {
        const auto* number = std::get_if<std::int64_t>(&*total);
        shown = QStringLiteral("%1 / %2").arg(shown,
            metricText(metric, number == nullptr ? kUnknown : static_cast<MetricValue>(*number)));
    }
    auto cell = numberCell(value, shown);
    cell.mark = markOf(gpu, metric, value);
    return cell;
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
