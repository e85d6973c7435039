import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import Fastify from 'fastify'
import { Parser } from 'htmlparser2'
import { ERROR_CODES, ERRORS } from '../../errors.ts'
import { API_PREFIX, ENDPOINTS } from '../endpoints.ts'
import { createOpenapi } from '../openapi/create-openapi.ts'
import { apiReference } from './api-reference.ts'
import { ERROR_GROUPS, ERROR_GUIDE } from './error-guide/error-guide.ts'
import { html } from './markup.ts'
import { inline } from './prose.ts'
import { registerDocs } from './routes.ts'

const BASE_URL = 'https://api.example.com'
const DOCUMENT = createOpenapi({ baseUrl: BASE_URL, prefix: API_PREFIX, endpoints: ENDPOINTS })

const openPage = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const app = Fastify()
  registerDocs(app, [apiReference(DOCUMENT)])
  const answer = await app.inject({ method: 'GET', url: path, headers })
  await app.close()
  return answer
}

type Element = { readonly name: string; readonly attributes: Readonly<Record<string, string>> }

const read = (page: string) => {
  const elements: Element[] = []
  const open: string[] = []
  const unbalanced: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      elements.push({ name, attributes })
      open.push(name)
    },
    onclosetag(name, isImplied) {
      if (open.pop() !== name || (isImplied && !['meta', 'link', 'input'].includes(name))) unbalanced.push(name)
    },
  })
  parser.end(page)
  const valuesOf = (attribute: string) =>
    elements.flatMap(({ attributes: { [attribute]: value } }) => (value === undefined ? [] : [value]))
  return { elements, unbalanced, valuesOf }
}

for (const path of ['/docs', '/docs/errors']) {
  describe(`the page ${path}`, () => {
    test('is whole: every element is closed, every id comes once', async () => {
      const { unbalanced, valuesOf } = read((await openPage(path)).body)
      assert.deepEqual(
        unbalanced.filter((name) => !['rect', 'circle', 'path'].includes(name)),
        [],
      )
      const ids = valuesOf('id')
      assert.deepEqual(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        [],
      )
    })

    test('leads only to what is there', async () => {
      const pages = { '/docs': await openPage('/docs'), '/docs/errors': await openPage('/docs/errors') }
      const ids = Object.fromEntries(Object.entries(pages).map(([name, { body }]) => [name, read(body).valuesOf('id')]))
      for (const href of read(pages[path as '/docs'].body).valuesOf('href')) {
        const [target = '', id] = href.split('#')
        if (href.startsWith('data:')) continue
        if (id === undefined) assert.ok(target in DOCUMENT.paths, href)
        else assert.ok(ids[target === '' ? path : target]?.includes(id), href)
      }
    })

    test('runs nothing, loads nothing, and is allowed nothing but its own style', async () => {
      const { body, headers } = await openPage(path)
      const { elements, valuesOf } = read(body)
      const names = new Set(elements.map(({ name }) => name))
      for (const name of ['script', 'img', 'iframe', 'object', 'form', 'base']) assert.ok(!names.has(name), name)
      assert.deepEqual([valuesOf('src'), valuesOf('style')], [[], []])
      assert.ok(elements.every(({ attributes }) => Object.keys(attributes).every((name) => !name.startsWith('on'))))
      const links = elements.filter(({ name }) => name === 'link').map(({ attributes }) => attributes.href)
      assert.ok(links.every((href) => href?.startsWith('data:')))
      const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? ''
      assert.doesNotMatch(style, /url\(|@import/)
      const hash = createHash('sha256').update(style).digest('base64')
      assert.equal(
        headers['content-security-policy'],
        `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    })

    test('is sent once to whoever has it', async () => {
      const { headers } = await openPage(path)
      const again = await openPage(path, { 'if-none-match': String(headers.etag) })
      assert.deepEqual([again.statusCode, again.body], [304, ''])
      assert.equal((await openPage(path, { 'if-none-match': '"else"' })).statusCode, 200)
    })
  })
}

test('the reference shows every endpoint with every field of its request, and a line to call it with', async () => {
  const { body } = await openPage('/docs')
  for (const { path, body: request, summary } of ENDPOINTS) {
    const start = body.indexOf(`<code class="plain">${API_PREFIX}${path}</code>`)
    assert.ok(start > 0, path)
    const section = body.slice(start, body.indexOf('</section>', start))
    assert.ok(section.includes(summary))
    for (const field of Object.keys(request.properties)) {
      assert.ok(section.includes(`<code class="name">${field}</code>`), `${path} ${field}`)
    }
    assert.ok(section.includes(`${BASE_URL}${API_PREFIX}${path}`), path)
  }
})

test('the page of errors has a section for every code, where `error.docs` leads to', async () => {
  const { body } = await openPage('/docs/errors')
  const { elements } = read(body)
  const sections = elements.flatMap(({ attributes }) => (attributes.class === 'code' ? [attributes.id] : []))
  assert.deepEqual(new Set(sections), new Set(ERROR_CODES))
  assert.equal(sections.length, ERROR_CODES.length)
})

describe('the guide to the errors', () => {
  test('has each code once, in one group', () => {
    const codes = ERROR_GROUPS.flatMap((group) => group.codes)
    assert.deepEqual([...codes].sort(), [...ERROR_CODES].sort())
    assert.deepEqual(Object.keys(ERROR_GUIDE).sort(), [...ERROR_CODES].sort())
  })

  test('says in whole sentences what happened and what to do, and when to ask again where that helps', () => {
    for (const code of ERROR_CODES) {
      const { happened, todo } = ERROR_GUIDE[code]
      for (const text of [happened, todo]) {
        assert.match(text, /^[A-Z`].*[.]$/s, code)
        assert.equal(text.split('`').length % 2, 1, `${code}: a backtick is open`)
      }
      if (ERRORS[code].retryable) assert.match(todo, /again/, code)
    }
  })
})

test('text is escaped wherever it is put', () => {
  const hostile = `<script>"&'</script>`
  assert.equal(
    html`<p title="${hostile}">${hostile}</p>`.markup,
    '<p title="&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;">&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;</p>',
  )
  assert.equal(html`${[1, html`<b>${'<'}</b>`, undefined, false]}`.markup, '1<b>&lt;</b>')
  assert.equal(inline('a `<b>` c').markup, 'a <code>&lt;b&gt;</code> c')
})
