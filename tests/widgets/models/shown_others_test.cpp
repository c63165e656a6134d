// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "widgets/models/alert_model.h"
#include "widgets/models/gpu_model.h"
#include "widgets/models/job_model.h"
#include "widgets/models/node_model.h"
#include "widgets/models/offer_model.h"
#include "widgets/models/shown_names.h"
#include "widgets/models/task_model.h"

// Cells that show another thing of the cluster than that of their row: a column that does so, in a
// model that does not say so in alsoTouched(), would show what is old.
using namespace muster;
using namespace muster::models;
using namespace muster::test;

namespace {

// Each single field that is no id gets another value.
void changeAll(google::protobuf::Message& message) {
    using Field = google::protobuf::FieldDescriptor;
    const auto& values = *message.GetReflection();
    for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
        const auto* field = message.GetDescriptor()->field(i);
        const auto& name = field->name();
        if (field->is_repeated() || name == "uuid" || name == "id" || name.ends_with("_id")) {
            continue;
        }
        switch (field->cpp_type()) {
        case Field::CPPTYPE_STRING:
            values.SetString(&message, field, values.GetString(message, field) + "x");
            break;
        case Field::CPPTYPE_BOOL:
            values.SetBool(&message, field, !values.GetBool(message, field));
            break;
        case Field::CPPTYPE_INT32:
            values.SetInt32(&message, field, values.GetInt32(message, field) + 1);
            break;
        case Field::CPPTYPE_UINT32:
            values.SetUInt32(&message, field, values.GetUInt32(message, field) + 1);
            break;
        case Field::CPPTYPE_INT64:
            values.SetInt64(&message, field, values.GetInt64(message, field) + 1000);
            break;
        case Field::CPPTYPE_UINT64:
            values.SetUInt64(&message, field, values.GetUInt64(message, field) + 1000);
            break;
        case Field::CPPTYPE_ENUM:
            values.SetEnumValue(&message, field, values.GetEnumValue(message, field) == 1 ? 2 : 1);
            break;
        default:
            break;
        }
    }
}

class ShownOthers : public testing::Test {
protected:
    ClusterState state;
    GpuModel gpus{state};
    NodeModel nodes{state};
    TaskModel tasks{state};
    JobModel jobs{state};
    OfferModel offers{state};
    AlertModel alerts{state};
    const std::vector<TableModel*> models{&gpus, &nodes, &tasks, &jobs, &offers, &alerts};
    v1::Snapshot picture = draw("node1: a allocated 10, b free 20");
    std::uint64_t seq = 1;

    void SetUp() override {
        auto& rows = *picture.mutable_rows();
        auto& framework = *rows.add_frameworks();
        framework.set_id("F");
        framework.set_name("train");
        auto& task = *rows.add_tasks();
        task.set_framework_id("F");
        task.set_id("job-1.1");
        task.set_name("sweep");
        task.set_agent_id("S-node1");
        task.set_state(v1::Task::TASK_RUNNING);
        task.add_gpus("a");
        auto& gpu = *rows.mutable_gpus(0);
        gpu.set_framework_id("F");
        gpu.set_task_id("job-1.1");
        auto& job = *rows.add_jobs();
        job = test::job("job-1", "running");
        job.set_framework_id("F");
        job.set_task_id("job-1.1");
        job.set_agent_id("S-node1");
        auto& offer = *rows.add_offers();
        offer = test::offer("O1", "cpus:1");
        auto& alert = *rows.add_alerts();
        alert.set_id("gpu-hot:a");
        alert.set_object("a");
        alert.set_object_kind(v1::Alert::GPU);
        state.apply(picture);
        state.flush();
    }

    static std::string cellsOf(const TableModel& model, int row) {
        std::string text;
        for (int column = 0; column < model.columnCount(); ++column) {
            for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole)}) {
                text += model.index(row, column).data(role).toString().toStdString() + "|";
            }
        }
        return text;
    }
    static std::vector<std::string> rowsOf(const TableModel& model) {
        std::vector<std::string> rows;
        for (int row = 0; row < model.rowCount(); ++row) {
            rows.push_back(cellsOf(model, row));
        }
        return rows;
    }

    // Returns how many rows of the model show it.
    std::vector<int> shownAfter(const std::function<void(v1::Rows&)>& change) {
        std::vector<std::vector<std::string>> before;
        std::vector<std::set<int>> told(models.size());
        std::vector<QMetaObject::Connection> listeners;
        for (std::size_t i = 0; i < models.size(); ++i) {
            before.push_back(rowsOf(*models[i]));
            listeners.push_back(QObject::connect(
                models[i], &TableModel::batchEnded, [&told, i](const std::vector<int>& rows) {
                    told[i].insert(rows.begin(), rows.end());
                }));
        }
        v1::Delta delta;
        delta.set_seq(++seq);
        change(*delta.mutable_changed());
        EXPECT_TRUE(state.apply(delta));
        state.flush();
        std::vector<int> shown;
        for (std::size_t i = 0; i < models.size(); ++i) {
            QObject::disconnect(listeners[i]);
            const auto after = rowsOf(*models[i]);
            EXPECT_EQ(after.size(), before[i].size());
            int changed = 0;
            for (std::size_t row = 0; row < std::min(after.size(), before[i].size()); ++row) {
                if (after[row] != before[i][row]) {
                    ++changed;
                    EXPECT_TRUE(told[i].contains(static_cast<int>(row)))
                        << models[i]->metaObject()->className() << " shows what is old:\n"
                        << before[i][row] << "\n"
                        << after[row];
                }
            }
            shown.push_back(changed);
        }
        return shown;
    }
};

TEST_F(ShownOthers, AreRefreshedWithTheNode) {
    const auto shown = shownAfter([&](v1::Rows& rows) {
        changeAll(*rows.add_agents() = picture.rows().agents(0));
        rows.mutable_agents(0)->set_state(v1::Agent::ACTIVE);
    });
    EXPECT_EQ(shown[0], 2) << "its GPUs";
    EXPECT_EQ(shown[3], 1) << "the job there";
}

TEST_F(ShownOthers, AreRefreshedWithTheGpu) {
    const auto shown
        = shownAfter([&](v1::Rows& rows) { changeAll(*rows.add_gpus() = picture.rows().gpus(0)); });
    EXPECT_EQ(shown[1], 1) << "its node";
    EXPECT_EQ(shown[2], 1) << "the task that has it";
}

TEST_F(ShownOthers, AreRefreshedWithTheFramework) {
    const auto shown = shownAfter(
        [&](v1::Rows& rows) { changeAll(*rows.add_frameworks() = picture.rows().frameworks(0)); });
    EXPECT_EQ(shown[2], 1) << "its task";
}

TEST_F(ShownOthers, AreRefreshedWithAFrameworkThatComesAfterItsTask) {
    v1::Delta delta;
    delta.set_seq(++seq);
    auto& task = *delta.mutable_changed()->add_tasks();
    task.set_framework_id("G");
    task.set_id("t");
    ASSERT_TRUE(state.apply(delta));
    state.flush();
    const auto shown = shownAfter([](v1::Rows& rows) {
        auto& framework = *rows.add_frameworks();
        framework.set_id("G");
        framework.set_name("notebooks");
    });
    EXPECT_EQ(shown[2], 1) << "its task";
}

TEST(ShownNames, ForgetWhatIsGone) {
    std::map<std::string, std::string> names{{"a", "node1"}, {"b", "node2"}};
    ShownNames shown;
    const auto renamed = [&] {
        return shown.renamed({"a", "b"}, [&](const std::string& key) {
            const auto found = names.find(key);
            return found == names.end() ? std::string() : found->second;
        });
    };
    EXPECT_EQ(renamed(), (KeySet{"a", "b"})) << "nobody knows what they were";
    EXPECT_EQ(renamed(), KeySet());
    names["a"] = "node3";
    EXPECT_EQ(renamed(), KeySet{"a"});
    names.erase("a");
    EXPECT_EQ(renamed(), KeySet{"a"});
    EXPECT_EQ(shown.size(), 1u);
    names["a"] = "node3";
    EXPECT_EQ(renamed(), KeySet{"a"}) << "it came back";
}

TEST_F(ShownOthers, AreRefreshedWithTheTask) {
    const auto shown = shownAfter(
        [&](v1::Rows& rows) { changeAll(*rows.add_tasks() = picture.rows().tasks(0)); });
    EXPECT_EQ(shown[0], 1) << "its GPU";
}

TEST_F(ShownOthers, AreRefreshedWithTheRest) {
    shownAfter([&](v1::Rows& rows) {
        changeAll(*rows.add_jobs() = picture.rows().jobs(0));
        changeAll(*rows.add_offers() = picture.rows().offers(0));
        changeAll(*rows.add_alerts() = picture.rows().alerts(0));
    });
}

} // namespace
