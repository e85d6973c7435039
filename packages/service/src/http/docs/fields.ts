// The fields of a schema as a list: name, type, whether it is required, and its description.

import type { Schema } from '../openapi/document.ts'
import { html, type Markup } from './markup.ts'
import { inline } from './prose.ts'

/** The parts of JSON Schema that this service uses. */
export type KnownSchema = {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly KnownSchema[]
  readonly items?: KnownSchema
  readonly properties?: Readonly<Record<string, KnownSchema>>
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

const FORMATS: readonly (readonly [test: (schema: KnownSchema) => boolean, name: string])[] = [
  [({ pattern }) => pattern?.startsWith('^https?') === true, 'URL'],
  [({ format, pattern }) => format === 'date-time' || pattern?.startsWith('^\\d{4}-') === true, 'time'],
]

const typeOf = (schema: KnownSchema): Markup => {
  const { $ref, const: only, enum: values, anyOf, items, type } = schema
  if ($ref !== undefined) return html`<a href="#${schemaAnchor(schemaName($ref))}">${schemaName($ref)}</a>`
  if (anyOf) return html`${anyOf.map((part, at) => [at > 0 && ' or ', typeOf(part)])}`
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`
  if (values) return html`${values.map((value, at) => [at > 0 && ' | ', html`<code>${JSON.stringify(value)}</code>`])}`
  if (items) return html`list of ${typeOf(items)}`
  return html`${FORMATS.find(([test]) => test(schema))?.[1] ?? type ?? 'any'}`
}

const boundsOf = ({ type, minLength = 0, maxLength, maxItems }: KnownSchema): string | undefined => {
  if (type === 'string' && maxLength !== undefined) return `${minLength} to ${maxLength} characters`
  return maxItems === undefined ? undefined : `at most ${maxItems}`
}

/** The description of a field, or that of its unnamed type. */
const descriptionOf = ({ description, anyOf = [] }: KnownSchema): string | undefined =>
  description ?? anyOf.find((part) => part.description !== undefined)?.description

const nestedIn = (schema: KnownSchema): KnownSchema | undefined => {
  if (schema.properties) return schema
  if (schema.items) return nestedIn(schema.items)
  return schema.anyOf?.map(nestedIn).find((part) => part !== undefined)
}

export type FieldsOptions = {
  /** Whether to mark fields as required or optional. Used for requests only: responses contain all fields. */
  readonly showsRequired: boolean
}

const fieldList = (schema: KnownSchema, options: FieldsOptions): Markup => html`
<dl class="fields">${Object.entries(schema.properties ?? {}).map(([name, field]) => {
  const nested = nestedIn(field)
  const meaning = descriptionOf(field)
  const isNeeded = schema.required?.includes(name) === true
  const bounds = boundsOf(field)
  return html`
  <div>
    <dt><code class="name">${name}</code> <span class="type">${typeOf(field)}${bounds !== undefined && `, ${bounds}`}</span>${
      options.showsRequired &&
      html` <span class="${isNeeded ? 'need' : 'may'}">${isNeeded ? 'required' : 'optional'}</span>`
    }</dt>
    <dd>${meaning !== undefined && inline(meaning)}
    ${nested && fieldList(nested, options)}</dd>
  </div>`
})}
</dl>`

/** Lists the fields of a schema. Named schemas inside it are links. `schemas` resolves a reference at the top level. */
export const fields = (
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  options: FieldsOptions = { showsRequired: false },
): Markup => {
  const { $ref } = schema as KnownSchema
  return fieldList((($ref !== undefined && schemas[schemaName($ref)]) || schema) as KnownSchema, options)
}
