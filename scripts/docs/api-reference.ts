// docs/reference/api.md: the endpoints of the API, from its OpenAPI document. A running service shows the same as a page.

import { API_OBJECTS } from '../../packages/service/src/http/docs/api-reference.ts'
import { callOf, jsonOf } from '../../packages/service/src/http/docs/call.ts'
import { inCurl } from '../../packages/service/src/http/docs/call-samples.ts'
import { type KnownSchema, schemaName } from '../../packages/service/src/http/docs/fields.ts'
import { codesOfOperation, endpointAnchor } from '../../packages/service/src/http/docs/reference-endpoint.ts'
import { API_PREFIX, ENDPOINTS } from '../../packages/service/src/http/endpoints.ts'
import { createOpenapi } from '../../packages/service/src/http/openapi/create-openapi.ts'
import { type OperationEntry, operationsOf, type Schema } from '../../packages/service/src/http/openapi/document.ts'
import { type GeneratedDocument, generatedHead, table } from './document.ts'

const BASE_URL = 'https://api.example.com'

const document = createOpenapi({ baseUrl: BASE_URL, prefix: API_PREFIX, endpoints: ENDPOINTS })
const { schemas, headers } = document.components

const code = (value: unknown): string => `\`${String(value)}\``

/** A schema in a word or two. Objects with their own section are links. */
const typeOf = (schema: KnownSchema): string => {
  const { $ref, const: only, enum: values, anyOf, items, type = 'any' } = schema
  if ($ref !== undefined) {
    const name = schemaName($ref)
    return (API_OBJECTS as readonly string[]).includes(name) ? `[${name}](#${name.toLowerCase()})` : name
  }
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (only !== undefined) return code(JSON.stringify(only))
  if (values) return values.map((value) => code(JSON.stringify(value))).join(' or ')
  return items ? `list of ${typeOf(items)}` : type
}

const nestedIn = ({ properties, items, anyOf = [], ...rest }: KnownSchema): KnownSchema | undefined => {
  if (properties) return { properties, ...rest }
  if (items) return nestedIn(items)
  return anyOf.map(nestedIn).find((nested) => nested !== undefined)
}

const meaningOf = ({ description, anyOf = [] }: KnownSchema): string =>
  (description ?? anyOf.find((part) => part.description !== undefined)?.description ?? '').replaceAll('\n', ' ')

/** A row for each field, including nested ones. */
const rowsOf = (schema: KnownSchema, showsRequired: boolean, before = ''): string[][] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isOptional = showsRequired && schema.required?.includes(name) !== true
    const nested = nestedIn(field)
    const path = `${before}${name}`
    return [
      [code(path), `${typeOf(field)}${isOptional ? ', optional' : ''}`, meaningOf(field)],
      ...(nested ? rowsOf(nested, showsRequired, `${path}${field.items ? '[]' : ''}.`) : []),
    ]
  })

const HEAD = ['field', 'type', 'meaning'] as const

const fields = (title: string, schema: Schema | undefined, showsRequired = false): readonly string[] => {
  const known = schema as KnownSchema | undefined
  if (known?.$ref !== undefined) {
    const name = schemaName(known.$ref)
    if ((API_OBJECTS as readonly string[]).includes(name)) return [`${title} a ${typeOf(known)}.`]
    return fields(title, schemas[name], showsRequired)
  }
  const rows = known ? rowsOf(known, showsRequired) : []
  return rows.length === 0 ? [] : [title, table(HEAD, rows).trimEnd()]
}

const section = (entry: OperationEntry): string => {
  const { path, method, operation } = entry
  const success = jsonOf(operation.responses[200]?.content)?.schema
  const { data } = (success?.properties ?? {}) as { readonly data?: Schema }
  return [
    // The heading is the anchor of the page of a running service.
    `### ${endpointAnchor(operation)}`,
    `${operation.summary}: ${code(`${method.toUpperCase()} ${path}`)}, ${operation.security.length > 0 ? 'requires a token' : 'requires no token'}.`,
    operation.description,
    ...fields('Request:', jsonOf(operation.requestBody?.content)?.schema, true),
    `\`\`\`sh\n${inCurl(callOf(entry, BASE_URL))}\n\`\`\``,
    ...fields('Response, in `data`:', data),
    `Errors: ${codesOfOperation(operation)
      .map((each) => `[${code(each)}](errors.md#${each})`)
      .join(', ')}`,
  ].join('\n\n')
}

const entriesOf = (tag: string): readonly OperationEntry[] =>
  operationsOf(document).filter(({ operation }) => operation.tags.includes(tag))

const generate = (): string =>
  `${[
    `${generatedHead('API reference')}This page lists every endpoint of the API with its fields, its errors and a call. [Use the API](../guides/api.md) explains how they work
together. A running service shows this page at \`/docs/reference/api\` with its own URL, and its OpenAPI 3.1 document at \`/openapi.json\`.

In the calls, \`$TOKEN\` is the token that [auth-token](#auth-token) returns.`,
    ...document.tags
      .filter(({ name }) => name !== 'Service')
      .flatMap(({ name, description }) => [`## ${name}`, description, ...entriesOf(name).map(section)]),
    '## Objects',
    'Every field is always present. A value that a platform does not provide is `null`, never `0` or an empty text; lists are empty instead.',
    ...API_OBJECTS.flatMap((name) => [
      `### ${name}`,
      ...fields(`${meaningOf(schemas[name] as KnownSchema)}.`, schemas[name]),
    ]),
    '## Response headers',
    table(
      ['header', 'meaning', 'example'],
      Object.entries(headers).map(([name, { description, example }]) => [code(name), description, code(example)]),
    ).trimEnd(),
    '## Other endpoints',
    table(
      ['endpoint', 'what it returns'],
      entriesOf('Service').map(({ path, operation }) => [code(path), operation.description]),
    ).trimEnd(),
  ].join('\n\n')}\n`

export const apiReferenceDocument: GeneratedDocument = { path: 'docs/reference/api.md', generate }
