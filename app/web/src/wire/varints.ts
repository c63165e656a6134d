// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Whole numbers of a field of bytes, which is base64 in JSON: seven bits a byte, the lowest first.
export class Varints {
    private readonly bytes: string;
    private at = 0;

    constructor(base64: string) { this.bytes = atob(base64); }

    atEnd(): boolean {
        return this.at >= this.bytes.length;
    }

    // 0 at the end.
    next(): number {
        let value = 0;
        for (let factor = 1; ; factor *= 128) {
            const byte = this.bytes.charCodeAt(this.at++);
            if (!(byte >= 128)) {
                return value + (byte || 0) * factor;
            }
            value += (byte - 128) * factor;
        }
    }
}
