// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// In the browser: one chart of the page, and one of bare uPlot, of the same points in the same size. Each answers when it is drawn.
import { h, render } from 'preact';
import UPlot from 'uplot';
import { align } from '../../../app/web/src/charts/history';
import { TimeChart } from '../../../app/web/src/charts/time_chart';

const lines = ['accent', 'mark-busy', 'mark-bad'].map((tone) => ({ label: tone, tone }));
const drawn = () => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))); });

window.points = 55_550; // of each line: uPlot's own benchmark has 166,650 in three
const fromMs = Date.UTC(2026, 0, 1);
const stepMs = 1000;
const values = lines.map((_, line) => Array.from({ length: window.points }, (_, at) => Math.round(50 + 30 * Math.sin(at / 900 + line) + (at * 7919 + line * 31) % 17)));
const answer = values.map((of) => ({ points: of.map((value, at) => ({ at_ms: String(fromMs + at * stepMs), minimum: String(value), average: String(value * 1000), maximum: String(value) })) }));
const aligned = align(answer, stepMs, lines.map(() => 0.001));
const span = { fromMs, toMs: fromMs + window.points * stepMs };

const box = document.body.appendChild(document.createElement('div'));
box.style.cssText = 'width: 1200px; height: 360px; display: grid';
const plain = document.body.appendChild(document.createElement('div'));
let size;

async function ours(data) {
    render(h(TimeChart, { title: 'Chart', unit: '%', lines, data, span }), box);
    await drawn();
    size ??= { width: box.querySelector('.chart-box').clientWidth, height: box.querySelector('.chart-box').clientHeight };
}

window.clear = async () => {
    render(null, box);
    plain.replaceChildren();
    await drawn();
};
window.ours = () => ours({ ...aligned });
window.oursAgain = window.ours;
window.align = async () => { align(answer, stepMs, lines.map(() => 0.001)); };
let bare;
const columns = () => [aligned.times, ...aligned.lines.map((line) => line.values)];
window.uPlot = async () => {
    bare = new UPlot({ ...size, series: [{}, ...lines.map(({ label }) => ({ label, stroke: 'red' }))] }, columns(), plain);
    await drawn();
};
window.uPlotAgain = async () => {
    bare.setData(columns());
    await drawn();
};
window.size = () => `${size.width}x${size.height}`;
