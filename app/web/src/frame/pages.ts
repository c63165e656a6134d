// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The pages as the console has them: names, order, icons, keys; before its offers two that it does not have.
import { pages as shared, type Page as SharedPage } from '../words/words';

export interface Page extends Omit<SharedPage, 'name'> {
    name: string;
}

const own = (name: string, title: string, keys: string): Page => ({ name, title, icon: name, keys: [keys] });

export const pages: readonly Page[] = shared.flatMap((page) => (page.name !== 'offers' ? page
    : [own('services', 'Services', 'g v'), own('schedules', 'Schedules', 'g c'), page]));

// "o" of "g o"; '' of a page that has none.
export const letterOf = ({ keys }: Page) => keys.find((one) => one.startsWith('g '))?.slice(2) ?? '';
// "1" of "Alt+1".
export const digitOf = ({ keys }: Page) => keys.find((one) => one.startsWith('Alt+'))?.slice(4) ?? '';
