// A sample value for a schema, chosen by the name of the field. It always matches the schema.

import type { TSchema } from 'typebox'

/** The parts of JSON Schema that this service uses. */
type Known = {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Known[]
  readonly items?: Known
  readonly properties?: Readonly<Record<string, Known>>
  readonly patternProperties?: Readonly<Record<string, Known>>
  readonly format?: string
  readonly minimum?: number
}

const TIME = '2030-01-15T12:00:00.000Z'

const TEXTS: Readonly<Record<string, string>> = {
  id: 'lic_ynhDxDBeQQQoidmbYrM3',
  plan: 'pro',
  name: 'Garden blog',
  email: 'bea@example.com',
  externalId: 'order-1001',
  notes: 'Paid by wire',
  key: 'ck_live_8B79CWcVQCF3wVhpTAqBs0S9mn2ZkLdRYeUx7G',
  hint: 'Ux7G',
  site: 'garden.example',
  month: '2030-01',
  platform: 'youtube',
  nextCursor: 'WyJuZXdlc3QiLDE4OTM0NTYwMDAwMDAsImxpY18xIl0',
}

const TYPES: Readonly<Record<string, (name: string, schema: Known) => unknown>> = {
  string: (name) => TEXTS[name] ?? name,
  integer: (_, { minimum = 1 }) => minimum,
  number: (_, { minimum = 1 }) => minimum,
  boolean: () => true,
  null: () => null,
  array: (name, { items }) => (items === undefined ? [] : [read(name, items)]),
  object: (name, { properties = {}, patternProperties }) =>
    patternProperties === undefined
      ? Object.fromEntries(Object.entries(properties).map(([field, inner]) => [field, read(field, inner)]))
      : { shop: read(name, Object.values(patternProperties)[0] ?? {}) },
}

const read = (name: string, schema: Known): unknown => {
  const { const: only, enum: values, anyOf, format, type } = schema
  if (only !== undefined) return only
  if (values !== undefined) return values[0]
  if (anyOf !== undefined) return read(name, anyOf[0] ?? {})
  if (format === 'date-time') return TIME
  const [first = 'object'] = [type ?? []].flat()
  return TYPES[first]?.(name, schema)
}

export const sampleValue = (schema: TSchema, name = ''): unknown => read(name, schema as Known)
