// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
import { Icon } from '../theme/icon';
import { t } from '../words/translate';
import type { TemplatesField, TemplatesTemplate } from '../words/words';

export type Values = Readonly<Record<string, string>>; // as typed, by the field's name

export const defaultsOf = (template: TemplatesTemplate): Values => Object.fromEntries((template.fields ?? []).map(({ name = '', otherwise = '' }) => [name, otherwise]));

function placeholderOf({ type = 'TEXT', minimum, maximum }: TemplatesField): string {
    return type === 'MEMORY' ? t('16g') : minimum !== undefined && maximum !== undefined ? t('%1 to %2', minimum, maximum) : type === 'PATH' ? t('/data/sets') : '';
}

// What a template asks for. `problems`: by the field's name.
export function TemplateFields({ template, values, problems, onChange }: {
    template: TemplatesTemplate; values: Values; problems: Readonly<Record<string, string>>; onChange: (values: Values) => void;
}) {
    return (
        <>
            {template.help !== undefined && template.help !== '' && <p class="quiet small">{template.help}</p>}
            {template.fields?.map((field) => {
                const { name = '', type = 'TEXT', help = '' } = field;
                const problem = problems[name];
                const attributes = { id: `field-${name}`, 'aria-invalid': problem !== undefined, 'aria-describedby': `field-${name}-problem`, value: values[name] ?? '' };
                const set = (value: string) => onChange({ ...values, [name]: value });
                return (
                    <div class="field" key={name} title={help}>
                        <label for={`field-${name}`}>{field.label || name}</label>
                        {type === 'CHOICE' ? (
                            <select {...attributes} onChange={(event) => set(event.currentTarget.value)}>
                                {!field.choices?.includes(values[name] ?? '') && <option value="" />}
                                {field.choices?.map((choice) => <option key={choice} value={choice}>{choice}</option>)}
                            </select>
                        ) : (
                            <input {...attributes} placeholder={placeholderOf(field)} {...(type === 'INTEGER' ? { inputMode: 'numeric' as const } : type === 'NUMBER' ? { inputMode: 'decimal' as const } : {})}
                                spellcheck={false} autocomplete="off" onInput={(event) => set(event.currentTarget.value)} />
                        )}
                        <span class="problem small" id={`field-${name}-problem`}>{problem !== undefined && <><Icon name="warning" size={14} />{problem}</>}</span>
                    </div>
                );
            })}
        </>
    );
}
