// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Another part of the page's code: what runs all the time, and again and again.
export { Schedules } from './schedules';
export { Services } from './services';
