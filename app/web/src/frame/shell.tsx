// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import type { ComponentType } from 'preact';
import { lazyPage } from './lazy_page';
import { Overview } from '../pages/overview';
import { Icon } from '../theme/icon';
import { t } from '../words/translate';
import { asked, notice, openAlerts, operatorMode, stale, store } from './app';
import { helpOpen, searchOpen } from './keys';
import { Navigation } from './navigation';
import { pages } from './pages';
import { route } from './route';
import { StaleBanner, TopBar } from './top_bar';

// The first view is small: everything else is loaded in parts when it is wanted.
const lists = () => import('../pages/lists');
const others = () => import('../pages/others');
const services = () => import('../pages/services_part');

// Before somebody types into what is not there yet, or the master is away.
export const loadAhead = () => {
    setTimeout(() => { lists().catch(() => undefined); }, 500);
    setTimeout(() => { [others, services].forEach((part) => { part().catch(() => undefined); }); }, 5000);
};

// Of a part what is called so. Its type is that of the part.
const of = <Part, Name extends keyof Part>(load: () => Promise<Part>, name: Name) => lazyPage(() => load().then((part) => part[name] as ComponentType<PropsOf<Part[Name]>>));
type PropsOf<Component> = Component extends (props: infer Props extends object) => unknown ? Props : object;

const CommandDialog = of(lists, 'CommandDialog');
const Search = of(lists, 'Search');
const Shortcuts = of(lists, 'Shortcuts');
const shown: Readonly<Record<string, ComponentType>> = {
    overview: Overview,
    gpus: of(lists, 'Gpus'),
    nodes: of(lists, 'Nodes'),
    jobs: of(lists, 'Jobs'),
    tasks: of(lists, 'Tasks'),
    services: of(services, 'Services'),
    schedules: of(services, 'Schedules'),
    offers: of(lists, 'Offers'),
    submit: of(others, 'Submit'),
    history: of(others, 'History'),
    alerts: of(lists, 'Alerts'),
    settings: of(others, 'Settings'),
};

function Page() {
    const { page } = route.value;
    const Shown = Object.hasOwn(shown, page) ? shown[page] : undefined;
    return Shown !== undefined ? <Shown /> : <p class="empty">{t('Unknown page "%1"', page)}</p>;
}

function NoticeBar() {
    const told = notice.value;
    return (
        <div class="notices" role="status">
            {told !== undefined && (
                <p class={told.good ? 'notice' : 'notice problem'}>
                    <Icon name={told.good ? 'check' : 'warning'} /><span>{t(told.text, ...(told.values ?? []))}</span>
                    {told.undo !== undefined && <button onClick={() => { notice.value = undefined; told.undo?.(); }}>{t('Undo')}</button>}
                    <button class="bare" aria-label={t('Close')} onClick={() => { notice.value = undefined; }}>×</button>
                </p>
            )}
        </div>
    );
}

export function Shell() {
    const page = pages.find(({ name }) => name === route.value.page);
    const critical = openAlerts.value.filter(({ severity }) => severity === 'CRITICAL');
    return (
        <div class={`shell${operatorMode.value ? ' operating' : ''}`}>
            <a class="skip" href="#content" onClick={(event) => { event.preventDefault(); document.getElementById('content')?.focus(); }}>{t('Skip to the page')}</a>
            <TopBar />
            <Navigation />
            <main id="content" tabIndex={-1} class={stale.value ? 'stale' : ''} aria-label={t(page?.title ?? '')}>
                <StaleBanner />
                <h1 class="hidden">{t(page?.title ?? '')}</h1>
                <div class="page">{store.known.value || route.value.page === 'settings' ? <Page />
                    : <p class="empty"><Icon name="hourglass" size={32} /><strong>{t('No data yet')}</strong>{t('Waiting for the master…')}</p>}</div>
                <NoticeBar />
            </main>
            <div class="hidden" aria-live="assertive">{critical.length > 0 && `${critical[0]!.name ?? ''}: ${critical[0]!.text ?? ''}`}</div>
            {searchOpen.value && <Search />}
            {helpOpen.value && <Shortcuts />}
            {asked.value !== undefined && <CommandDialog question={asked.value} />}
        </div>
    );
}
