import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertError } from '@central-api/testing/assert-response.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { CONSOLE_POLICY, STAGE_POLICY } from './routes.ts'

const CONSOLE = fileURLToPath(new URL('../../../../console/', import.meta.url))
const filesOf = (folder: string) =>
  readdirSync(CONSOLE + folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath.replace(/\/$/, '')}/${name}`.slice(`${CONSOLE}${folder}/`.length))
const FILES = filesOf('pages')
const STAGE_FILES = filesOf('stage')
/** It keeps the ids of columns, as a test in the browser shows. */
const COLUMN_CHOICE = 'pages/parts/column-choice.js'
const read = (file: string) => readFileSync(CONSOLE + file, 'utf8')

const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
} as const

test('every file of the console is served as it is, under the policy', async (context) => {
  const { send } = await startService(context)
  for (const file of FILES) {
    const response = await send({ method: 'GET', path: `/console/${file === 'index.html' ? '' : file}` })
    assert.equal(response.status, 200, file)
    assert.equal(response.text, read(`pages/${file}`), file)
    assert.equal(response.headers['content-type'], TYPES[file.split('.').at(-1) as keyof typeof TYPES], file)
    assert.equal(response.headers['content-security-policy'], CONSOLE_POLICY)
    assert.equal(response.headers['cache-control'], 'no-cache')
    assert.equal(response.headers['x-content-type-options'], 'nosniff')
    assert.equal(response.headers['x-frame-options'], 'DENY')
    assert.equal(response.headers['referrer-policy'], 'no-referrer')
    assert.equal(response.headers['cross-origin-resource-policy'], 'same-origin')
  }
})

test('the typeface, the icon and the theme are served below the console and the documentation', async (context) => {
  const { send } = await startService(context)
  for (const prefix of ['/console', '/docs']) {
    const [font, icon, theme] = await Promise.all(
      ['geist.woff2', 'icon.svg', 'theme.css'].map((name) => send({ method: 'GET', path: `${prefix}/assets/${name}` })),
    )
    assert.equal(font?.headers['content-type'], 'font/woff2')
    assert.ok(font?.text.startsWith('wOF2'))
    assert.equal(icon?.headers['content-type'], 'image/svg+xml')
    assert.match(theme?.text ?? '', /url\("geist\.woff2"\)/)
    // Fonts are requested with CORS, also from the stage, whose origin is opaque.
    assert.equal(font?.headers['access-control-allow-origin'], '*')
  }
})

test('every file of the stage is served as it is, to a document with an opaque origin, under its own policy', async (context) => {
  const { send } = await startService(context)
  for (const file of STAGE_FILES) {
    const response = await send({ method: 'GET', path: `/console/stage/${file === 'index.html' ? '' : file}` })
    assert.equal(response.status, 200, file)
    assert.equal(response.text, read(`stage/${file}`), file)
    assert.equal(response.headers['content-security-policy'], STAGE_POLICY)
    assert.equal(response.headers['access-control-allow-origin'], '*')
    assert.equal(response.headers['cross-origin-resource-policy'], 'cross-origin')
    assert.equal(response.headers['x-frame-options'], 'SAMEORIGIN')
  }
  assert.match(STAGE_POLICY, /script-src 'self'; .*sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox$/)
})

test('the modules of the selector are served without types, and without their tests', async (context) => {
  const { send } = await startService(context)
  const get = (path: string) => send({ method: 'GET', path: `/console/stage/selector/${path}` })
  const responses = await Promise.all(['post-selector.ts', 'view/post-card.ts', 'source.ts'].map(get))
  for (const { status, headers, text } of responses) {
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(headers['content-security-policy'], STAGE_POLICY)
    assert.doesNotMatch(text, /^(?:export )?type |import type|readonly /m)
  }
  for (const path of ['feed.test.ts', '../package.json', '..%2fpackage.json', 'constructor', '']) {
    assertError(await get(path), { code: 'not_found' })
  }
})

test('the modules that the documentation shares with the console are served without types, and no others', async (context) => {
  const { send } = await startService(context)
  const get = (path: string) => send({ method: 'GET', path: `/console/shared/${path}` })
  const paths = ['call-samples.ts', 'literal.ts', 'code-tokens.ts', 'error-guide/error-guide.ts', 'error-guide/link.ts']
  for (const path of paths) {
    const { status, headers, text } = await get(path)
    assert.equal(status, 200, path)
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(headers['content-security-policy'], CONSOLE_POLICY)
    assert.doesNotMatch(text, /^(?:export )?type |import type|: readonly | satisfies /m)
    for (const [, name = ''] of text.matchAll(/from '\.\/([^']+)'/g)) {
      const imported = await get(path.replace(/[^/]+$/, name))
      assert.equal(imported.status, 200, `${path} imports ${name}`)
    }
  }
  for (const path of ['traffic/endpoint-names.ts', 'scanning/other-names.ts']) {
    const names = await get(path)
    assert.deepEqual([names.status, names.headers['content-security-policy']], [200, CONSOLE_POLICY])
  }
  for (const path of [
    'traffic/request-log.ts',
    'scanning/scan.ts',
    'call-samples.test.ts',
    'routes.ts',
    'page-script.js',
    'error-guide/../routes.ts',
    '',
  ]) {
    assertError(await get(path), { code: 'not_found' })
  }
})

test('an unchanged file is not sent again', async (context) => {
  const { send } = await startService(context)
  const { headers } = await send({ method: 'GET', path: '/console/main.js' })
  const path = '/console/main.js'
  const again = await send({ method: 'GET', path, headers: { 'if-none-match': String(headers.etag) } })
  assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', headers.etag])
  const other = await send({ method: 'GET', path, headers: { 'if-none-match': '"other"' } })
  assert.equal(other.status, 200)
})

test('the URL without a slash redirects to the one with it', async (context) => {
  const { send } = await startService(context)
  const { status, headers } = await send({ method: 'GET', path: '/console' })
  assert.deepEqual([status, headers.location], [308, 'console/'])
})

test('nothing else below it is served', async (context) => {
  const { send } = await startService(context)
  const nowhere = [
    'index.html',
    '../package.json',
    '..%2fpackage.json',
    'app',
    'app/',
    'main.ts',
    '%2e%2e/tsconfig.json',
  ]
  for (const path of nowhere)
    assertError(await send({ method: 'GET', path: `/console/${path}` }), { code: 'not_found' })
})

test('console and stage name no other host, have no inline code, and set no markup of a page', () => {
  for (const file of [...FILES.map((each) => `pages/${each}`), ...STAGE_FILES.map((each) => `stage/${each}`)]) {
    const text = read(file).replaceAll('http://www.w3.org/2000/svg', '')
    assert.doesNotMatch(text, /(?:https?:)?\/\/[a-z0-9-]+\.[a-z]/i, file)
    assert.doesNotMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|\.cookie/, file)
    // What outlives the tab must not contain the token.
    if (file !== COLUMN_CHOICE) assert.doesNotMatch(text, /localStorage|indexedDB/, file)
    if (file.endsWith('.html')) assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)|<style|\son[a-z]+=|\sstyle=/i)
  }
  for (const file of FILES) assert.doesNotMatch(read(`pages/${file}`), /DOMParser|srcdoc/, file)
})
