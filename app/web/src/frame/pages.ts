// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The pages as the console has them: names, order, icons, keys.
export { pages } from '../words/words';
import type { Page } from '../words/words';

// "o" of "g o"; '' of a page that has none.
export const letterOf = ({ keys }: Page) => keys.find((one) => one.startsWith('g '))?.slice(2) ?? '';
// "1" of "Alt+1".
export const digitOf = ({ keys }: Page) => keys.find((one) => one.startsWith('Alt+'))?.slice(4) ?? '';
