// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/heat_map_model.h"

#include <algorithm>

#include <QCollator>
#include <QLocale>
#include <QStringList>

#include "widgets/models/metric_text.h"
#include "widgets/models/table_model.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

// Beyond this, one range over all of them costs views less than many small ones.
constexpr std::size_t kMostRanges = 32;

// "12 of 150 W (8 %)" where the board has a limit of its own.
QString figureOf(Metric metric, const v1::Gpu& gpu, const Sample* sample) {
    const auto share = heatText(metric, heatNumber(metric, gpu, sample));
    if (info(metric).limit == MetricInfo::Limit::None) {
        return share;
    }
    const auto value
        = sample == nullptr ? kUnknown : sample->values[static_cast<std::size_t>(metric)];
    if (value == kUnknown) {
        return unknownText();
    }
    const auto limit = metricLimit(metric, gpu);
    const auto unit = metricUnit(metric);
    return limit == 0 ? QStringLiteral("%1 %2").arg(metricText(metric, value), unit)
                      : HeatMapModel::tr("%1 of %2 %3 (%4)")
                            .arg(metricText(metric, value))
                            .arg(limit, 0, 'f', 0)
                            .arg(unit, share);
}

std::vector<std::pair<QString, QString>> figuresOf(const v1::Gpu& gpu, const Sample* sample) {
    std::vector<std::pair<QString, QString>> out;
    for (const auto metric : heatMetrics()) {
        if (!metric.isState()) {
            out.emplace_back(heatScale(metric).label, figureOf(metric.metric(), gpu, sample));
        }
    }
    return out;
}

} // namespace

HeatMapModel::HeatMapModel(const ClusterState& state, QObject* parent)
    : QAbstractTableModel(parent), m_state(state) {
    onChanged({true, {}, {}});
    connect(&m_state, &ClusterState::changed, this, &HeatMapModel::onChanged);
}

// The C locale knows no numeric order.
std::vector<HeatMapModel::Node> HeatMapModel::nodes() const {
    QCollator collator(QLocale().language() == QLocale::C ? QLocale(QLocale::English) : QLocale());
    collator.setNumericMode(true);
    collator.setCaseSensitivity(Qt::CaseInsensitive);
    std::vector<std::pair<QCollatorSortKey, Node>> sorted;
    for (const auto& [id, agent] : m_state.agents()) {
        if (agent.gpus_size() > 0) {
            sorted.emplace_back(collator.sortKey(text(agent.hostname())),
                Node{agent.hostname(), {agent.gpus().begin(), agent.gpus().end()}});
        }
    }
    std::stable_sort(sorted.begin(), sorted.end(),
        [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Node> nodes;
    int first = 0;
    for (auto& [key, node] : sorted) {
        node.first = first;
        first += static_cast<int>(node.gpus.size());
        nodes.push_back(std::move(node));
    }
    return nodes;
}

void HeatMapModel::onChanged(const Changes& changes) {
    if (changes.everything || !changes.of(Kind::Agents).empty()) {
        if (auto next = nodes(); next != m_nodes) {
            rebuild(std::move(next));
            return;
        }
    }
    std::vector<int> changed;
    const auto look = [&](int tile, bool sampled) {
        if (refresh(tile, sampled)) {
            changed.push_back(tile);
        }
    };
    const auto lookAt = [&](const KeySet& uuids, bool sampled) {
        for (const auto& uuid : uuids) {
            if (const int tile = tileOf(uuid); tile >= 0) {
                look(tile, sampled);
            }
        }
    };
    if (changes.everything) {
        for (int tile = 0; tile < static_cast<int>(m_tiles.size()); ++tile) {
            look(tile, true);
        }
    } else {
        lookAt(changes.of(Kind::Gpus), false);
        lookAt(changes.sampled, true);
    }
    tell(std::move(changed));
    emit factsChanged();
}

void HeatMapModel::rebuild(std::vector<Node> nodes) {
    beginResetModel();
    std::vector<int> from;
    for (const auto& node : nodes) {
        for (const auto& uuid : node.gpus) {
            const auto known = m_places.find(uuid);
            from.push_back(known == m_places.end() ? -1 : known->second);
        }
    }
    m_history.reorder(from);
    m_places.clear();
    m_uuids.clear();
    m_nodes = std::move(nodes);
    m_widest = 0;
    for (const auto& node : m_nodes) {
        m_widest = std::max(m_widest, static_cast<int>(node.gpus.size()));
        for (const auto& uuid : node.gpus) {
            m_places.emplace(uuid, static_cast<int>(m_uuids.size()));
            m_uuids.push_back(&uuid);
        }
    }
    m_tiles.assign(m_uuids.size(), {});
    for (int tile = 0; tile < static_cast<int>(m_tiles.size()); ++tile) {
        refresh(tile, true);
    }
    endResetModel();
}

bool HeatMapModel::refresh(int tile, bool sampled) {
    const auto& uuid = uuidOf(tile);
    const auto* gpu = m_state.gpu(uuid);
    const auto* sample = m_state.sample(uuid);
    HeatTile next;
    if (gpu != nullptr) {
        next = heatTile(m_metric, gpuMark(gpu->state()), heatNumber(m_metric, *gpu, sample));
        if (sampled && sample != nullptr) {
            remember(tile, *gpu, *sample);
        }
    }
    auto& now = m_tiles[static_cast<std::size_t>(tile)];
    return std::exchange(now, next) != next;
}

void HeatMapModel::remember(int tile, const v1::Gpu& gpu, const Sample& sample) {
    m_numbers.clear();
    for (const auto metric : heatMetrics()) {
        m_numbers.push_back(heatNumber(metric, gpu, &sample));
    }
    m_history.put(static_cast<std::size_t>(tile), sample.atUs / 1000, m_numbers);
}

// One range for each node, or one over all.
void HeatMapModel::tell(std::vector<int> tiles) {
    if (tiles.empty()) {
        return;
    }
    std::sort(tiles.begin(), tiles.end());
    std::vector<std::pair<int, int>> ranges;
    for (const int tile : tiles) {
        if (ranges.empty() || rowOf(ranges.back().first) != rowOf(tile)) {
            ranges.emplace_back(tile, tile);
        }
        ranges.back().second = tile;
        if (ranges.size() > kMostRanges) {
            emit dataChanged(
                index(rowOf(tiles.front()), 0), index(rowOf(tiles.back()), m_widest - 1));
            return;
        }
    }
    for (const auto& [first, last] : ranges) {
        emit dataChanged(indexOf(first), indexOf(last));
    }
}

void HeatMapModel::setMetric(HeatMetric metric) {
    if (metric == m_metric) {
        return;
    }
    m_metric = metric;
    for (int tile = 0; tile < static_cast<int>(m_tiles.size()); ++tile) {
        refresh(tile, false);
    }
    if (!m_tiles.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, m_widest - 1));
    }
    emit metricChanged();
}

int HeatMapModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_nodes.size());
}

int HeatMapModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_widest;
}

std::vector<int> HeatMapModel::counts() const {
    std::vector<int> out;
    out.reserve(m_nodes.size());
    for (const auto& node : m_nodes) {
        out.push_back(static_cast<int>(node.gpus.size()));
    }
    return out;
}

QString HeatMapModel::longestName() const {
    const auto longest = std::max_element(m_nodes.begin(), m_nodes.end(),
        [](const Node& a, const Node& b) { return a.name.size() < b.name.size(); });
    return longest == m_nodes.end() ? QString() : text(longest->name);
}

int HeatMapModel::rowOf(int tile) const {
    const auto after = std::upper_bound(m_nodes.begin(), m_nodes.end(), tile,
        [](int wanted, const Node& node) { return wanted < node.first; });
    return static_cast<int>(after - m_nodes.begin()) - 1;
}

QModelIndex HeatMapModel::indexOf(int tile) const {
    if (tile < 0 || tile >= static_cast<int>(m_tiles.size())) {
        return {};
    }
    const int row = rowOf(tile);
    return index(row, tile - m_nodes[static_cast<std::size_t>(row)].first);
}

int HeatMapModel::tileOf(const QModelIndex& index) const {
    if (!index.isValid() || index.model() != this) {
        return -1;
    }
    const auto& node = m_nodes[static_cast<std::size_t>(index.row())];
    return index.column() < static_cast<int>(node.gpus.size()) ? node.first + index.column() : -1;
}

int HeatMapModel::tileOf(const std::string& uuid) const {
    const auto place = m_places.find(uuid);
    return place == m_places.end() ? -1 : place->second;
}

QString HeatMapModel::nameOf(int tile) const {
    const auto* gpu = m_state.gpu(uuidOf(tile));
    const auto place = indexOf(tile);
    return tr("%1 GPU %2")
        .arg(text(m_nodes[static_cast<std::size_t>(place.row())].name))
        .arg(gpu == nullptr ? place.column() : static_cast<int>(gpu->index()));
}

HeatFacts HeatMapModel::facts(int tile) const {
    HeatFacts out;
    out.title = nameOf(tile);
    const auto& uuid = uuidOf(tile);
    const auto* gpu = m_state.gpu(uuid);
    if (gpu == nullptr) {
        return out;
    }
    out.model = text(gpu->model());
    out.state = gpuState(*gpu);
    QStringList trouble;
    if (gpu->has_restriction()) {
        const auto& restriction = gpu->restriction();
        trouble << tr("Restricted by %1: %2")
                       .arg(text(restriction.author()), text(restriction.reason()));
    }
    if (!gpu->problem().empty()) {
        trouble << text(gpu->problem());
    }
    out.trouble = trouble.join(QStringLiteral(". "));
    out.figures = figuresOf(*gpu, m_state.sample(uuid));
    if (const auto* task = m_state.taskOf(*gpu); task != nullptr) {
        const auto name = text(task->name().empty() ? task->id() : task->name());
        out.work = task->user().empty() ? name : tr("%1 of %2").arg(name, text(task->user()));
    } else {
        out.work = text(gpu->task_id());
    }
    out.trendMetric = m_metric.isState() ? heatMetrics().front() : m_metric;
    out.trend = m_history.segments(static_cast<std::size_t>(tile), out.trendMetric);
    return out;
}

namespace {

QString spoken(const HeatFacts& facts) {
    QStringList parts{facts.model, facts.state.word};
    if (!facts.trouble.isEmpty()) {
        parts << facts.trouble;
    }
    for (const auto& [label, value] : facts.figures) {
        parts << QStringLiteral("%1 %2").arg(label, value);
    }
    if (!facts.work.isEmpty()) {
        parts << HeatMapModel::tr("Task %1").arg(facts.work);
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace

QVariant HeatMapModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const int place = tileOf(index);
    if (place < 0) {
        return {};
    }
    const auto& tile = m_tiles[static_cast<std::size_t>(place)];
    // Short enough for a tile: the card and the description say since when there is no data.
    const auto stateWord = [&] {
        const auto* gpu = m_state.gpu(uuidOf(place));
        return gpu == nullptr ? unknownText() : gpuState(gpu->state()).word;
    };
    switch (role) {
    case Qt::DisplayRole:
        return m_metric.isState()     ? stateWord()
            : tile.number == kUnknown ? unknownText()
                                      : QString::number(tile.number);
    case ValueTextRole:
        return m_metric.isState() ? stateWord() : heatText(m_metric, tile.number);
    case StateWordRole:
        return stateWord();
    case TableModel::MarkRole:
        return static_cast<int>(tile.mark);
    case TableModel::KeyRole:
        return text(uuidOf(place));
    case Qt::AccessibleTextRole:
        return nameOf(place);
    case Qt::AccessibleDescriptionRole:
        return spoken(facts(place));
    case Qt::TextAlignmentRole:
        return int(Qt::AlignCenter);
    default:
        return {};
    }
}

QVariant HeatMapModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole) {
        return {};
    }
    if (orientation == Qt::Horizontal) {
        return QString::number(section);
    }
    const auto row = static_cast<std::size_t>(section);
    return row < m_nodes.size() ? text(m_nodes[row].name) : QString();
}

Qt::ItemFlags HeatMapModel::flags(const QModelIndex& index) const {
    return tileOf(index) >= 0 ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren
                              : Qt::ItemFlags(Qt::NoItemFlags);
}

} // namespace muster::models
