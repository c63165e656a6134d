// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The one table of all lists: a real <table> of which only the rows in sight exist, sorting and filter in the address, columns to
// choose, one row of it in the order of Tab. On a phone it is a list of cards.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { me, store } from '../frame/app';
import { route, setParams } from '../frame/route';
import { useSamples } from '../frame/shown';
import { settings, shownColumns } from '../session/settings';
import { Icon } from '../theme/icon';
import { narrow, rowHeights, tone } from '../theme/theme';
import { language, t } from '../words/translate';
import type { Column } from './column';
import { textOf } from './column';
import { ColumnChoice } from './column_choice';
import { parseFilter } from './filter';
import { clicked, filtered, fitting, movedAmong, parseSorting, sorted, sortingText, Texts } from './order';

export interface Action<Row> {
    key?: string; // "l"
    run: (rows: readonly Row[]) => void;
}

export interface Props<Row extends object> {
    name: string; // of the list, for what is kept of it
    label: string;
    rows: readonly Row[];
    version: number; // another one when the rows have changed
    others?: number; // another one when more has changed than rows that are new objects; undefined: always
    columns: readonly Column<Row>[];
    keyOf: (row: Row) => string;
    idOf?: (row: Row) => string; // where that is not the key
    chosen?: string; // the key of the row whose details are shown
    onOpen?: (row: Row) => void;
    actions?: readonly Action<Row>[];
    buttons?: (rows: readonly Row[]) => ComponentChildren;
    firstSorting?: string;
    rowClass?: (row: Row) => string;
    rowMark?: (row: Row) => ComponentChildren; // behind the text of the first cell
    empty: { icon: string; title: string; text: string; button?: ComponentChildren };
    foot?: ComponentChildren; // below the rows
    onEnd?: () => void; // somebody has scrolled to the last row
    small?: boolean; // within details: no filter box of its own
}

const cardHeight = 160;
const spare = 6; // rows beyond what is in sight
const widest = 320; // px of a column, at first
const holdMs = 3000; // rows do not move below a pointer that was there so lately

function shownOf<Row>(columns: readonly Column<Row>[], chosen: string): readonly Column<Row>[] {
    const keys = chosen === '' ? undefined : chosen.split(',');
    const shown = keys === undefined ? columns.filter(({ heading }) => heading.rank === 'main' || heading.rank === 'usual')
        : keys.flatMap((key) => columns.filter(({ heading }) => heading.key === key)); // in the reader's order
    return shown.length === 0 ? columns.slice(0, 1) : shown;
}

const pen = document.createElement('canvas').getContext('2d')!;

// Wide enough for the first rows; the last one takes what is left.
function widthsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly number[] {
    const measured = (texts: Iterable<string>) => Math.max(0, ...[...new Set(texts)].map((text) => pen.measureText(text).width));
    return columns.map((column) => {
        pen.font = `600 13px ${tone('font')}`;
        const head = measured([t(column.heading.title)]) + 16; // and the arrow
        pen.font = `14px ${tone('font')}`;
        const cells = measured(rows.map((row) => textOf(column, row))) + (column.beside ?? 0);
        return Math.ceil(Math.min(widest, Math.max(head, cells))) + 18;
    });
}

export function Table<Row extends object>(props: Props<Row>) {
    const { columns, keyOf, name } = props;
    const small = props.small === true;
    const { filter: filterText = '', sort: sortText = props.firstSorting ?? '' } = small ? { filter: '', sort: props.firstSorting ?? '' } : route.value.params;
    const ownSort = useSignal(props.firstSorting ?? '');
    const sortWanted = small ? ownSort.value : sortText;
    const marked = useSignal<ReadonlySet<string>>(new Set());
    const focused = useSignal('');
    const choosing = useSignal(false);
    const window_ = useSignal({ top: 0, height: 600 });
    const scroller = useRef<HTMLDivElement>(null);
    const atEnd = useRef(props.onEnd);
    atEnd.current = props.onEnd;
    const pointer = useRef(0); // when it last moved over the rows
    const left = useSignal(0); // rises when it has gone, so that rows that were held move
    const before = useRef<{ rows: readonly Row[]; why: string }>({ rows: [], why: '' });

    const wanted = narrow.value ? columns.filter(({ heading }) => heading.rank === 'main').slice(0, 7) : shownOf(columns, shownColumns(name).value);
    const allWidths = useMemo(() => widthsOf(wanted, props.rows.slice(0, 200)).map((width, place) => (place === 0 && props.rows.some((row) => props.rowMark?.(row)) ? width + 64 : width)),
        [columns, wanted.map(({ heading }) => heading.key).join(), Math.min(props.rows.length, 200), props.version === 0, language.value]);
    const room = useSignal(innerWidth - 210);
    const shown = narrow.value || shownColumns(name).value !== '' ? wanted : fitting(wanted, allWidths, room.value);
    const widths = shown.map((column) => allWidths[wanted.indexOf(column)]!);
    const shownKeys = shown.map(({ heading }) => heading.key);
    const wantedKeys = wanted.map(({ heading }) => heading.key); // those without room, too
    const move = (key: string, by: number) => { shownColumns(name).value = movedAmong(wantedKeys, shownKeys, key, by).join(','); };
    const dragged = useRef('');
    const sorting = parseSorting(sortWanted);
    const filter = useMemo(() => parseFilter(filterText, columns.map(({ heading }) => heading), me.value), [filterText, columns, me.value]);
    const texts = useMemo(() => new Texts(columns), [columns, props.others ?? props.version, language.value]);
    // Which rows are shown, and where, may depend on samples of all of them.
    const ordering = columns.filter(({ lives, heading }) => lives && (sorting.some(({ key }) => key === heading.key)
        || heading.names.some((one) => filterText.toLowerCase().includes(one))));
    const tick = columns.some(({ lives }) => lives) ? store.ticked.value : 0; // cells in sight are made again
    const orderTick = ordering.length > 0 ? tick : 0;

    const rows = useMemo(() => {
        const why = `${filterText}\n${sortWanted}\n${name}`;
        const now = Date.now();
        const wanted = filtered(props.rows, columns, filter, now, texts);
        if (why === before.current.why && now - pointer.current < holdMs) {
            // The order stays below the pointer: rows that are gone go, new ones come at the end.
            const byKey = new Map(wanted.map((row) => [keyOf(row), row]));
            const kept = before.current.rows.flatMap((row) => {
                const same = byKey.get(keyOf(row));
                byKey.delete(keyOf(row));
                return same === undefined ? [] : [same];
            });
            return (before.current = { why, rows: [...kept, ...byKey.values()] }).rows;
        }
        return (before.current = { why, rows: sorted(wanted, columns, sorting) }).rows;
    }, [props.rows, props.version, columns, filter, sortWanted, orderTick, name, left.value]);

    const height = narrow.value ? cardHeight : rowHeights[settings.density.value] ?? 32;
    const from = Math.max(0, Math.floor(window_.value.top / height) - spare);
    const to = Math.min(rows.length, Math.ceil((window_.value.top + window_.value.height) / height) + spare);

    useSamples([{ metrics: ordering.flatMap(({ lives = [] }) => lives) },
        { metrics: shown.flatMap(({ lives = [] }) => lives), gpus: tick === 0 ? [] : rows.slice(from, to).map(keyOf) }]);

    useLayoutEffect(() => {
        const box = scroller.current;
        if (box === null) {
            return undefined;
        }
        const measure = () => {
            window_.value = { top: box.scrollTop, height: box.clientHeight };
            room.value = box.clientWidth;
            if (box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 1) {
                atEnd.current?.();
            }
        };
        const observer = new ResizeObserver(measure);
        observer.observe(box);
        box.addEventListener('scroll', measure, { passive: true });
        return () => {
            observer.disconnect();
            box.removeEventListener('scroll', measure);
        };
    }, [rows.length === 0, narrow.value]);

    // A link leads to its row.
    const reached = useRef('');
    useEffect(() => {
        const place = props.chosen === undefined || props.chosen === '' ? -1 : rows.findIndex((row) => keyOf(row) === props.chosen);
        if (place >= 0 && reached.current !== props.chosen) {
            reached.current = props.chosen!;
            focused.value = props.chosen!;
            const box = scroller.current;
            if (box !== null && (place * height < box.scrollTop || (place + 2) * height > box.scrollTop + box.clientHeight)) {
                box.scrollTop = Math.max(0, place * height - box.clientHeight / 3);
            }
        }
    }, [props.chosen, rows]);

    const chosenRows = (): readonly Row[] => {
        const keys = marked.value.size > 0 ? marked.value : new Set([props.chosen || focused.value]);
        return rows.filter((row) => keys.has(keyOf(row)));
    };

    function moveTo(place: number) {
        const row = rows[Math.min(rows.length - 1, Math.max(0, place))];
        const box = scroller.current;
        if (row === undefined || box === null) {
            return;
        }
        const index = rows.indexOf(row);
        if (index * height < box.scrollTop) {
            box.scrollTop = index * height;
        } else if ((index + 2) * height > box.scrollTop + box.clientHeight) {
            box.scrollTop = (index + 2) * height - box.clientHeight;
        }
        window_.value = { top: box.scrollTop, height: box.clientHeight };
        focused.value = keyOf(row);
        requestAnimationFrame(() => box.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true }));
    }

    function toggle(key: string) {
        const next = new Set(marked.value);
        if (!next.delete(key)) {
            next.add(key);
        }
        marked.value = next;
    }

    function copy(text: string) {
        void navigator.clipboard?.writeText(text);
    }

    function onKey(event: KeyboardEvent, row: Row, place: number) {
        const page = Math.max(1, Math.floor(window_.value.height / height) - 2);
        const steps: Record<string, number> = { ArrowDown: place + 1, ArrowUp: place - 1, PageDown: place + page, PageUp: place - page, Home: 0, End: rows.length - 1 };
        const step = steps[event.key];
        const done = () => { event.preventDefault(); event.stopPropagation(); };
        if ((event.ctrlKey || event.metaKey) && event.shiftKey) {
            if (event.key.toLowerCase() === 'c') {
                copy(shown.map((column) => textOf(column, row)).join('\t'));
                done();
            } else if (event.key.toLowerCase() === 'i') {
                copy((props.idOf ?? keyOf)(row));
                done();
            }
        } else if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) {
            // somebody else's
        } else if (step !== undefined) {
            moveTo(step);
            done();
        } else if (event.key === 'Enter') {
            props.onOpen?.(row);
            done();
        } else if (event.key === ' ') {
            toggle(keyOf(row));
            done();
        } else {
            const action = props.actions?.find(({ key }) => key === event.key);
            if (action !== undefined) {
                action.run(marked.value.size > 0 ? chosenRows() : [row]);
                done();
            }
        }
    }

    const sortBy = (key: string, further: boolean) => {
        const text = sortingText(clicked(sorting, key, further));
        if (small) {
            ownSort.value = text;
        } else {
            setParams({ sort: text });
        }
    };

    const focusKey = rows.some((row) => keyOf(row) === focused.value) ? focused.value : rows[0] === undefined ? '' : keyOf(rows[0]);
    const selected = chosenRows();
    void tick;

    return (
        <div class={small ? 'list inner' : 'list'}>
            {!small && (
                <div class="list-bar">
                    <FilterBox label={t('Filter of %1', props.label)} text={filterText} problem={filter.problem} names={columns.flatMap(({ heading }) => heading.names.slice(0, 1))} />
                    <span class="count" role="status">
                        {filterText === '' || filter.problem !== '' ? t('Rows: %1', rows.length) : t('Rows: %1 of %2', rows.length, props.rows.length)}
                        {marked.value.size > 0 && ` · ${t('selected: %1', marked.value.size)}`}
                    </span>
                    <span class="list-buttons">{props.buttons?.(selected)}</span>
                    {!narrow.value && (
                        <button aria-expanded={choosing.value} onClick={() => { choosing.value = !choosing.value; }}>{t('Columns')}</button>
                    )}
                    {choosing.value && <ColumnChoice name={name} columns={columns as readonly Column<never>[]} shown={wantedKeys} onClose={() => { choosing.value = false; }} />}
                </div>
            )}
            {filter.problem !== '' && <p class="problem" role="alert"><Icon name="warning" />{filter.problem}</p>}
            {rows.length === 0 ? (
                props.rows.length === 0 ? (
                    <div class="empty"><Icon name={props.empty.icon} size={32} /><strong>{props.empty.title}</strong><span>{props.empty.text}</span>{props.empty.button}</div>
                ) : (
                    <div class="empty"><Icon name="search" size={32} /><strong>{t('0 of %1 match', props.rows.length)}</strong>
                        <button onClick={() => setParams({ filter: '' })}>{t('Clear filter')}</button></div>
                )
            ) : narrow.value ? (
                <div class="scroller" ref={scroller}>
                    <ul class="cards" aria-label={props.label}>
                        <li class="space" aria-hidden="true" style={{ height: `${from * height}px` }} />
                        {rows.slice(from, to).map((row, index) => (
                            <li key={keyOf(row)} style={{ height: `${height - 8}px` }} data-row tabIndex={keyOf(row) === focusKey ? 0 : -1}
                                class={keyOf(row) === props.chosen ? 'card chosen' : 'card'} onFocus={() => { focused.value = keyOf(row); }}
                                onClick={() => props.onOpen?.(row)} onKeyDown={(event) => onKey(event, row, from + index)}>
                                <dl>{shown.map((column, place) => (
                                    <div key={column.heading.key}><dt>{t(column.heading.title)}</dt><dd>{column.show?.(row) ?? textOf(column, row)}{place === 0 && props.rowMark?.(row)}</dd></div>
                                ))}</dl>
                            </li>
                        ))}
                        <li class="space" aria-hidden="true" style={{ height: `${(rows.length - to) * height}px` }} />
                    </ul>
                </div>
            ) : (
                <div class="scroller" ref={scroller} onPointerMove={() => { pointer.current = Date.now(); }} onPointerLeave={() => {
                    pointer.current = 0;
                    left.value += 1;
                }}>
                    <table class="table" style={{ minWidth: `${widths.reduce((sum, width) => sum + width, 0)}px` }} aria-label={props.label} aria-rowcount={rows.length + 1} aria-colcount={shown.length}>
                        <colgroup>{shown.map((column, index) => <col key={column.heading.key} style={{ width: index === shown.length - 1 ? 'auto' : `${widths[index]}px` }} />)}</colgroup>
                        <thead>
                            <tr aria-rowindex={1}>
                                {shown.map(({ heading }) => {
                                    const sort = sorting.find(({ key }) => key === heading.key);
                                    return (
                                        <th key={heading.key} scope="col" class={heading.figure ? 'figure' : ''}
                                            draggable onDragStart={() => { dragged.current = heading.key; }} onDragOver={(event) => { if (dragged.current !== '') event.preventDefault(); }}
                                            onDrop={(event) => {
                                                event.preventDefault();
                                                move(dragged.current, shownKeys.indexOf(heading.key) - shownKeys.indexOf(dragged.current));
                                                dragged.current = '';
                                            }} onDragEnd={() => { dragged.current = ''; }}
                                            onKeyDown={(event) => {
                                                if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
                                                    event.preventDefault();
                                                    move(heading.key, event.key === 'ArrowLeft' ? -1 : 1);
                                                }
                                            }}
                                            aria-sort={sort === undefined ? 'none' : sort.descending ? 'descending' : 'ascending'}>
                                            <button title={heading.help === '' ? t(heading.title) : t(heading.help)} onClick={(event) => sortBy(heading.key, event.shiftKey)}>
                                                <span>{t(heading.title)}</span>
                                                <span class="arrow" aria-hidden="true">{sort === undefined ? '' : sort.descending ? '▼' : '▲'}</span>
                                            </button>
                                        </th>
                                    );
                                })}
                            </tr>
                        </thead>
                        <tbody>
                            {from > 0 && <tr aria-hidden="true" class="space" style={{ height: `${from * height}px` }}><td colSpan={shown.length} /></tr>}
                            {rows.slice(from, to).map((row, index) => {
                                const key = keyOf(row);
                                return (
                                    <tr key={key} aria-rowindex={from + index + 2} data-row tabIndex={key === focusKey ? 0 : -1}
                                        class={`${key === props.chosen ? 'chosen ' : ''}${marked.value.has(key) ? 'marked ' : ''}${(from + index) % 2 === 1 ? 'odd ' : ''}${props.rowClass?.(row) ?? ''}`}
                                        onFocus={() => { focused.value = key; }}
                                        onClick={(event) => {
                                            focused.value = key;
                                            if (event.ctrlKey || event.metaKey) {
                                                toggle(key);
                                            } else if ((event.target as HTMLElement).closest('a') === null) {
                                                marked.value = new Set();
                                                props.onOpen?.(row);
                                            }
                                        }}
                                        onKeyDown={(event) => onKey(event, row, from + index)}>
                                        {shown.map((column, place) => {
                                            const text = textOf(column, row);
                                            return (
                                                <td key={column.heading.key} class={column.heading.figure ? 'figure' : ''} title={column.tip?.(row) || text}>
                                                    {column.show?.(row) ?? text}{place === 0 && props.rowMark?.(row)}
                                                </td>
                                            );
                                        })}
                                    </tr>
                                );
                            })}
                            {to < rows.length && <tr aria-hidden="true" class="space" style={{ height: `${(rows.length - to) * height}px` }}><td colSpan={shown.length} /></tr>}
                        </tbody>
                    </table>
                </div>
            )}
            {props.foot !== undefined && <div class="list-foot">{props.foot}</div>}
        </div>
    );
}

function FilterBox({ label, text, problem, names }: { label: string; text: string; problem: string; names: readonly string[] }) {
    return (
        <span class="filter">
            <Icon name="search" />
            <input type="search" data-filter="" aria-label={label} aria-invalid={problem !== ''} placeholder={t('Words, !not, /regex/, column:word, column>number')}
                title={`${t('Columns of this list:')} ${names.join(', ')}`} spellcheck={false} autocomplete="off"
                value={text} onInput={(event) => setParams({ filter: event.currentTarget.value })} />
        </span>
    );
}
