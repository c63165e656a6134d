// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemView>
#include <QEvent>
#include <QWidget>

#include "widgets/theme/theme.h"

namespace muster::console {

// One page of the window.
class Page : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    // Old figures are grey and hatched, and stay readable.
    void setStale(bool stale) {
        m_stale = stale;
        applyPalette();
        for (auto* view : findChildren<QAbstractItemView*>()) {
            view->setProperty("stale", stale);
            view->viewport()->update();
        }
    }
    // Whether anything was ever heard of the cluster: an empty list means nothing until then.
    virtual void setKnown(bool) { }
    virtual void focusFilter() { }
    virtual void setFilter(const QString&) { }
    virtual bool choose(const QString&) {
        return false;
    } // the row of that key; false: there is none
    virtual bool clearFilter() { return false; } // false: there was none

signals:
    void notice(const QString& text, bool good); // what became of a request
    void gpuChosen(const QString& uuid);
    void listWanted(const QString& page, const QString& filter);
    void submitWanted();

protected:
    // The theme may change while the figures are old.
    void changeEvent(QEvent* event) override {
        if (event->type() == QEvent::PaletteChange && m_stale && !m_applying) {
            applyPalette();
        }
        QWidget::changeEvent(event);
    }

private:
    void applyPalette() {
        m_applying = true;
        setPalette(m_stale ? widgets::dimmed(QPalette()) : QPalette());
        m_applying = false;
    }

    bool m_stale = false;
    bool m_applying = false;
};

} // namespace muster::console
