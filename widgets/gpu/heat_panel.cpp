// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/heat_panel.h"

#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/gpu/heat_map.h"
#include "widgets/gpu/heat_paint.h"
#include "widgets/models/mark.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

using models::HeatMetric;

namespace {

constexpr int kGap = 6;
constexpr int kScaleLetters = 16; // of the colour scale's width

} // namespace

HeatLegend::HeatLegend(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Legend of the heat map"));
    // Not Fixed: then the hint's height would be the most, however many lines there are.
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setMetric(m_metric);
}

void HeatLegend::setMetric(HeatMetric metric) {
    m_metric = metric;
    const auto scale = models::heatScale(metric);
    setAccessibleDescription(metric.isState() ? scale.help
                                              : tr("%1, dark is %2 %4, bright is %3 %4")
                                                    .arg(scale.help)
                                                    .arg(scale.low)
                                                    .arg(scale.high)
                                                    .arg(scale.unit));
    setToolTip(scale.help);
    updateGeometry();
    update();
}

void HeatLegend::setIcons(bool icons) {
    m_icons = icons;
    update();
}

QSize HeatLegend::sizeHint() const {
    const int width = fontMetrics().averageCharWidth() * 110;
    return {width, heightForWidth(width)};
}

QSize HeatLegend::minimumSizeHint() const {
    return {0, lineHeight()};
}

int HeatLegend::heightForWidth(int width) const {
    const auto all = placed(width, true);
    return lineHeight() * (1 + all.back().box.top() / lineHeight());
}

int HeatLegend::lineHeight() const {
    return fontMetrics().height() + 2 * kGap;
}

int HeatLegend::scaleWidth() const {
    return fontMetrics().averageCharWidth() * kScaleLetters;
}

// Whether a tile of that state can be told from others in the map as it is now.
bool HeatLegend::isDistinct(models::Mark mark) const {
    return m_icons || m_metric.isState()
        || heatPattern(models::heatTile(m_metric, mark, 100), false, false) != HeatPattern::None;
}

std::vector<HeatLegend::Entry> HeatLegend::entries() const {
    return placed(width(), false);
}

// Behind the scale, and on further lines where one is full.
std::vector<HeatLegend::Entry> HeatLegend::placed(int width, bool all) const {
    std::vector<Entry> out;
    const auto metrics = fontMetrics();
    const int side = metrics.height();
    int x = kGap;
    int y = 0;
    if (!m_metric.isState()) {
        x += scaleWidth() + 5 * kGap;
        for (const auto& words : scaleEnds()) {
            x += metrics.horizontalAdvance(words);
        }
    }
    for (const auto& [mark, words] : models::gpuMarks()) {
        if (!all && !isDistinct(mark)) {
            continue;
        }
        const int length = side + kGap / 2 + metrics.horizontalAdvance(words);
        if (x + length > width && x > kGap) {
            x = kGap;
            y += lineHeight();
        }
        out.push_back({mark, words, QRect(x, y + kGap, side, side)});
        x += length + 2 * kGap;
    }
    return out;
}

std::array<QString, 2> HeatLegend::scaleEnds() const {
    const auto scale = models::heatScale(m_metric);
    const auto end = [&](int value) { return QStringLiteral("%1 %2").arg(value).arg(scale.unit); };
    return {end(scale.low), end(scale.high)};
}

void HeatLegend::paintWords(QPainter& painter, int x, int y, const QString& words) const {
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(x, y, fontMetrics().horizontalAdvance(words) + kGap, lineHeight()),
        Qt::AlignLeft | Qt::AlignVCenter, words);
}

void HeatLegend::paintScale(QPainter& painter) const {
    const auto [low, high] = scaleEnds();
    const QRect bar(2 * kGap + fontMetrics().horizontalAdvance(low), kGap + 1, scaleWidth(),
        fontMetrics().height() - 2);
    QLinearGradient colours(bar.topLeft(), bar.topRight());
    for (int step = 0; step <= 8; ++step) {
        colours.setColorAt(step / 8.0, cividis(step / 8.0));
    }
    painter.fillRect(bar, colours);
    paintWords(painter, kGap, 0, low);
    paintWords(painter, bar.right() + kGap, 0, high);
}

// A tile as the map has it, a little larger.
void HeatLegend::paintSample(QPainter& painter, QRect box, models::Mark mark) const {
    const auto colours = heatColours(palette(), false);
    const auto tile = models::heatTile(m_metric, mark, models::heatScale(m_metric).low);
    const auto pattern = heatPattern(tile, false, false);
    QImage image(box.size(), QImage::Format_RGB32);
    for (int y = 0; y < box.height(); ++y) {
        for (int x = 0; x < box.width(); ++x) {
            image.setPixel(x, y,
                isInked(pattern, x, y, box.size()) ? inkOf(pattern, colours, tile.level)
                                                   : colours.fill[tile.level]);
        }
    }
    painter.drawImage(box, image);
}

void HeatLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (!m_metric.isState()) {
        paintScale(painter);
    }
    for (const auto& [mark, words, box] : entries()) {
        if (m_icons) {
            markIcon(mark, palette()).paint(&painter, box);
        } else {
            paintSample(painter, box.adjusted(2, 2, -2, -2), mark);
        }
        paintWords(painter, box.right() + 1 + kGap / 2, box.top() - kGap, words);
    }
}

HeatPanel::HeatPanel(models::HeatMapModel* model, QWidget* parent)
    : QWidget(parent), m_model(*model), m_map(new HeatMap(model, this)),
      m_legend(new HeatLegend(this)), m_metric(new QComboBox(this)) {
    auto* bar = new QHBoxLayout;
    buildBar(bar);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_legend);
    column->addWidget(m_map, 1);
    connect(m_map, &HeatMap::gpuChosen, this, &HeatPanel::gpuChosen);
    connect(m_map, &HeatMap::zoomChanged, this, &HeatPanel::showZoom);
    connect(m_map, &HeatMap::iconsFit, m_legend, &HeatLegend::setIcons);
    connect(m_metric, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
        [this](int row) { setMetric(models::heatMetrics()[static_cast<std::size_t>(row)]); });
    m_legend->setIcons(m_map->hasIcons());
    showZoom();
}

void HeatPanel::buildBar(QHBoxLayout* bar) {
    auto* label = new QLabel(tr("C&olour by"), this);
    label->setBuddy(m_metric);
    m_metric->setAccessibleName(tr("Metric of the heat map"));
    for (const auto metric : models::heatMetrics()) {
        const auto scale = models::heatScale(metric);
        m_metric->addItem(scale.label);
        m_metric->setItemData(m_metric->count() - 1, scale.help, Qt::ToolTipRole);
    }
    const auto button = [&](const QString& words, const QString& help, auto zoom) {
        auto* made = new QToolButton(this);
        made->setText(words);
        made->setToolTip(help);
        made->setAccessibleName(help);
        made->setAutoRaise(true);
        connect(made, &QToolButton::clicked, m_map, [this, zoom] { m_map->setZoom(zoom()); });
        return made;
    };
    bar->addWidget(label);
    bar->addWidget(m_metric);
    bar->addStretch();
    m_out = button(QStringLiteral("−"), tr("Zoom out (-)"), [this] { return m_map->zoom() - 1; });
    auto* in = button(QStringLiteral("+"), tr("Zoom in (+)"), [this] { return m_map->zoom() + 1; });
    m_all = button(tr("All"), tr("Show all GPUs (0)"), [] { return 0; });
    for (auto* made : {m_out, in, m_all}) {
        bar->addWidget(made);
    }
}

void HeatPanel::showZoom() {
    m_out->setEnabled(m_map->zoom() > 0);
    m_all->setEnabled(m_map->zoom() > 0);
}

void HeatPanel::setMetric(HeatMetric metric) {
    m_model.setMetric(metric);
    m_legend->setMetric(metric);
    m_metric->setCurrentIndex(static_cast<int>(models::heatPlace(metric)));
}

} // namespace muster::widgets
