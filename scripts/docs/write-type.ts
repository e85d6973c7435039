// Converts a schema of the OpenAPI document to a TypeScript type, with descriptions as comments.

import type { Schema } from '../../packages/service/src/http/openapi/document.ts'

const NAME = /^[a-z_$][\w$]*$/i
const REFERENCE = '#/components/schemas/'

const SIMPLE: ReadonlyMap<unknown, string> = new Map([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
])

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value)

const schemasOf = (value: unknown): readonly Schema[] => value as readonly Schema[]

/** The description of a field, also of a nullable one. */
const descriptionOf = ({ description, anyOf }: Schema): string | undefined => {
  if (typeof description === 'string') return description
  const [inner] = anyOf === undefined ? [] : schemasOf(anyOf)
  return typeof inner?.description === 'string' ? inner.description : undefined
}

/** A doc comment before a declaration; empty without a description. */
export const writeComment = (text: string | undefined, indent = ''): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')}${/[.!?]$/.test(text) ? '' : '.'} */\n`

const writeObject = ({ properties = {}, required = [] }: Schema, indent: string): string => {
  const needed = new Set(required as readonly string[])
  const inner = `${indent}  `
  const fields = Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, schema]) => {
    const key = NAME.test(name) ? name : literal(name)
    const type = writeType(schema, inner)
    return `${writeComment(descriptionOf(schema), inner)}${inner}readonly ${key}${needed.has(name) ? '' : '?'}: ${type}\n`
  })
  return fields.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${fields.join('')}${indent}}`
}

/** Throws RangeError for a kind of schema that the service does not use. */
export const writeType = (schema: Schema, indent = ''): string => {
  if (typeof schema.$ref === 'string') return schema.$ref.slice(REFERENCE.length)
  if ('const' in schema) return literal(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf !== undefined)
    return schemasOf(schema.anyOf)
      .map((each) => writeType(each, indent))
      .join(' | ')
  if (schema.type === 'object') return writeObject(schema, indent)
  if (schema.type === 'array') {
    const items = schema.items as Schema
    const item = writeType(items, indent)
    return items.anyOf === undefined && /^\w+$|^\{/.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`
  }
  const simple = SIMPLE.get(schema.type)
  if (simple === undefined) throw new RangeError(`No type is known for ${JSON.stringify(schema)}`)
  return simple
}
