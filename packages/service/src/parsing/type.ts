// What schemas are made of: those of TypeBox's builders that are used here, under its names and types. A schema is JSON Schema
// as it stands, so that each of them is a line; TypeBox's one entry point loads 370 modules, a tenth of a start, to do far
// more with schemas than is done here.

import type { Type as TypeBox } from 'typebox'

type Schema = Readonly<Record<string, unknown>>

/** By such marks TypeBox knows what it made; its types tell of them too. No document shows them. */
const mark = (schema: object, name: `~${string}`, value: unknown): object =>
  Object.defineProperty(schema, name, { value, enumerable: false, writable: true, configurable: true })

const make = (kind: string, schema: Schema, options?: Schema): object => mark({ ...schema, ...options }, '~kind', kind)

/** With the marks that it has. */
const copyOf = (schema: object): object => Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))

const isRequired = ([, schema]: readonly [name: string, schema: object]): boolean => !('~optional' in schema)

const BUILDERS = {
  Array: (items: Schema, options?: Schema) => make('Array', { type: 'array', items }, options),
  Boolean: (options?: Schema) => make('Boolean', { type: 'boolean' }, options),
  Enum: (values: readonly unknown[], options?: Schema) => make('Enum', { enum: [...values] }, options),
  Integer: (options?: Schema) => make('Integer', { type: 'integer' }, options),
  Literal: (value: unknown, options?: Schema) => make('Literal', { type: typeof value, const: value }, options),
  Null: (options?: Schema) => make('Null', { type: 'null' }, options),
  Number: (options?: Schema) => make('Number', { type: 'number' }, options),
  Object(properties: Readonly<Record<string, object>>, options?: Schema) {
    const required = Object.entries(properties)
      .filter(isRequired)
      .map(([name]) => name)
    return make('Object', { type: 'object', ...(required.length > 0 && { required }), properties }, options)
  },
  /** In an object, where it may be left out. */
  Optional: (schema: Schema) => mark(copyOf(schema), '~optional', true),
  /** Of any names: `_name` is `Type.String()`. */
  Record: (_name: Schema, value: Schema, options?: Schema) =>
    make('Record', { type: 'object', patternProperties: { '^.*$': value } }, options),
  String: (options?: Schema) => make('String', { type: 'string' }, options),
  Union: (schemas: readonly Schema[], options?: Schema) => make('Union', { anyOf: [...schemas] }, options),
  Unknown: (options?: Schema) => make('Unknown', {}, options),
  /** JSON Schema as it is given, of the type that is named. */
  Unsafe: (schema: Schema) => mark(copyOf(schema), '~unsafe', null),
}

/** Declared as TypeBox's, which works the types of values out; a test holds what both make against each other. */
export const Type = BUILDERS as unknown as Pick<typeof TypeBox, keyof typeof BUILDERS>
