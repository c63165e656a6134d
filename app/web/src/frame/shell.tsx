// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { lazyPage } from './lazy_page';
import { Overview } from '../pages/overview';
import { asked } from '../forms/asked';
import { Icon } from '../theme/icon';
import { t } from '../words/translate';
import { notice, openAlerts, operatorMode, stale, store } from './app';
import { helpOpen, searchOpen } from './keys';
import { Navigation } from './navigation';
import { pages } from './pages';
import { route } from './route';
import { StaleBanner, TopBar } from './top_bar';

// The first view is small: everything else is loaded in two parts when it is wanted.
const lists = () => import('../pages/lists');
const others = () => import('../pages/others');

// Before somebody types into what is not there yet, or the master is away.
export const loadAhead = () => {
    setTimeout(() => { lists().catch(() => undefined); }, 500);
    setTimeout(() => { others().catch(() => undefined); }, 5000);
};
const Gpus = lazyPage(() => lists().then((page) => page.Gpus));
const Nodes = lazyPage(() => lists().then((page) => page.Nodes));
const Jobs = lazyPage(() => lists().then((page) => page.Jobs));
const Tasks = lazyPage(() => lists().then((page) => page.Tasks));
const Offers = lazyPage(() => lists().then((page) => page.Offers));
const Alerts = lazyPage(() => lists().then((page) => page.Alerts));
const CommandDialog = lazyPage(() => lists().then((dialog) => dialog.CommandDialog));
const Search = lazyPage(() => lists().then((search) => search.Search));
const Shortcuts = lazyPage(() => lists().then((list) => list.Shortcuts));
const Submit = lazyPage(() => others().then((page) => page.Submit));
const History = lazyPage(() => others().then((page) => page.History));
const Settings = lazyPage(() => others().then((page) => page.Settings));

function Page() {
    switch (route.value.page) {
    case 'overview': return <Overview />;
    case 'gpus': return <Gpus />;
    case 'nodes': return <Nodes />;
    case 'jobs': return <Jobs />;
    case 'tasks': return <Tasks />;
    case 'offers': return <Offers />;
    case 'submit': return <Submit />;
    case 'history': return <History />;
    case 'alerts': return <Alerts />;
    case 'settings': return <Settings />;
    default: return <p class="empty">{t('Unknown page "%1"', route.value.page)}</p>;
    }
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
