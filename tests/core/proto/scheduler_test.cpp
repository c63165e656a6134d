// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <gtest/gtest.h>

#include "core/proto/resources.h"
#include "core/proto/scheduler.h"

namespace muster::proto {
namespace {

using mesos::v1::scheduler::Call;
using mesos::v1::scheduler::Event;

Call call(Call::Type type) {
    Call out;
    out.set_type(type);
    return out;
}

std::string refusalOf(const Call& call) {
    const auto result = fromProto(call);
    return result ? "accepted" : result.error().message;
}

template <typename T>
T value(const Call& call) {
    const auto result = fromProto(call);
    EXPECT_TRUE(result.has_value()) << result.error().message;
    return std::get<T>(*result);
}

mesos::v1::TaskInfo task(const std::string& id) {
    mesos::v1::TaskInfo out;
    out.set_name(id);
    out.mutable_task_id()->set_value(id);
    out.mutable_agent_id()->set_value("S0");
    out.mutable_command()->set_value("true");
    append(*Resources::parse("cpus:1;mem:32"), *out.mutable_resources());
    return out;
}

TEST(Call, WithoutItsBodyGetsMesosText) {
    EXPECT_EQ(refusalOf(call(Call::SUBSCRIBE)), "Expecting 'subscribe' to be present");
    EXPECT_EQ(refusalOf(call(Call::ACCEPT)), "Expecting 'accept' to be present");
    EXPECT_EQ(refusalOf(call(Call::DECLINE)), "Expecting 'decline' to be present");
    EXPECT_EQ(refusalOf(call(Call::KILL)), "Expecting 'kill' to be present");
    EXPECT_EQ(refusalOf(call(Call::ACKNOWLEDGE)), "Expecting 'acknowledge' to be present");
    EXPECT_EQ(refusalOf(call(Call::RECONCILE)), "Expecting 'reconcile' to be present");
    EXPECT_EQ(refusalOf(Call()), "Expecting 'type' to be present");
    EXPECT_EQ(refusalOf(call(Call::REQUEST)), "Expecting 'request' to be present");
}

TEST(Call, IsDecodedOnceForAllWhoReadItsTasks) {
    auto in = call(Call::ACCEPT);
    in.mutable_framework_id()->set_value("F");
    auto& launch = *in.mutable_accept()->add_operations();
    launch.set_type(mesos::v1::Offer::Operation::LAUNCH);
    *launch.mutable_launch()->add_task_infos() = task("a");
    const auto accept = std::get<cluster::Accept>(*fromProto(std::move(in)));
    const auto info = std::get<cluster::LaunchTasks>(accept.operations.at(0)).tasks.at(0);
    const auto copy = info;
    ASSERT_TRUE(info.payload.message());
    EXPECT_TRUE(messageOf(copy) == info.payload.message());
    EXPECT_EQ(messageOf(copy)->command().value(), "true");
    EXPECT_EQ(info.payload.bytes(), task("a").SerializeAsString());

    auto withoutBytes = info;
    withoutBytes.payload = {"", info.payload.message()};
    EXPECT_EQ(toProto(withoutBytes).command().value(), "true") << "the message is asked first";
    auto bytesOnly = info;
    bytesOnly.payload.dropMessage();
    EXPECT_EQ(bytesOnly, info);
    EXPECT_EQ(messageOf(bytesOnly)->command().value(), "true");
    EXPECT_EQ(commandText(bytesOnly.payload.bytes()), "true");
}

TEST(Call, WithoutABodyOfItsOwnIsItsType) {
    value<cluster::Revive>(call(Call::REVIVE));
    value<cluster::Suppress>(call(Call::SUPPRESS));
    value<cluster::Teardown>(call(Call::TEARDOWN));
}

TEST(Call, SubscribeCarriesTheFramework) {
    auto in = call(Call::SUBSCRIBE);
    auto& info = *in.mutable_subscribe()->mutable_framework_info();
    info.set_name("train");
    info.set_user("alice");
    info.set_hostname("desk");
    info.set_failover_timeout(1.5);
    info.add_capabilities()->set_type(mesos::v1::FrameworkInfo::Capability::GPU_RESOURCES);
    const auto out = value<cluster::Subscribe>(in).info;
    EXPECT_EQ(out.name, "train");
    EXPECT_EQ(out.user, "alice");
    EXPECT_EQ(out.hostname, "desk");
    EXPECT_EQ(out.roles, std::set<std::string>{"*"});
    EXPECT_EQ(out.failoverTimeout, std::chrono::milliseconds(1500));
    EXPECT_TRUE(out.has(cluster::Capability::GpuResources));
    info.mutable_id()->set_value("other");
    EXPECT_EQ(refusalOf(in), "'framework_id' differs from 'subscribe.framework_info.id'");
    info.clear_id();
    info.set_failover_timeout(std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(refusalOf(in), "'failover_timeout' must be between 0 and 1e10 seconds");
}

TEST(Call, KillAcknowledgeAndReconcileCarryTheirIds) {
    auto kill = call(Call::KILL);
    kill.mutable_kill()->mutable_task_id()->set_value("t");
    EXPECT_EQ(value<cluster::Kill>(kill).grace, std::nullopt);
    kill.mutable_kill()->mutable_kill_policy()->mutable_grace_period()->set_nanoseconds(5'000'000);
    EXPECT_EQ(value<cluster::Kill>(kill).task.value, "t");
    EXPECT_EQ(value<cluster::Kill>(kill).grace, Duration(5000));
    kill.mutable_kill()->mutable_kill_policy()->mutable_grace_period()->set_nanoseconds(-1);
    EXPECT_EQ(refusalOf(kill), "Kill's 'kill_policy.grace_period' must be non-negative");
    auto acknowledge = call(Call::ACKNOWLEDGE);
    acknowledge.mutable_acknowledge()->mutable_task_id()->set_value("t");
    acknowledge.mutable_acknowledge()->mutable_agent_id()->set_value("S0");
    acknowledge.mutable_acknowledge()->set_uuid("short");
    EXPECT_EQ(refusalOf(acknowledge), "Not a valid UUID");
    const auto uuid = UuidSequence(3).next();
    acknowledge.mutable_acknowledge()->set_uuid(uuid.raw());
    EXPECT_EQ(value<cluster::Acknowledge>(acknowledge).uuid, uuid);
    auto reconcile = call(Call::RECONCILE);
    reconcile.mutable_reconcile();
    EXPECT_TRUE(value<cluster::Reconcile>(reconcile).tasks.empty());
    reconcile.mutable_reconcile()->add_tasks()->mutable_task_id()->set_value("t");
    reconcile.mutable_reconcile()->mutable_tasks(0)->mutable_agent_id()->set_value("S1");
    ASSERT_EQ(value<cluster::Reconcile>(reconcile).tasks.size(), 1u);
    EXPECT_EQ(value<cluster::Reconcile>(reconcile).tasks[0].task, TaskId{"t"});
    EXPECT_EQ(value<cluster::Reconcile>(reconcile).tasks[0].agent, AgentId{"S1"});
}

TEST(RefuseSeconds, FollowMesosRules) {
    const auto refusal = [](std::optional<double> seconds) {
        auto in = call(Call::DECLINE);
        auto& decline = *in.mutable_decline();
        decline.add_offer_ids()->set_value("O1");
        if (seconds) {
            decline.mutable_filters()->set_refuse_seconds(*seconds);
        }
        return value<cluster::Decline>(in).refuse;
    };
    EXPECT_EQ(refusal(std::nullopt), cluster::kDefaultRefusal);
    EXPECT_EQ(refusal(-1), cluster::kDefaultRefusal);
    EXPECT_EQ(refusal(std::numeric_limits<double>::quiet_NaN()), cluster::kDefaultRefusal);
    EXPECT_EQ(refusal(0), Duration(0));
    EXPECT_EQ(refusal(2.5), std::chrono::milliseconds(2500));
    EXPECT_EQ(refusal(1e300), cluster::kMaximumRefusal);
    EXPECT_EQ(refusal(std::numeric_limits<double>::infinity()), cluster::kMaximumRefusal);
}

Call acceptOf(const mesos::v1::TaskInfo& info) {
    auto in = call(Call::ACCEPT);
    in.mutable_accept()->add_offer_ids()->set_value("O1");
    auto& operation = *in.mutable_accept()->add_operations();
    operation.set_type(mesos::v1::Offer::Operation::LAUNCH);
    *operation.mutable_launch()->add_task_infos() = info;
    return in;
}

std::string defectOf(const mesos::v1::TaskInfo& info) {
    const auto accept = value<cluster::Accept>(acceptOf(info));
    EXPECT_EQ(accept.offers, std::vector<OfferId>{{"O1"}});
    const auto& tasks = std::get<cluster::LaunchTasks>(accept.operations.at(0)).tasks;
    EXPECT_EQ(tasks.size(), 1u);
    return tasks.front().defect.text;
}

TEST(Task, ThatIsWholeHasNoDefect) {
    EXPECT_EQ(defectOf(task("t")), "");
}

TEST(Task, WithoutExactlyOneOfCommandAndExecutorGetsMesosText) {
    const std::string text
        = "Task should have at least one (but not both) of CommandInfo or ExecutorInfo present";
    auto info = task("t");
    info.mutable_executor();
    EXPECT_EQ(defectOf(info), text);
    info.clear_command();
    EXPECT_EQ(defectOf(info), "");
    info.clear_executor();
    EXPECT_EQ(defectOf(info), text);
    info.clear_resources(); // of which the master says something first
    EXPECT_EQ(defectOf(info), text);
}

TEST(Task, InAnExecutorIsOfTheUserThatTheExecutorRunsAs) {
    auto info = task("t");
    info.clear_command();
    info.mutable_executor()->mutable_command()->set_user("root");
    EXPECT_EQ(fromProto(info).user, "root");
    info.mutable_command()->set_user("bob");
    EXPECT_EQ(fromProto(info).user, "bob") << "as a task of a group";
}

TEST(Task, WithAnUnreadableResourceDoesNotCostTheCall) {
    for (const double amount : {-1.0, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
        auto info = task("t");
        info.mutable_resources(0)->mutable_scalar()->set_value(amount);
        EXPECT_TRUE(defectOf(info).starts_with("Resource 'cpus(allocated: *):")) << defectOf(info);
    }
    auto info = task("t");
    info.mutable_resources(0)->clear_scalar();
    EXPECT_EQ(defectOf(info), "Resource 'cpus' is invalid: Invalid scalar resource");
}

TEST(Accept, RefusesOperationsOnVolumesAndDisks) {
    auto in = call(Call::ACCEPT);
    in.mutable_accept()->add_operations()->set_type(mesos::v1::Offer::Operation::CREATE);
    EXPECT_EQ(refusalOf(in), "Operation CREATE is not supported");
}

cluster::ChangeReservations changeIn(const mesos::v1::Offer::Operation& operation) {
    auto in = call(Call::ACCEPT);
    *in.mutable_accept()->add_operations() = operation;
    return std::get<cluster::ChangeReservations>(value<cluster::Accept>(in).operations.at(0));
}

TEST(Accept, CarriesReservations) {
    mesos::v1::Offer::Operation operation;
    operation.set_type(mesos::v1::Offer::Operation::RESERVE);
    EXPECT_EQ(changeIn(operation).defect,
        "Operation attempted with invalid resources: A RESERVE offer operation must have the "
        "Offer.Operation.reserve field set.");
    append(*Resources::parse("cpus(prod):1"), *operation.mutable_reserve()->mutable_resources());
    operation.mutable_id()->set_value("op");
    EXPECT_EQ(changeIn(operation).resources, *Resources::parse("cpus(prod):1"));
    EXPECT_EQ(changeIn(operation).id, "op");
    EXPECT_EQ(changeIn(operation).defect, "");
    operation.mutable_reserve()->mutable_resources(0)->set_role("*");
    EXPECT_EQ(changeIn(operation).defect,
        "Operation attempted with invalid resources: Resource 'cpus(reservations: "
        "[(STATIC,prod)]):1' is invalid: Invalid resource format: 'Resource.role' field with '*' "
        "does not match the role 'prod' in 'Resource.reservations'");
    operation.set_type(mesos::v1::Offer::Operation::UNRESERVE);
    append(*Resources::parse("cpus(prod):1"), *operation.mutable_unreserve()->mutable_resources());
    EXPECT_EQ(changeIn(operation).kind, cluster::ChangeReservations::Kind::Unreserve);
}

TEST(Event, HasTheTypeAndBodyOfItsKind) {
    const auto subscribed = toProto(cluster::FrameworkEvent(cluster::Subscribed{{"F"}}));
    EXPECT_EQ(subscribed.type(), Event::SUBSCRIBED);
    EXPECT_EQ(subscribed.subscribed().framework_id().value(), "F");
    const auto rescind = toProto(cluster::FrameworkEvent(cluster::Rescind{{"O1"}}));
    EXPECT_EQ(rescind.type(), Event::RESCIND);
    EXPECT_EQ(rescind.rescind().offer_id().value(), "O1");
    const auto lost = toProto(cluster::FrameworkEvent(cluster::AgentLost{{"S0"}}));
    EXPECT_EQ(lost.type(), Event::FAILURE);
    EXPECT_EQ(lost.failure().agent_id().value(), "S0");
    const auto error = toProto(cluster::FrameworkEvent(cluster::FrameworkError{"no"}));
    EXPECT_EQ(error.type(), Event::ERROR);
    EXPECT_EQ(error.error().message(), "no");
    const auto update = toProto(
        cluster::FrameworkEvent(cluster::Update{{.task = {"t"}, .state = TaskState::Running}}));
    EXPECT_EQ(update.type(), Event::UPDATE);
    EXPECT_EQ(update.update().status().state(), mesos::v1::TASK_RUNNING);
}

TEST(Event, OffersCarryResourcesAllocatedToTheirRole) {
    const cluster::Offer offer{.id = {"O1"},
        .framework = {"F"},
        .agent = {"S0"},
        .hostname = "node-1",
        .resources = *Resources::parse("cpus:8;gpus:2"),
        .attributes = *parseAttributes("rack:abc")};
    const auto event = toProto(
        cluster::FrameworkEvent(cluster::Offers{{std::make_shared<cluster::Offer>(offer)}}));
    ASSERT_EQ(event.offers().offers_size(), 1);
    const auto& out = event.offers().offers(0);
    EXPECT_EQ(out.id().value(), "O1");
    EXPECT_EQ(out.framework_id().value(), "F");
    EXPECT_EQ(out.agent_id().value(), "S0");
    EXPECT_EQ(out.hostname(), "node-1");
    EXPECT_EQ(fromProto(out.resources()).value(), offer.resources);
    EXPECT_EQ(out.resources(0).allocation_info().role(), "*");
    EXPECT_EQ(fromProto(out.attributes()).value(), offer.attributes);
}

mesos::v1::Offer offerTo(std::set<cluster::Capability> capabilities) {
    const cluster::Offer offer{
        .id = {"O1"}, .role = "prod", .resources = *Resources::parse("cpus:8;mem(prod):64")};
    return toProto(offer, OfferForm::of({.capabilities = std::move(capabilities)}));
}

TEST(Offer, NamesItsRoleOnlyToSubscribersOfManyRoles) {
    const auto many = offerTo({cluster::Capability::MultiRole});
    EXPECT_EQ(many.allocation_info().role(), "prod");
    EXPECT_EQ(many.resources(0).allocation_info().role(), "prod");
    const auto one = offerTo({});
    EXPECT_FALSE(one.has_allocation_info());
    EXPECT_FALSE(one.resources(0).has_allocation_info());
}

TEST(Offer, SaysWhatIsReservedAsItsSubscriberUnderstandsIt) {
    const auto refined = offerTo({cluster::Capability::ReservationRefinement}).resources();
    EXPECT_FALSE(refined[0].has_role());
    EXPECT_TRUE(refined[0].reservations().empty());
    EXPECT_FALSE(refined[1].has_role());
    ASSERT_EQ(refined[1].reservations_size(), 1);
    EXPECT_EQ(refined[1].reservations(0).type(), mesos::v1::Resource::ReservationInfo::STATIC);
    EXPECT_EQ(refined[1].reservations(0).role(), "prod");
    const auto plain = offerTo({}).resources();
    EXPECT_EQ(plain[0].role(), "*");
    EXPECT_EQ(plain[1].role(), "prod");
    EXPECT_FALSE(plain[1].has_reservation());
    EXPECT_TRUE(plain[1].reservations().empty());
    EXPECT_EQ(fromProto(refined).value(), fromProto(plain).value());
}

TEST(Event, InverseOffersCarryTheUnavailability) {
    const cluster::InverseOffer offer{
        {"O2"}, {"F"}, {"S0"}, {Instant(std::chrono::seconds(7)), std::chrono::minutes(1)}};
    const auto event = toProto(cluster::FrameworkEvent(cluster::InverseOffers{{offer}}));
    EXPECT_EQ(event.type(), Event::INVERSE_OFFERS);
    const auto& out = event.inverse_offers().inverse_offers(0);
    EXPECT_EQ(out.id().value(), "O2");
    EXPECT_EQ(out.agent_id().value(), "S0");
    EXPECT_EQ(out.unavailability().start().nanoseconds(), 7'000'000'000);
    EXPECT_EQ(out.unavailability().duration().nanoseconds(), 60'000'000'000);
    const auto rescind = toProto(cluster::FrameworkEvent(cluster::RescindInverseOffer{{"O2"}}));
    EXPECT_EQ(rescind.rescind_inverse_offer().inverse_offer_id().value(), "O2");
}

TEST(CommandText, IsTheShellsLineOrTheWordsOfArgv) {
    mesos::v1::CommandInfo command;
    command.set_value("sleep 5");
    EXPECT_EQ(commandText(command), "sleep 5");
    command.set_shell(false);
    EXPECT_EQ(commandText(command), "sleep 5");
    command.add_arguments("sleep");
    command.add_arguments("7");
    EXPECT_EQ(commandText(command), "sleep 7");
}

} // namespace
} // namespace muster::proto
