// The fields of a schema as a list: name, type, whether it is needed, what it means.

import type { Schema } from '../openapi/document.ts'
import { html, type Markup } from './markup.ts'
import { inline } from './prose.ts'

/** As far as the schemas of this service go. */
type Known = {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Known[]
  readonly items?: Known
  readonly properties?: Readonly<Record<string, Known>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

export const schemaName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)
export const schemaAnchor = (name: string): string => `schema-${name}`

const FORMATS: readonly (readonly [test: (schema: Known) => boolean, name: string])[] = [
  [({ pattern }) => pattern?.startsWith('^https?') === true, 'URL'],
  [({ format, pattern }) => format === 'date-time' || pattern?.startsWith('^\\d{4}-') === true, 'time'],
]

const typeOf = (schema: Known): Markup => {
  const { $ref, const: only, enum: values, anyOf, items, type } = schema
  if ($ref !== undefined) return html`<a href="#${schemaAnchor(schemaName($ref))}">${schemaName($ref)}</a>`
  if (anyOf) return html`${anyOf.map((part, at) => [at > 0 && ' or ', typeOf(part)])}`
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`
  if (values) return html`${values.map((value, at) => [at > 0 && ' | ', html`<code>${JSON.stringify(value)}</code>`])}`
  if (items) return html`list of ${typeOf(items)}`
  return html`${FORMATS.find(([test]) => test(schema))?.[1] ?? type ?? 'any'}`
}

const boundsOf = ({ type, minLength = 0, maxLength, maxItems }: Known): string | undefined => {
  if (type === 'string' && maxLength !== undefined) return `${minLength} to ${maxLength} characters`
  return maxItems === undefined ? undefined : `at most ${maxItems}`
}

/** What a field says of itself, or else what its type does where that has no name of its own. */
const meaningOf = ({ description, anyOf = [] }: Known): string | undefined =>
  description ?? anyOf.find((part) => part.description !== undefined)?.description

const nestedIn = (schema: Known): Known | undefined => {
  if (schema.properties) return schema
  if (schema.items) return nestedIn(schema.items)
  return schema.anyOf?.map(nestedIn).find((part) => part !== undefined)
}

export type FieldsOptions = {
  /** Whether to say which fields may be left out: in requests. In answers every field is there. */
  readonly marksNeed: boolean
}

const fieldList = (schema: Known, options: FieldsOptions): Markup => html`
<dl class="fields">${Object.entries(schema.properties ?? {}).map(([name, field]) => {
  const nested = nestedIn(field)
  const meaning = meaningOf(field)
  const isNeeded = schema.required?.includes(name) === true
  const bounds = boundsOf(field)
  return html`
  <div>
    <dt><code class="name">${name}</code> <span class="type">${typeOf(field)}${bounds !== undefined && `, ${bounds}`}</span>${
      options.marksNeed &&
      html` <span class="${isNeeded ? 'need' : 'may'}">${isNeeded ? 'required' : 'optional'}</span>`
    }</dt>
    <dd>${meaning !== undefined && inline(meaning)}
    ${nested && fieldList(nested, options)}</dd>
  </div>`
})}
</dl>`

/** Named schemas are linked to, not unfolded; `schemas` are those that a reference at the top may mean. */
export const fields = (
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  options: FieldsOptions = { marksNeed: false },
): Markup => {
  const { $ref } = schema as Known
  return fieldList((($ref !== undefined && schemas[schemaName($ref)]) || schema) as Known, options)
}
