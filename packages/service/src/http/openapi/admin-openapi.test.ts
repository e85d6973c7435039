import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADMIN_TOKEN } from '@central-api/testing/http/admin/fixture.ts'
import { compile, createAjv } from '@central-api/testing/http/openapi/test-document.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { ERRORS, type ErrorCode } from '../../errors.ts'
import { ADMIN_PREFIX } from '../admin/admin-route.ts'
import { ADMIN_ROUTES } from '../admin/admin-routes.ts'
import { DOC_PAGES } from '../docs/pages.ts'
import { ADMIN_OBJECTS, createAdminOpenapi } from './create-admin-openapi.ts'
import { type Openapi, operationsOf } from './document.ts'

const BASE_URL = 'https://api.example.com'
/** As a client reads it. */
const READ = JSON.parse(
  JSON.stringify(createAdminOpenapi({ baseUrl: BASE_URL, prefix: ADMIN_PREFIX, routes: ADMIN_ROUTES })),
) as Openapi
const OPERATIONS = operationsOf(READ)

test('the document has every endpoint of the admin API once, with its own id', () => {
  assert.deepEqual(
    OPERATIONS.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort(),
    ADMIN_ROUTES.map(({ method, path }) => `${method} ${ADMIN_PREFIX}${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
  )
  const ids = OPERATIONS.map(({ operation }) => operation.operationId)
  assert.deepEqual([...new Set(ids)], ids)
  for (const id of ids) assert.match(id, /^[a-z][A-Za-z0-9]+$/)
  const tags = new Map(READ.tags.map(({ name, description }) => [name, description]))
  for (const { operation } of OPERATIONS) {
    for (const tag of operation.tags) assert.ok(tags.get(tag), `${tag} says nothing of itself`)
  }
})

test('the document has what OpenAPI 3.1 requires, and every reference resolves', () => {
  assert.deepEqual(Object.keys(READ), ['openapi', 'info', 'servers', 'tags', 'paths', 'components'])
  assert.equal(READ.openapi, '3.1.1')
  const text = JSON.stringify(READ)
  const components = Object.entries(READ.components).flatMap(([kind, names]) =>
    Object.keys(names).map((name) => `#/components/${kind}/${name}`),
  )
  for (const [, reference = ''] of text.matchAll(/"\$ref":"(?<reference>[^"]+)"/g)) {
    assert.ok(components.includes(reference), reference)
  }
  for (const component of components.filter((name) => !name.includes('/securitySchemes/'))) {
    assert.ok(text.includes(`"$ref":"${component}"`), component)
  }
  for (const name of ADMIN_OBJECTS) assert.ok(name in READ.components.schemas, name)
  for (const { path, operation } of OPERATIONS) assert.deepEqual(operation.security, [{ operator: [] }], path)
  assert.deepEqual(Object.keys(READ.components.securitySchemes), ['operator'])
})

test('every path segment is a parameter with an example, and so is every query field', () => {
  for (const { path, method, operation } of OPERATIONS) {
    const { parameters = [] } = operation
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    assert.deepEqual(
      inPath.map(({ name }) => `{${name}}`),
      path.match(/\{\w+\}/g) ?? [],
    )
    for (const { example, required } of inPath) assert.ok(example && required, path)
    const route = ADMIN_ROUTES.find(
      (each) => each.method.toLowerCase() === method && ADMIN_PREFIX + each.path.replace(/:(\w+)/g, '{$1}') === path,
    )
    const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
    assert.deepEqual(query, Object.keys(route?.query?.properties ?? {}))
    const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
    for (const { name, example } of required) assert.ok(example !== undefined, `${path} ${name}`)
  }
})

test('every schema is valid JSON Schema 2020-12, and every example matches its schema', () => {
  const ajv = createAjv(READ)
  for (const name of Object.keys(READ.components.schemas)) ajv.compile({ $ref: `doc#/components/schemas/${name}` })
  let examples = 0
  for (const { path, operation } of OPERATIONS) {
    for (const { schema, example } of operation.parameters ?? []) {
      if (example !== undefined) assert.ok(ajv.validate(schema, example), `${path} ${example}`)
    }
    const { requestBody, responses } = operation
    for (const content of [requestBody?.content, ...Object.values(responses).map((response) => response.content)]) {
      for (const media of Object.values(content ?? {})) {
        const isValid = compile(ajv, media.schema)
        const values = Object.entries(media.examples ?? {})
        assert.ok(values.length > 0, path)
        for (const [name, { value }] of values) {
          examples += 1
          assert.ok(isValid(value), `${path} ${name}: ${ajv.errorsText(isValid.errors)} ${JSON.stringify(value)}`)
        }
      }
    }
    for (const [status, response] of Object.entries(responses)) {
      if (status === '200') continue
      for (const code of Object.keys(response.content['application/json']?.examples ?? {})) {
        assert.equal(ERRORS[code as ErrorCode].status, Number(status), `${path} ${code}`)
      }
    }
  }
  assert.ok(examples > 150)
})

test('links in descriptions are URLs of pages that exist', () => {
  const links = [...JSON.stringify(READ).matchAll(/\]\(([^)]+)\)/g)].map(([, href = '']) => new URL(href))
  assert.ok(links.length > 0)
  for (const { origin, pathname } of links) {
    assert.equal(origin, BASE_URL)
    assert.ok(
      DOC_PAGES.some(({ path }) => path === pathname),
      pathname,
    )
  }
})

test('the document is served only where there is an admin API, and there the reference shows it', async (context) => {
  const open = await startService(context, { environment: { ADMIN_TOKEN } })
  const document = await open.send({ method: 'GET', path: `${ADMIN_PREFIX}/openapi.json` })
  assert.equal(document.status, 200)
  assert.deepEqual(Object.keys((JSON.parse(document.text) as Openapi).paths), Object.keys(READ.paths))
  const page = await open.send({ method: 'GET', path: '/docs/reference/admin-api' })
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  for (const { path, operation } of OPERATIONS) {
    assert.ok(page.text.includes(operation.summary), path)
  }
  assert.ok(page.text.includes('/admin/v1/openapi.json'))
  const closed = await startService(context)
  assert.equal((await closed.send({ method: 'GET', path: `${ADMIN_PREFIX}/openapi.json` })).status, 404)
  // Without it, the page is made from the repository's Markdown.
  const { status, text } = await closed.send({ method: 'GET', path: '/docs/reference/admin-api' })
  assert.deepEqual([status, text.includes('class="prose"')], [200, true])
})
