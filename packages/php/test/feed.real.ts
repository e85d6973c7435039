// The PHP renderer gives the same markup as the JavaScript one, on every supported PHP version: for each fixture in each layout, and for a
// page in which every string is hostile. Needs root on Debian, or an installed PHP.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { HOSTILE_PAGE } from '../../feed/fixtures/hostile.ts'
import { POSTS, PROFILE } from '../../feed/fixtures/posts.ts'
import { type FeedOptions, type FeedPage, LAYOUTS, renderFeed } from '../../feed/src/render-feed.ts'
import { normalizeMarkup } from '../../feed/test/normalize-markup.ts'
import { installPackages } from '../../service/test/real/install-packages.ts'
import { DEBIAN_PHP, installWasmPhp, runPhp } from './install-wasm-php.ts'

const PROGRAM = fileURLToPath(new URL('programs/render-feeds.php', import.meta.url))
const PHP = { name: 'PHP', packages: ['php-cli'], files: ['/usr/bin/php'] }
const VERSIONS = ['7.4', '8.0', '8.1', '8.2', '8.3', '8.4', '8.5'] as const

const PAGE = {
  body: { platform: 'mastodon', handle: 'rye.and.salt@social.example', profile: PROFILE, posts: POSTS },
  nextCursor: 'next/page?',
} as unknown as FeedPage
const OTHER = { body: { ...PAGE.body, handle: 'mill@farm.example', profile: { ...PROFILE, displayName: 'The Mill' } } }

const FILE = 'https://api.example.com/media/AZx'
const SIZED = [
  { type: 'image', url: FILE, width: 1_080, height: 1_350, sizes: [320, 640] },
  { type: 'image', url: `${FILE}2`, sizes: [] },
  { type: 'video', url: `${FILE}.mp4`, previewUrl: FILE, sizes: [320] },
]
const SIZED_PAGE = { body: { posts: [{ id: '1', kind: 'gallery', media: SIZED }] } }

type Case = { readonly page: FeedPage | readonly FeedPage[]; readonly options: FeedOptions }

const CASES: readonly Case[] = [
  ...LAYOUTS.map((layout) => ({ page: PAGE, options: { layout } })),
  { page: PAGE, options: { columns: 9, tablet: 2, phone: 2, ratio: '4:5', gap: 'small', shadow: 'large', lines: 4 } },
  {
    page: PAGE,
    options: { more: '/news?cursor={cursor}', id: 'news', buttonClass: 'button', hover: 'lift', look: 'soft' },
  },
  { page: PAGE, options: { without: ['head', 'author', 'date', 'text', 'counts', 'mark', 'link', 'lightbox'] } },
  {
    page: PAGE,
    options: { words: { viewOn: 'Auf %s ansehen', votes: { other: '%1$s Stimmen' }, more: '100 % „mehr“' } },
  },
  { page: PAGE, options: { timeZone: 'Pacific/Auckland', ratio: 'original' } },
  { page: [PAGE, OTHER as FeedPage], options: { layout: 'timeline', platform: 'unknownplatform' } },
  { page: HOSTILE_PAGE as unknown as FeedPage, options: { layout: 'single', more: '/?c={cursor}' } },
  { page: HOSTILE_PAGE as unknown as FeedPage, options: { layout: 'justified' } },
  { page: { body: { posts: [] } }, options: {} },
  ...(['grid', 'single'] as const).map((layout) => ({ page: SIZED_PAGE, options: { layout } })),
]

let folder = ''
let wasmPhp: Awaited<ReturnType<typeof installWasmPhp>>

before(async () => {
  assert.equal(installPackages(PHP), undefined)
  folder = mkdtempSync(join(tmpdir(), 'central-api-feed-'))
  writeFileSync(join(folder, 'cases.json'), JSON.stringify(CASES))
  wasmPhp = await installWasmPhp(folder)
})
after(() => rmSync(folder, { recursive: true, force: true }))

for (const version of ['Debian’s', ...VERSIONS]) {
  test(`the renderer gives the same markup as the JavaScript one on ${version} PHP`, async () => {
    const php = version === 'Debian’s' ? DEBIAN_PHP : wasmPhp(version)
    const output = join(folder, `${version}.json`)
    const running = await runPhp(php, [PROGRAM, join(folder, 'cases.json'), output])
    if (version !== 'Debian’s') assert.ok(running.startsWith(version), running)
    const feeds = JSON.parse(readFileSync(output, 'utf8')) as readonly string[]
    assert.equal(feeds.length, CASES.length)
    for (const [at, { page, options }] of CASES.entries()) {
      const expected = normalizeMarkup(renderFeed(page, options)).split('\n')
      assert.deepEqual(normalizeMarkup(feeds[at] ?? '').split('\n'), expected, JSON.stringify(options))
    }
  })
}
