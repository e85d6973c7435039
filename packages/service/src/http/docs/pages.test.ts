import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { Parser } from 'htmlparser2'
import { ERROR_CODES, ERRORS } from '../../errors.ts'
import { registerAssets } from '../assets/routes.ts'
import { API_PREFIX, ENDPOINTS } from '../endpoints.ts'
import { createOpenapi } from '../openapi/create-openapi.ts'
import { ERROR_GROUPS, ERROR_GUIDE } from './error-guide/error-guide.ts'
import { html } from './markup.ts'
import { DOC_PAGES } from './pages.ts'
import { inline } from './prose.ts'
import { createApiReference } from './references.ts'
import { DOCS_PREFIX, registerDocs } from './routes.ts'
import type { Entry } from './search-index.ts'

const BASE_URL = 'https://api.example.com'
const DOCUMENT = createOpenapi({ baseUrl: BASE_URL, prefix: API_PREFIX, endpoints: ENDPOINTS })

const openApp = () => {
  const app = Fastify()
  registerAssets(app, [DOCS_PREFIX])
  registerDocs(app, { baseUrl: BASE_URL, references: [createApiReference(BASE_URL)] })
  return app
}

const openPage = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const app = openApp()
  const reply = await app.inject({ method: 'GET', url: path, headers })
  await app.close()
  return reply
}

/** Everything that the documentation serves. */
const routes = openApp()

/** https://html.spec.whatwg.org/multipage/syntax.html#void-elements */
const VOID = ['meta', 'link', 'input', 'img', 'source', 'br', 'hr', 'wbr']

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
      if (open.pop() !== name || (isImplied && !VOID.includes(name))) unbalanced.push(name)
    },
  })
  parser.end(page)
  const valuesOf = (attribute: string) =>
    elements.flatMap(({ attributes: { [attribute]: value } }) => (value === undefined ? [] : [value]))
  return { elements, unbalanced, valuesOf }
}

const PATHS = ['/docs', ...DOC_PAGES.map(({ path }) => path)]
const pages = new Map(await Promise.all(PATHS.map(async (path) => [path, await openPage(path)] as const)))
const IDS = new Map([...pages].map(([path, { body }]) => [path, new Set(read(body).valuesOf('id'))]))

for (const [path, { body, headers }] of pages) {
  describe(`the page ${path}`, () => {
    test('is whole: every element is closed, every id comes once', () => {
      const { unbalanced, valuesOf } = read(body)
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

    test('leads only to what is there, or to where a guide says that something is', () => {
      for (const href of read(body).valuesOf('href')) {
        if (/^(?:data:|https?:)/.test(href)) continue
        const { pathname, hash } = new URL(href, BASE_URL + path)
        const known = IDS.get(pathname)
        assert.ok(routes.hasRoute({ url: pathname, method: 'GET' }) || pathname in DOCUMENT.paths, href)
        if (hash !== '') assert.ok(known?.has(decodeURIComponent(hash.slice(1))), href)
      }
    })

    test('stays in the folder that a proxy may serve the service in, with its links and its search', () => {
      const { valuesOf } = read(body)
      const folder = 'https://shared.example/central'
      const own = valuesOf('href').filter((href) => !/^(?:data:|https?:)/.test(href))
      for (const href of [...own, ...valuesOf('data-root')]) {
        assert.ok(new URL(href, folder + path).href.startsWith(`${folder}/`), href)
      }
      const [root = ''] = valuesOf('data-root')
      assert.equal(new URL(`${root}docs/search.json`, folder + path).pathname, '/central/docs/search.json')
      assert.doesNotMatch(body, /fetch\(['"`]\//)
    })

    test('loads only files of this service, and its policy allows nothing inline', () => {
      const { elements, valuesOf } = read(body)
      const names = new Set(elements.map(({ name }) => name))
      for (const name of ['iframe', 'object', 'base', 'style']) assert.ok(!names.has(name), name)
      assert.deepEqual([valuesOf('style'), valuesOf('action')], [[], []])
      assert.ok(elements.every(({ attributes }) => Object.keys(attributes).every((name) => !name.startsWith('on'))))
      const loaded = [
        ...valuesOf('src'),
        ...valuesOf('srcset'),
        ...elements.flatMap(({ name, attributes: { href = '' } }) => (name === 'link' ? [href] : [])),
      ]
      for (const source of loaded) {
        const { origin, pathname } = new URL(source, BASE_URL + path)
        assert.deepEqual([origin, routes.hasRoute({ url: pathname, method: 'GET' })], [BASE_URL, true], source)
      }
      assert.doesNotMatch(body, /<script(?![^>]* src=)/)
      assert.equal(
        headers['content-security-policy'],
        "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      )
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    })
  })
}

test('the scripts never set HTML and never load from other hosts', async () => {
  for (const name of ['contents', 'samples', 'search']) {
    const { body, headers } = await openPage(`/docs/assets/${name}.js`)
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
    assert.doesNotMatch(body, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|https?:/)
  }
  const { body } = await openPage('/docs/assets/docs.css')
  assert.doesNotMatch(body, /url\(|@import/)
})

for (const path of ['/docs', '/docs/errors', '/docs/search.json']) {
  describe(`what is at ${path}`, () => {
    test('is sent once to whoever has it', async () => {
      const { headers } = await openPage(path)
      const again = await openPage(path, { 'if-none-match': String(headers.etag) })
      assert.deepEqual([again.statusCode, again.body], [304, ''])
      assert.equal((await openPage(path, { 'if-none-match': '"else"' })).statusCode, 200)
    })

    test('comes in the coding that the browser takes, each with a tag of its own', async () => {
      const plain = await openPage(path)
      const coded = await openPage(path, { 'accept-encoding': 'gzip, br' })
      assert.deepEqual(
        [plain.headers.vary, coded.headers.vary, coded.headers['content-encoding']],
        ['Accept-Encoding', 'Accept-Encoding', 'gzip'],
      )
      assert.equal(gunzipSync(coded.rawPayload).toString(), plain.body)
      assert.notEqual(coded.headers.etag, plain.headers.etag)
    })
  })
}

test('the reference shows every endpoint with every field of its request, and a line to call it with', async () => {
  const { body } = await openPage('/docs/reference/api')
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

describe('the guides', () => {
  test('show the whole text, with code in colors, and links that stay on the pages', () => {
    const body = pages.get('/docs/operate/deploy')?.body ?? ''
    assert.match(
      body,
      /<h2 id="proxy-and-tls">Proxy and TLS<a class="anchor" href="#proxy-and-tls" aria-label="[^"]+"><\/a><\/h2>/,
    )
    assert.match(body, /<a href="..\/..\/docs\/reference\/settings">/)
    assert.match(body, /<span class="t-word">docker<\/span> build/)
    // What is only in the repository is named without a link.
    assert.doesNotMatch(
      body.slice(body.indexOf('<article'), body.indexOf('</article>')),
      /href="[^"#]*\.(?:md|ts|yaml)/,
    )
    const api = pages.get('/docs/guides/api')?.body ?? ''
    assert.doesNotMatch(pages.get('/docs/reference/settings')?.body ?? '', /Do not edit/)
    assert.match(api, /href="..\/..\/docs\/errors/)
  })

  test('are all that the repository has, except the decisions and the list of pages', async () => {
    const files = await readdir(new URL('../../../../../docs', import.meta.url), { recursive: true })
    const served = new Set(DOC_PAGES.map(({ file }) => file))
    assert.deepEqual(
      files.filter((name) => name.endsWith('.md') && !name.startsWith('decisions/') && !served.has(`docs/${name}`)),
      ['README.md'],
    )
  })

  test('have the title of the table as their heading', async () => {
    for (const { file, title } of DOC_PAGES) {
      const text = await readFile(new URL(`../../../../../${file}`, import.meta.url), 'utf8')
      assert.equal(text.split('\n')[0], `# ${title}`, file)
    }
  })

  test('have at most 400 lines, except generated references', async () => {
    const long = await Promise.all(
      DOC_PAGES.filter(({ isReference }) => !isReference).map(async ({ file }) => {
        const text = await readFile(new URL(`../../../../../${file}`, import.meta.url), 'utf8')
        return [file, text.split('\n').length - 1] as const
      }),
    )
    assert.deepEqual(
      long.filter(([, lines]) => lines > 400),
      [],
    )
  })
})

test('whatever the search leads to is there, and it knows endpoints, settings, codes and sections', async () => {
  const entries = JSON.parse((await openPage('/docs/search.json')).body) as readonly Entry[]
  for (const { href, title } of entries) {
    const [path = '', id] = href.split('#')
    assert.ok(IDS.get(path), href)
    if (id !== undefined) assert.ok(IDS.get(path)?.has(id), `${href}: ${title}`)
  }
  const hrefsOf = (word: string) =>
    entries.filter(({ title, text }) => `${title} ${text}`.includes(word)).map(({ href }) => href.split('#')[0])
  assert.ok(hrefsOf('load-more-posts').includes('/docs/reference/api'))
  assert.ok(hrefsOf('DRAIN_SECONDS').includes('/docs/reference/settings'))
  assert.ok(hrefsOf('cursor_expired').length > 0 || hrefsOf('invalid_cursor').includes('/docs/errors'))
  assert.ok(hrefsOf('PgBouncer').includes('/docs/operate/postgresql'))
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
  assert.equal(
    inline('[a](https://b.example/?c&d) [e](f.md)').markup,
    '<a href="https://b.example/?c&amp;d">a</a> [e](f.md)',
  )
})

test('samples call this service where the files name a service on the reader’s machine', async () => {
  for (const [path, sample] of [
    ['/docs/start/quick-start', `API=${BASE_URL}/api/v1`],
    ['/docs/start/javascript', `CENTRAL_API_URL=${BASE_URL}`],
    ['/docs/start/operator', `${BASE_URL}/console/`],
    ['/docs/reference/cli', `${BASE_URL}/sandbox/@demo`],
  ] as const) {
    const texts = await Promise.all([`${path}.md`, '/docs/search.json'].map((each) => openPage(each)))
    const page = (pages.get(path)?.body ?? '').replace(/<[^>]*>/g, '')
    for (const text of [page, ...texts.map(({ body }) => body)]) assert.ok(text.includes(sample), `${path}: ${sample}`)
  }
  for (const path of [
    ...PATHS,
    ...PATHS.map((each) => `${each}.md`),
    '/llms.txt',
    '/llms-full.txt',
    '/docs/search.json',
  ]) {
    assert.doesNotMatch((await openPage(path)).body.replace(/<[^>]*>/g, ''), /127\.0\.0\.1:8080(?!:8080)/, path)
  }
})

test('browsers find the icon by themselves', async () => {
  const { statusCode, headers, rawPayload } = await openPage('/favicon.ico')
  assert.deepEqual([statusCode, headers['content-type']], [200, 'image/x-icon'])
  // https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
  assert.deepEqual([...rawPayload.subarray(0, 6)], [0, 0, 1, 0, 3, 0])
})
