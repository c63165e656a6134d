// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// One empty Qt window that says when it was painted, as the console does: the floor of
// console-bench.
#include <cstdio>
#include <ctime>

#include <QApplication>
#include <QTimer>
#include <QWidget>

namespace {

class Window : public QWidget {
protected:
    void paintEvent(QPaintEvent*) override {
        if (std::exchange(m_painted, true)) {
            return;
        }
        QTimer::singleShot(0, this, [] {
            timespec time{};
            clock_gettime(CLOCK_MONOTONIC, &time);
            std::printf(
                "first picture %lld%09ld\n", static_cast<long long>(time.tv_sec), time.tv_nsec);
            std::fflush(stdout);
        });
    }

private:
    bool m_painted = false;
};

} // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    Window window;
    window.resize(1280, 800);
    window.show();
    return QApplication::exec();
}
