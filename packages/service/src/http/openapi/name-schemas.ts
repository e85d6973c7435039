// Names schemas that are used more than once, and replaces each use by a reference.

import type { TSchema } from 'typebox'
import type { Schema } from './document.ts'

export type NamedSchemas = {
  /** The named schemas, each with references to the others. */
  readonly schemas: Readonly<Record<string, Schema>>
  /** Any schema, with references to the named ones. */
  readonly refer: (schema: TSchema) => Schema
}

/** Two schemas are the same if their JSON is the same. */
export const nameSchemas = (named: Readonly<Record<string, TSchema>>): NamedSchemas => {
  const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]))

  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(referAnywhere)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, referAnywhere(part)]))
  }
  const referAnywhere = (value: unknown): unknown => {
    const name = typeof value === 'object' && value !== null ? names.get(JSON.stringify(value)) : undefined
    return name === undefined ? within(value) : { $ref: `#/components/schemas/${name}` }
  }

  return {
    schemas: Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, within(schema) as Schema])),
    refer: (schema) => referAnywhere(schema) as Schema,
  }
}
