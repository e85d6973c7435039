import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type as TypeBox } from 'typebox'
import { Type } from './type.ts'

type Builders = typeof Type

const SCHEMAS: Readonly<Record<keyof Builders, (type: Builders) => readonly object[]>> = {
  Array: (type) => [type.Array(type.String()), type.Array(type.Null(), { maxItems: 2, description: 'some' })],
  Boolean: (type) => [type.Boolean(), type.Boolean({ description: 'yes or no' })],
  Enum: (type) => [type.Enum(['a', 'b']), type.Enum(['a', 1], { description: 'one of them' })],
  Integer: (type) => [type.Integer(), type.Integer({ minimum: 0 })],
  Literal: (type) => [type.Literal('a'), type.Literal(1), type.Literal(true, { description: 'always' })],
  Null: (type) => [type.Null(), type.Null({ description: 'never' })],
  Number: (type) => [type.Number(), type.Number({ exclusiveMinimum: 0 })],
  Object: (type) => [
    type.Object({}),
    type.Object({ name: type.String(), age: type.Optional(type.Integer()) }),
    type.Object({ age: type.Optional(type.Integer()) }, { additionalProperties: false }),
    type.Object({ inner: type.Object({ name: type.Optional(type.String()) }) }, { description: 'nested' }),
  ],
  Optional: (type) => [
    type.Optional(type.String({ description: 'a text' })),
    type.Optional(type.Unsafe<string | null>({ type: ['string', 'null'] })),
  ],
  Record: (type) => [
    type.Record(type.String(), type.Unknown()),
    type.Record(type.String(), type.Null(), { title: 'r' }),
  ],
  String: (type) => [type.String(), type.String({ minLength: 1, default: '' })],
  Union: (type) => [type.Union([type.String(), type.Null()]), type.Union([type.Null()], { description: 'any' })],
  Unknown: (type) => [type.Unknown(), type.Unknown({ description: 'anything' })],
  Unsafe: (type) => [type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 3 })],
}

/** All keywords in order, and the hidden marks in any order. */
const reported = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const marks = Object.getOwnPropertyNames(value).filter((name) => !Object.keys(value).includes(name))
  return [
    Object.entries(value).map(([name, inner]) => [name, reported(inner)]),
    marks.sort().map((name) => [name, Object.getOwnPropertyDescriptor(value, name)]),
  ]
}

for (const [name, build] of Object.entries(SCHEMAS))
  test(`Type.${name} builds what TypeBox builds`, () => {
    assert.deepEqual(build(Type).map(reported), build(TypeBox).map(reported))
  })

test('recognizes optional schemas of TypeBox, and TypeBox those of this module', () => {
  const fields = { theirs: TypeBox.Optional(TypeBox.String()), ours: Type.Optional(Type.String()), all: Type.String() }
  assert.deepEqual(Type.Object(fields).required, ['all'])
  assert.deepEqual(TypeBox.Object(fields).required, ['all'])
})

test('making a schema optional does not change the original', () => {
  const name = Type.String()
  Type.Optional(name)
  assert.deepEqual(Type.Object({ name }).required, ['name'])
})
