// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/web/declarations/samples.h"

#include <algorithm>

#include "app/web/declarations/kinds.h"
#include "app/web/declarations/sample_rows.h"
#include "app/web/declarations/script.h"
#include "core/proto/encoding.h"
#include "core/proto/live_row.h"
#include "core/words/state_words.h"

namespace muster::web {

namespace {

// What rows find beside themselves, as the snapshot has it.
class SampleCluster final : public columns::Cluster {
public:
    explicit SampleCluster(v1::Snapshot snapshot) : m_snapshot(std::move(snapshot)) { }

    const v1::Snapshot& snapshot() const { return m_snapshot; }

    const v1::Agent* agent(const std::string& id) const override {
        return find(m_snapshot.rows().agents(), [&](const auto& row) { return row.id() == id; });
    }
    const v1::Gpu* gpu(const std::string& uuid) const override {
        return find(m_snapshot.rows().gpus(), [&](const auto& row) { return row.uuid() == uuid; });
    }
    const v1::Framework* framework(const std::string& id) const override {
        return find(
            m_snapshot.rows().frameworks(), [&](const auto& row) { return row.id() == id; });
    }
    const v1::Task* taskOf(const v1::Gpu& gpu) const override {
        return find(m_snapshot.rows().tasks(), [&](const auto& row) {
            return row.framework_id() == gpu.framework_id() && row.id() == gpu.task_id();
        });
    }
    MetricValue value(const std::string& uuid, Metric metric) const override {
        const auto* board = gpu(uuid);
        const auto* node = board == nullptr ? nullptr : agent(board->agent_id());
        const auto* telemetry = node == nullptr || !proto::isLive(*node)
            ? nullptr
            : find(m_snapshot.telemetry(), [&](const auto& row) {
                  return row.agent_id() == node->id()
                      && row.gpu_generation() == node->gpu_generation();
              });
        const auto* column
            = telemetry == nullptr ? nullptr : find(telemetry->columns(), [&](const auto& row) {
                  return row.metric() == static_cast<unsigned>(metric);
              });
        const auto place
            = node == nullptr ? 0 : std::ranges::find(node->gpus(), uuid) - node->gpus().begin();
        return column == nullptr || place >= column->values_size()
            ? kUnknown
            : column->values(static_cast<int>(place));
    }

private:
    template <typename Rows>
    static auto find(const Rows& rows, auto fits) -> decltype(&*rows.begin()) {
        const auto found = std::ranges::find_if(rows, fits);
        return found == rows.end() ? nullptr : &*found;
    }

    v1::Snapshot m_snapshot;
};

Json onWire(const google::protobuf::Message& message) {
    return Json::parse(proto::encode(message, proto::Encoding::Json));
}

Json jsonOf(const columns::Value& value) {
    return std::visit(
        [](const auto& known) -> Json {
            if constexpr (std::is_same_v<std::decay_t<decltype(known)>, std::monostate>) {
                return nullptr;
            } else {
                return known;
            }
        },
        value);
}

template <typename Row>
Json cellsOf(std::span<const columns::Column<Row>> table, const Row& row) {
    Json cells = Json::object();
    for (const auto& column : table) {
        auto& cell = cells[std::string(column.heading.key)];
        cell = {{"value", jsonOf(column.value(row))}, {"text", columns::shownText(column, row)}};
        if (column.total != nullptr) {
            cell["total"] = jsonOf(column.total(row));
        }
        if (column.tip != nullptr) {
            cell["tip"] = column.tip(row);
        }
    }
    return cells;
}

// With the state that lists show of such a row, if it has one.
template <typename Message>
Json sampleOf(const Message& message, Json cells) {
    Json out{{"row", onWire(message)}, {"cells", std::move(cells)}};
    if constexpr (requires { words::wordsOf(message); }) {
        const auto shown = words::wordsOf(message);
        out["state"] = {{"word", shown.word}, {"mark", style(shown.mark).name}};
    }
    return out;
}

// Of a kind whose rows are told of the others: `Row` is {message, cluster}.
template <typename Row>
Json samplesOf(const auto& messages, std::span<const columns::Column<Row>> table,
    const SampleCluster& cluster) {
    Json out = Json::array();
    for (const auto& message : messages) {
        out.push_back(sampleOf(message, cellsOf(table, Row{message, cluster})));
    }
    return out;
}

// Of one whose rows are the messages themselves.
template <typename Row>
void addSamples(const auto& messages, std::span<const columns::Column<Row>> table, Json& out) {
    for (const auto& message : messages) {
        out.push_back(sampleOf(message, cellsOf(table, message)));
    }
}

Json usageSamples() {
    const auto usage = sampleUsage();
    const auto total = columns::totalOf(usage);
    Json out = Json::array();
    for (const auto& row : usage.rows()) {
        auto sample = sampleOf(row, cellsOf(columns::usageColumns(), {row, total}));
        sample["total"] = onWire(total);
        out.push_back(std::move(sample));
    }
    return out;
}

} // namespace

std::string samples() {
    const SampleCluster cluster(sampleCluster());
    const auto& rows = cluster.snapshot().rows();
    const auto refusals = sampleRefusals();
    Json out{{"snapshot", onWire(cluster.snapshot())}};
    out["gpus"] = samplesOf(rows.gpus(), columns::gpuColumns(), cluster);
    out["nodes"] = samplesOf(rows.agents(), columns::nodeColumns(), cluster);
    out["jobs"] = samplesOf(rows.jobs(), columns::jobColumns(), cluster);
    out["tasks"] = samplesOf(rows.tasks(), columns::taskColumns(), cluster);
    out["offers"] = samplesOf(rows.offers(), columns::offerColumns(), cluster);
    out["alerts"] = samplesOf(rows.alerts(), columns::alertColumns(), cluster);
    addSamples(refusals.rows(), columns::refusalColumns(), out["refusals"]);
    addSamples(refusals.withheld(), columns::refusalColumns(), out["refusals"]);
    addSamples(sampleEvents().rows(), columns::eventColumns(), out["events"]);
    out["usage"] = usageSamples();
    return out.dump(1) + '\n';
}

} // namespace muster::web
