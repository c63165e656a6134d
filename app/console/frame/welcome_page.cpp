// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/welcome_page.h"

#include <algorithm>

#include <QEvent>
#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/theme/theme.h"

namespace muster::console {

namespace {

constexpr int kIconSize = 64;
constexpr int kCharacters = 70; // of a line
constexpr int kShownClusters = 6;

QLabel* sentence(const QString& words, QWidget* parent) {
    auto* label = new QLabel(words, parent);
    auto font = label->font();
    font.setPointSizeF(font.pointSizeF() * 1.6);
    font.setBold(true);
    label->setFont(font);
    return label;
}

// A label that wraps does not say how high it is for its width.
void setWords(QLabel& label, const QString& words) {
    label.setText(words);
    label.setVisible(!words.isEmpty());
    label.setFixedHeight(std::max(0, label.heightForWidth(label.width())));
}

} // namespace

WelcomePage::WelcomePage(QWidget* parent)
    : QWidget(parent), m_icon(new QLabel(this)), m_reason(new QLabel(this)),
      m_problem(new QLabel(this)), m_clusters(new QListWidget(this)),
      m_connect(new QPushButton(tr("&Connect…"), this)),
      m_demo(new QPushButton(tr("&Demo cluster"), this)), m_progressText(new QLabel(this)),
      m_progress(new QProgressBar(this)) {
    for (auto* label : {m_reason, m_problem, m_progressText}) {
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignCenter);
        label->setFixedWidth(fontMetrics().averageCharWidth() * kCharacters);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    setWords(*m_reason,
        tr("To connect to a cluster you need the address of its master and a token. If you have "
           "none, try the demo cluster: it runs on this host with simulated GPUs and ends when "
           "this window is closed."));
    m_clusters->setAccessibleName(tr("Clusters"));
    m_connect->setDefault(true);
    m_connect->setAutoDefault(true);
    m_demo->setToolTip(tr("Starts muster-agentd with simulated GPUs on this host"));
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    connect(m_connect, &QPushButton::clicked, this, &WelcomePage::connectWanted);
    connect(m_demo, &QPushButton::clicked, this, &WelcomePage::demoWanted);
    connect(m_clusters, &QListWidget::itemActivated, this,
        [this](QListWidgetItem* item) { emit clusterWanted(item->data(Qt::UserRole).toString()); });
    buildLayout();
    setClusters({});
    showProblem({});
    showProgress({});
    paintColours();
}

void WelcomePage::buildLayout() {
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(12);
    buttons->addWidget(m_connect);
    buttons->addWidget(m_demo);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(14);
    column->addStretch(2);
    column->addWidget(m_icon, 0, Qt::AlignHCenter);
    column->addWidget(sentence(tr("Connect to a cluster"), this), 0, Qt::AlignHCenter);
    column->addWidget(m_problem, 0, Qt::AlignHCenter);
    column->addWidget(m_reason, 0, Qt::AlignHCenter);
    column->addWidget(m_clusters, 0, Qt::AlignHCenter);
    column->addLayout(buttons);
    column->setAlignment(buttons, Qt::AlignHCenter);
    column->addWidget(m_progressText, 0, Qt::AlignHCenter);
    column->addWidget(m_progress, 0, Qt::AlignHCenter);
    column->addStretch(3);
}

void WelcomePage::setClusters(const ClusterEntries& clusters) {
    m_clusters->clear();
    for (const auto& cluster : clusters) {
        auto* item = new QListWidgetItem(clusterIcon(cluster.colour),
            tr("%1 (%2)").arg(cluster.name, cluster.address), m_clusters);
        item->setData(Qt::UserRole, cluster.name);
    }
    const int rows = std::min(static_cast<int>(clusters.size()), kShownClusters);
    m_clusters->setVisible(rows > 0);
    m_clusters->setFixedHeight(
        std::max(1, rows) * m_clusters->sizeHintForRow(0) + 2 * m_clusters->frameWidth() + 2);
    m_clusters->setMinimumWidth(fontMetrics().averageCharWidth() * kCharacters * 2 / 3);
}

void WelcomePage::showProblem(const QString& words) {
    setWords(*m_problem, words);
}

void WelcomePage::showProgress(const QString& words) {
    const bool busy = !words.isEmpty();
    setWords(*m_progressText, words);
    m_progress->setVisible(busy);
    m_demo->setEnabled(!busy);
}

QString WelcomePage::problem() const {
    return m_problem->text();
}

QString WelcomePage::progressText() const {
    return m_progressText->text();
}

void WelcomePage::paintColours() {
    m_icon->setPixmap(widgets::icon(QStringLiteral("gpus"), QPalette::PlaceholderText)
                          .pixmap(kIconSize, kIconSize));
    auto colours = palette();
    colours.setColor(QPalette::WindowText, widgets::markColour(models::Mark::Bad, palette()));
    m_problem->setPalette(colours);
}

void WelcomePage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        paintColours();
    }
    QWidget::changeEvent(event);
}

} // namespace muster::console
