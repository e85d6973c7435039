import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compile, createAjv } from '@central-api/testing/http/openapi/test-document.ts'
import { ERROR_CODES, ERRORS, type ErrorCode } from '../../errors.ts'
import { Type } from '../../parsing/type.ts'
import { CALLER_CODES, COMMON_CODES, endpoint, METERED_CODES } from '../endpoint.ts'
import { API_PREFIX, ENDPOINTS } from '../endpoints.ts'
import { createOpenapi } from './create-openapi.ts'
import { codesOf, operationIdOf } from './describe-endpoint.ts'
import type { Operation } from './document.ts'

const BASE_URL = 'https://api.example.com'
const DOCUMENT = createOpenapi({ baseUrl: BASE_URL, prefix: API_PREFIX, endpoints: ENDPOINTS })
/** As a client reads it. */
const READ = JSON.parse(JSON.stringify(DOCUMENT)) as typeof DOCUMENT

const OPERATIONS: readonly (readonly [path: string, operation: Operation])[] = Object.entries(READ.paths).flatMap(
  ([path, { get, post }]) => [get, post].flatMap((operation) => (operation ? [[path, operation] as const] : [])),
)

/** Every object in the document, with its path. */
const walk = (value: unknown, at = '#'): readonly (readonly [string, Record<string, unknown>])[] => {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([key, part]) => walk(part, `${at}/${key}`))
  return Array.isArray(value) ? inside : [[at, value as Record<string, unknown>], ...inside]
}

const resolve = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], READ)

test('the document has what OpenAPI 3.1 requires', () => {
  assert.deepEqual(Object.keys(READ), ['openapi', 'info', 'servers', 'tags', 'paths', 'components'])
  assert.match(READ.openapi, /^3\.1\.\d+$/)
  assert.ok(READ.info.title && READ.info.version)
  assert.deepEqual(READ.servers, [{ url: BASE_URL }])
  const tags = READ.tags.map(({ name }) => name)
  for (const [path, operation] of OPERATIONS) {
    assert.match(path, /^\/[a-z0-9./_-]+$/)
    assert.ok(Object.keys(operation.responses).length > 0, path)
    for (const tag of operation.tags) assert.ok(tags.includes(tag), `${path}: ${tag}`)
    for (const [status, response] of Object.entries(operation.responses)) {
      assert.match(status, /^[1-5]\d\d$/)
      assert.ok(response.description.length > 0, `${path} ${status}`)
    }
  }
  for (const names of Object.values(READ.components)) {
    for (const name of Object.keys(names)) assert.match(name, /^[a-zA-Z0-9._-]+$/)
  }
})

test('every operation has its own id', () => {
  const ids = OPERATIONS.map(([, { operationId }]) => operationId)
  assert.deepEqual([...new Set(ids)], ids)
  assert.equal(operationIdOf('/load-more-posts'), 'loadMorePosts')
  assert.equal(operationIdOf('/auth/token'), 'authToken')
})

test('every reference resolves, and every component is used', () => {
  const references = walk(READ).flatMap(([at, { $ref }]) => (typeof $ref === 'string' ? [[at, $ref] as const] : []))
  assert.ok(references.length > 100)
  for (const [at, reference] of references) assert.notEqual(resolve(reference), undefined, `${at}: ${reference}`)
  const used = new Set(references.map(([, reference]) => reference))
  for (const kind of ['schemas', 'headers'] as const) {
    for (const name of Object.keys(READ.components[kind])) assert.ok(used.has(`#/components/${kind}/${name}`), name)
  }
})

test('every security requirement names a scheme, and only license endpoints need a token', () => {
  const schemes = Object.keys(READ.components.securitySchemes)
  for (const [path, { security }] of OPERATIONS) {
    for (const requirement of security) for (const name of Object.keys(requirement)) assert.ok(schemes.includes(name))
    const guarded = path.startsWith(API_PREFIX) && path !== `${API_PREFIX}/auth/token`
    assert.deepEqual(security, guarded ? [{ bearer: [] }] : [], path)
  }
})

test('every schema is valid JSON Schema 2020-12, and every example matches its schema', () => {
  const ajv = createAjv(READ)
  let examples = 0
  for (const name of Object.keys(READ.components.schemas)) ajv.compile({ $ref: `doc#/components/schemas/${name}` })
  for (const [name, { schema, example }] of Object.entries(READ.components.headers)) {
    assert.ok(ajv.validate(schema, example), name)
  }
  for (const [path, { requestBody, responses }] of OPERATIONS) {
    for (const content of [requestBody?.content, ...Object.values(responses).map((response) => response.content)]) {
      for (const media of Object.values(content ?? {})) {
        const isValid = compile(ajv, media.schema)
        for (const [name, { value }] of Object.entries(media.examples ?? {})) {
          examples += 1
          assert.ok(isValid(value), `${path} ${name}: ${ajv.errorsText(isValid.errors)}`)
        }
      }
    }
  }
  assert.ok(examples > 100)
})

test('every endpoint of the table is there, with an example request and response', () => {
  const posts = OPERATIONS.filter(([path]) => path.startsWith(API_PREFIX)).map(([path]) => path)
  assert.deepEqual(
    posts,
    ENDPOINTS.map(({ path }) => API_PREFIX + path),
  )
  for (const path of posts) {
    const post = READ.paths[path]?.post
    assert.ok(post?.requestBody?.content['application/json']?.examples, path)
    assert.ok(post.responses[200]?.content['application/json']?.examples, path)
  }
})

describe('the errors of an operation', () => {
  const codesOfResponse = (operation: Operation, status: string): readonly string[] => {
    const schema = operation.responses[status]?.content['application/json']?.schema as {
      allOf: [unknown, { properties: { error: { properties: { code: { enum: string[] } } } } }]
    }
    return schema.allOf[1].properties.error.properties.code.enum
  }

  test('are those of the table of endpoints, each under its status', () => {
    for (const { path, codes, meter, needsToken } of ENDPOINTS) {
      const operation = READ.paths[API_PREFIX + path]?.post
      assert.ok(operation)
      const reported = Object.keys(operation.responses)
        .filter((status) => status !== '200')
        .flatMap((status) => {
          for (const code of codesOfResponse(operation, status)) {
            assert.equal(ERRORS[code as ErrorCode].status, Number(status), `${path} ${code}`)
          }
          return codesOfResponse(operation, status)
        })
      const ofCaller = meter ? METERED_CODES : needsToken ? CALLER_CODES : []
      const expected = new Set([...COMMON_CODES, ...ofCaller, ...codes])
      assert.deepEqual(new Set(reported), expected, path)
      assert.equal(reported.length, expected.size, path)
    }
  })

  test('name their header fields', () => {
    const scan = READ.paths[`${API_PREFIX}/scan-profile`]?.post
    const headersOf = (status: number) => Object.keys(scan?.responses[status]?.headers ?? {})
    assert.ok(headersOf(401).includes('WWW-Authenticate') && !headersOf(403).includes('WWW-Authenticate'))
    assert.ok(headersOf(429).includes('Retry-After') && headersOf(429).includes('X-Quota-Limit'))
    assert.ok(headersOf(405).includes('Allow') && !headersOf(405).includes('Retry-After'))
    assert.ok(headersOf(200).includes('X-Cache') && headersOf(200).includes('RateLimit'))
  })

  test('are the enumeration of the error’s schema', () => {
    const { Error: envelope } = READ.components.schemas
    const codes = (envelope as { properties: { error: { properties: { code: { enum: string[] } } } } }).properties.error
      .properties.code.enum
    assert.deepEqual(codes, ERROR_CODES)
  })
})

test('a field whose absence has an error code of its own is required in the document', () => {
  const body = Type.Object({ cursor: Type.Optional(Type.String()) })
  const common = { path: '/x', summary: 'x', description: 'x', body, data: Type.Object({}), example: {} } as const
  const handle = () => async () => ({})
  const document = createOpenapi({
    baseUrl: BASE_URL,
    prefix: '/api/v1',
    endpoints: [
      endpoint({ ...common, codes: ['cursor_required'], handle }),
      endpoint({ ...common, path: '/y', codes: [], handle }),
    ],
  })
  const requiredOf = (path: string) =>
    document.paths[path]?.post?.requestBody?.content['application/json']?.schema.required
  assert.deepEqual(requiredOf('/api/v1/x'), ['cursor'])
  assert.equal(requiredOf('/api/v1/y'), undefined)
  assert.deepEqual(codesOf({ codes: ['cursor_required'] }).slice(0, 3), [
    'invalid_json',
    'invalid_request',
    'cursor_required',
  ])
})
