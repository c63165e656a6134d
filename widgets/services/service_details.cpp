// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/services/service_details.h"

#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include "widgets/models/service_model.h"
#include "widgets/models/text.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/list_panel.h"
#include "widgets/theme/heading.h"

namespace muster::widgets {

using models::ServiceModel;
using models::text;

ServiceDetails::ServiceDetails(const models::ClusterState& state, QWidget* parent)
    : QWidget(parent), m_state(state), m_instances(state),
      m_list(new ListPanel(&m_instances, QStringLiteral("instances"), this)),
      m_title(heading({}, this)) {
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_list->setTitle(tr("Instances"));
    m_list->table().horizontalHeader()->setStretchLastSection(true);
    connect(&m_list->table(), &ClusterTable::keyActivated, this, &ServiceDetails::taskChosen);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_facts = {addFact(form, tr("State")), addFact(form, tr("Deployment")),
        addFact(form, tr("Last failure")), addFact(form, tr("Runs")),
        addFact(form, tr("Depends on")), addFact(form, tr("Service ports"))};
    auto* title = new QLabel(tr("Instances"), this);
    auto bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_title);
    column->addLayout(form);
    column->addWidget(title);
    column->addWidget(m_list, 1);
    connect(&m_state, &models::ClusterState::changed, this, &ServiceDetails::onChanged);
    setService({});
}

QLabel* ServiceDetails::addFact(QFormLayout* form, const QString& name) {
    auto* value = new QLabel(this);
    value->setTextFormat(Qt::PlainText);
    value->setWordWrap(true);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    value->setAccessibleName(name);
    form->addRow(tr("%1:").arg(name), value);
    return value;
}

void ServiceDetails::setService(const QString& id) {
    m_service = id.toStdString();
    setVisible(!m_service.empty());
    m_instances.setService(m_service);
    showService();
}

void ServiceDetails::onChanged(const models::Changes& changes) {
    if (changes.everything || changes.of(models::Kind::Services).contains(m_service)) {
        showService();
    }
}

void ServiceDetails::showService() {
    const auto* service = m_state.service(m_service);
    if (service == nullptr) {
        m_title->setText(m_service.empty() ? QString() : tr("The service no longer exists"));
        for (auto* fact : {m_facts.why, m_facts.deployment, m_facts.failure, m_facts.runs,
                 m_facts.dependencies, m_facts.ports}) {
            fact->clear();
        }
        return;
    }
    const auto state = ServiceModel::stateOf(*service);
    m_title->setText(tr("%1: %2").arg(text(service->id()), state.word));
    m_list->setEmpty({QStringLiteral("tasks"), tr("No instances"), state.sentence, {}});
    showFacts(*service);
}

void ServiceDetails::showFacts(const v1::Service& service) {
    const auto joined = [](const auto& parts, auto word) {
        QStringList words;
        for (const auto& part : parts) {
            words << word(part);
        }
        return words.join(QStringLiteral(", "));
    };
    const auto orNone = [](const QString& words) { return words.isEmpty() ? tr("none") : words; };
    const auto& deployment = service.deployment();
    const auto& failure = service.last_failure();
    m_facts.why->setText(ServiceModel::stateOf(service).sentence);
    m_facts.deployment->setText(service.has_deployment()
            ? tr("%1 since %2, id %3")
                  .arg(ServiceModel::deploymentOf(service),
                      models::clockText(deployment.since_ms()), text(deployment.id()))
            : tr("none"));
    m_facts.failure->setText(service.has_last_failure()
            ? tr("%1 on %2 at %3: %4. %5")
                  .arg(text(failure.task_id()), text(failure.hostname()),
                      models::clockText(failure.at_ms()), models::taskState(failure.state()).word,
                      text(failure.message()))
            : tr("none"));
    m_facts.runs->setText(service.image().empty() ? text(service.command())
            : service.command().empty()
            ? text(service.image())
            : tr("%1 in %2").arg(text(service.command()), text(service.image())));
    m_facts.dependencies->setText(
        orNone(joined(service.dependencies(), [](const auto& id) { return text(id); })));
    m_facts.ports->setText(
        orNone(joined(service.service_ports(), [](auto port) { return QString::number(port); })));
}

QString ServiceDetails::words() const {
    QStringList out{m_title->text()};
    for (const auto* fact : {m_facts.why, m_facts.deployment, m_facts.failure, m_facts.runs,
             m_facts.dependencies, m_facts.ports}) {
        out << fact->text();
    }
    return out.join(QLatin1Char('\n'));
}

} // namespace muster::widgets
