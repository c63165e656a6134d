// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What people read of numbers and times, as widgets/models/text.h.
import { t } from './translate';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

export const unknownText = () => t('n/a');
export const nothing = '–';

const two = (value: number) => String(value).padStart(2, '0');

export function clockText(ms: number, now = Date.now()): string {
    if (ms === 0) {
        return '';
    }
    const when = new Date(ms);
    const clock = `${two(when.getHours())}:${two(when.getMinutes())}:${two(when.getSeconds())}`;
    return when.toDateString() === new Date(now).toDateString() ? clock
        : `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())} ${clock}`;
}

export function isoText(ms: number): string {
    return ms === 0 ? '' : new Date(ms).toISOString();
}

// Moments in a text of the master, which are UTC, in local time.
export function localTimes(words: string): string {
    return words.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (moment) => clockText(Date.parse(moment)));
}

export function durationText(seconds: number): string {
    const whole = Math.max(0, Math.floor(seconds));
    if (whole < minute) {
        return t('%1 s', whole);
    }
    if (whole < hour) {
        return t('%1 min %2 s', Math.floor(whole / minute), two(whole % minute));
    }
    return whole < day ? t('%1 h %2 min', Math.floor(whole / hour), two(Math.floor(whole % hour / minute)))
        : t('%1 d %2 h', Math.floor(whole / day), Math.floor(whole % day / hour));
}

// Of thousandths: "0.5", "2".
export function milliText(thousandths: number): string {
    return String(thousandths / 1000);
}

export function mebibytesText(thousandths: number): string {
    const whole = thousandths / 1000;
    if (whole < 1024) {
        return `${milliText(thousandths)} MiB`;
    }
    const large = whole >= 1024 * 1024;
    const number = whole / (large ? 1024 * 1024 : 1024);
    return `${Number(number.toFixed(number >= 1000 ? 0 : number >= 100 ? 1 : 2))} ${large ? 'TiB' : 'GiB'}`;
}

export function bytesText(bytes: number): string {
    return bytes < 1024 ? `${bytes} B` : bytes < 1 << 20 ? `${Number((bytes / 1024).toFixed(1))} KiB` : `${Number((bytes / (1 << 20)).toFixed(1))} MiB`;
}
