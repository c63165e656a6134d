// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include <QFontMetrics>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QWidget>

namespace muster::test {

// A paint device that keeps no picture but every text that is painted, with the height of a capital
// in pixels of the widget.
class TextRecorder : public QPaintDevice {
public:
    struct Text {
        QString words;
        double capital = 0;
    };
    std::vector<Text> texts;

    explicit TextRecorder(QWidget& widget) : m_size(widget.size()), m_engine(*this) {
        widget.render(this);
    }
    double smallest() const { // 0: there is no text
        const auto least = std::min_element(texts.begin(), texts.end(),
            [](const Text& a, const Text& b) { return a.capital < b.capital; });
        return least == texts.end() ? 0 : least->capital;
    }
    bool shows(const QString& part) const {
        return std::any_of(texts.begin(), texts.end(),
            [&](const Text& text) { return text.words.contains(part); });
    }

    QPaintEngine* paintEngine() const override { return &m_engine; }

protected:
    int metric(PaintDeviceMetric metric) const override {
        constexpr int kDotsPerInch = 96;
        switch (metric) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmWidthMM:
            return m_size.width() * 254 / 10 / kDotsPerInch;
        case PdmHeightMM:
            return m_size.height() * 254 / 10 / kDotsPerInch;
        case PdmDepth:
            return 32;
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return kDotsPerInch;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return static_cast<int>(devicePixelRatioFScale());
        default:
            return QPaintDevice::metric(metric);
        }
    }

private:
    class Engine : public QPaintEngine {
    public:
        explicit Engine(TextRecorder& owner) : QPaintEngine(AllFeatures), m_owner(owner) { }
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState& state) override {
            if (state.state() & DirtyTransform) {
                m_scale = state.transform().m22();
            }
        }
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override { }
        void drawPath(const QPainterPath&) override { }
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override { }
        void drawTextItem(const QPointF&, const QTextItem& item) override {
            if (!item.text().trimmed().isEmpty()) {
                m_owner.texts.push_back(
                    {item.text(), QFontMetrics(item.font()).capHeight() * m_scale});
            }
        }
        Type type() const override { return User; }

    private:
        TextRecorder& m_owner;
        double m_scale = 1;
    };

    QSize m_size;
    mutable Engine m_engine;
};

} // namespace muster::test
