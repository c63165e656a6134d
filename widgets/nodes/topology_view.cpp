// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/topology_view.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include "widgets/theme/theme.h"

namespace muster::widgets {

using models::TopologyModel;

namespace {

constexpr int kAir = 7; // px around a word

class StepDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const int step = index.data(TopologyModel::StepRole).toInt();
        const auto* view = qobject_cast<const QWidget*>(option->styleObject);
        const bool stale = view != nullptr && view->property("stale").toBool();
        if (step != TopologyModel::kNoStep && !stale) {
            const auto ground = stepColour(step, option->palette);
            option->backgroundBrush = ground;
            option->palette.setColor(QPalette::Text, textOn(ground));
        }
    }
};

} // namespace

QColor stepColour(int step, const QPalette& palette) {
    constexpr double kNearest = 0.85;
    constexpr double kFarthest = 0.08;
    const double share = kNearest + (kFarthest - kNearest) * step / (TopologyModel::kSteps - 1);
    return mixed(palette.color(QPalette::Base), markColour(models::Mark::Busy, palette), share);
}

TopologyView::TopologyView(TopologyModel& model, QWidget* parent)
    : QWidget(parent), m_model(model), m_table(new QTableView(this)), m_nothing(new QLabel(this)),
      m_stack(new QStackedWidget(this)) {
    m_table->setModel(&m_model);
    m_table->setItemDelegate(new StepDelegate(m_table));
    m_table->setAccessibleName(tr("Topology"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setCornerButtonEnabled(false);
    for (auto* header : {m_table->horizontalHeader(), m_table->verticalHeader()}) {
        header->setHighlightSections(true);
        header->setSectionResizeMode(QHeaderView::ResizeToContents);
        header->setSectionsClickable(false);
    }
    m_table->verticalHeader()->setDefaultAlignment(Qt::AlignCenter);
    m_table->horizontalHeader()->setMinimumSectionSize(
        fontMetrics().horizontalAdvance(QStringLiteral("NODE")) + 2 * kAir);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_nothing);
    auto* legend = buildLegend();
    auto* row = new QHBoxLayout(this);
    row->setSpacing(16);
    row->addWidget(m_stack, 2);
    row->addWidget(legend, 1, Qt::AlignTop);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        emit gpuChosen(index.data(TopologyModel::KeyRole).toString());
    });
    connect(&m_model, &QAbstractItemModel::modelReset, this, &TopologyView::showModel);
    showModel();
}

QWidget* TopologyView::buildLegend() {
    auto* legend = new QWidget(this);
    auto* grid = new QGridLayout(legend);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(1, 1);
    for (const auto& entry : TopologyModel::legend()) {
        auto* word = new QLabel(entry.word, legend);
        word->setAlignment(Qt::AlignCenter);
        word->setAutoFillBackground(true);
        word->setContentsMargins(kAir, 2, kAir, 2);
        auto* meaning = new QLabel(entry.meaning, legend);
        meaning->setWordWrap(true);
        const int line = grid->rowCount();
        grid->addWidget(word, line, 0);
        grid->addWidget(meaning, line, 1);
        m_words.push_back(word);
    }
    colourLegend();
    return legend;
}

void TopologyView::colourLegend() {
    for (std::size_t step = 0; step < m_words.size(); ++step) {
        const auto ground = stepColour(static_cast<int>(step), palette());
        auto colours = palette();
        colours.setColor(QPalette::Window, ground);
        colours.setColor(QPalette::WindowText, textOn(ground));
        m_words[step]->setPalette(colours);
    }
}

void TopologyView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        colourLegend();
    }
}

// One GPU has no way to another; a driver may not tell.
void TopologyView::showModel() {
    const int gpus = m_model.rowCount();
    m_nothing->setText(gpus == 0 ? tr("This node has no GPUs")
            : gpus == 1          ? tr("This node has one GPU")
                        : tr("The driver of this node does not report how its GPUs are connected"));
    m_stack->setCurrentWidget(
        m_model.told() ? static_cast<QWidget*>(m_table) : static_cast<QWidget*>(m_nothing));
}

} // namespace muster::widgets
