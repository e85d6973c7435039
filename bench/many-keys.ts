// Resident memory of the engine after a million distinct profiles were scanned, with the default memory for pages and
// the store on disk. Run as a process of its own: `node bench/many-keys.ts KEYS FOLDER`; prints one JSON document.

import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { readConfig } from '../packages/service/src/config/read-config.ts'
import { openCore } from '../packages/service/src/core.ts'
import { createEngine } from '../packages/service/src/engine.ts'
import { buildPost, buildProfile } from '../packages/service/src/normalization/build-post.ts'
import { createLog } from '../packages/service/src/observability/create-log.ts'
import { platform } from '../packages/service/src/platforms/platform.ts'
import { parseScan } from '../packages/service/src/scanning/scan.ts'

const AT_ONCE = 50
const [keys = '1000000', folder = ''] = process.argv.slice(2)
const POSTS = Array.from({ length: 5 }, (_, n) => buildPost({ id: String(n), text: 'Some words to read. '.repeat(15) }))

/** Answers at once, for any number. */
const made = platform({
  id: 'made',
  name: 'Made up',
  provenance: 'sandbox',
  handles: ['1'],
  variants: { posts: 'all' },
  settings: Type.Object({}),
  canonicalize: (input) => (/^\d+$/.test(input) ? input : undefined),
  postUrls: [],
  page: async ({ handle }) => ({ profile: buildProfile({ handle }), posts: POSTS, next: '5' }),
})

const config = readConfig({
  DATABASE_URL: `sqlite:${folder}/central.db`,
  LICENSE_PEPPER: randomBytes(32).toString('hex'),
})
const core = await openCore({ config, now: Date.now })
const log = createLog('warn', process.stderr, false)
const { pages, registry, cursors, previews, egress } = createEngine({
  config,
  core,
  log,
  now: Date.now,
  platforms: [made],
})
const caller = { license: { mode: 'live' }, plan: { platforms: null } } as const

let next = 0
let bytes = 0
const startedAt = performance.now()
const work = async () => {
  while (next < Number(keys)) {
    next += 1
    const scan = parseScan({ platform: 'made', handle: String(next) }, caller, registry, cursors)
    const { page } = await pages.get(scan)
    bytes += page.bytes.length
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
const seconds = (performance.now() - startedAt) / 1000
const { rss, heapUsed, external } = process.memoryUsage()
const figures = {
  residentMb: rss / 1e6,
  heapMb: heapUsed / 1e6,
  externalMb: external / 1e6,
  seconds,
  bytesEach: bytes / next,
}
const rounded = Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, Math.round(figure)]))
process.stdout.write(`${JSON.stringify({ keys: next, ...rounded })}\n`)
await pages.idle()
await previews.close()
await egress.close()
await core.store.close()
