// The TypeBox builders that the service uses, under the same names and types. A schema is plain JSON Schema, so each
// builder is one line. TypeBox's entry point loads 370 modules, a tenth of the start time.

import type { Type as TypeBox } from 'typebox'

type Schema = Readonly<Record<string, unknown>>

/** TypeBox recognizes its schemas by these marks. They are not enumerable, so no document shows them. */
const mark = (schema: object, name: `~${string}`, value: unknown): object =>
  Object.defineProperty(schema, name, { value, enumerable: false, writable: true, configurable: true })

const make = (kind: string, schema: Schema, options?: Schema): object => mark({ ...schema, ...options }, '~kind', kind)

/** Including its marks. */
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
  /** A property that may be left out. */
  Optional: (schema: Schema) => mark(copyOf(schema), '~optional', true),
  /** With any property names: `_name` is `Type.String()`. */
  Record: (_name: Schema, value: Schema, options?: Schema) =>
    make('Record', { type: 'object', patternProperties: { '^.*$': value } }, options),
  String: (options?: Schema) => make('String', { type: 'string' }, options),
  Union: (schemas: readonly Schema[], options?: Schema) => make('Union', { anyOf: [...schemas] }, options),
  Unknown: (options?: Schema) => make('Unknown', {}, options),
  /** JSON Schema as given, with the type parameter as its type. */
  Unsafe: (schema: Schema) => mark(copyOf(schema), '~unsafe', null),
}

/** Declared as TypeBox's type, which infers the types of values. A test compares the schemas of both. */
export const Type = BUILDERS as unknown as Pick<typeof TypeBox, keyof typeof BUILDERS>
