// Which part of the service may import which, and what only one part may touch. Tables to read; source-files.ts applies them.

/** Files that only tests load: they may import anything, and nothing else may import them. */
export const FOR_TESTS =
  /\.test\.ts$|\.cases\.ts$|\/fixtures\/|(?:^|\/)(?:(?:[\w-]+-)?(?:suite|fixture)|simulat(?:or|ed-[\w-]+)|(?:fake|test|forge|simulate)-[\w-]+)\.ts$/

/** What every part may import. */
const EVERYBODY = ['errors.ts', 'clock', 'collections', 'crypto', 'event-loop', 'files', 'parsing', 'post']
/** The store as the rules see it: its contract, never a backend. */
const STORE = ['storage/store.ts', 'storage/store-error.ts']
/** Where the store is, and what it is. */
const STORE_PLACE = ['storage/address', 'storage/require-own-store.ts']
/** What a platform is made of. */
const PLATFORM_KIT = [
  ...['platforms/contract', 'platforms/addresses', 'platforms/feeds', 'platforms/paging', 'platforms/meta'],
  ...['bearer', 'client-credentials', 'given'].map((name) => `platforms/credentials/${name}.ts`),
]
/** What stands between platforms and the network. */
const ASKING = ['platforms/asking', 'platforms/budget', 'platforms/credentials']
/** Folders beside those of the platforms. Every other one is a platform. */
export const ROOMS_OF_PLATFORMS = [
  ...['platforms/contract', 'platforms/addresses', 'platforms/feeds', 'platforms/paging', 'platforms/suite'],
  'platforms/meta',
  ...ASKING,
  'platforms/reading',
  'platforms/health',
]

/** One call for all who wait, and none for what just failed: the same for a page, a link and a post. */
const SHARED_WAITS = ['scanning/flights.ts', 'scanning/failure-memory.ts', 'scanning/store-turns.ts']

/** Part → what it may import besides itself: a part, a folder or a file. `*` stands for each folder. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'errors.ts': [],
  clock: [],
  collections: [],
  crypto: [],
  'event-loop': [],
  files: [],
  threads: ['errors.ts'],
  parsing: ['errors.ts', 'collections'],
  post: ['errors.ts', 'collections', 'parsing'],
  observability: EVERYBODY,
  egress: EVERYBODY,
  telemetry: [...EVERYBODY, 'observability', 'egress'],
  'content-coding': ['collections', 'event-loop'],
  storage: EVERYBODY,
  audit: [...EVERYBODY, ...STORE],
  events: [...EVERYBODY, ...STORE],
  licensing: [...EVERYBODY, ...STORE, 'audit', 'events'],
  webhooks: [...EVERYBODY, ...STORE, 'audit', 'events', 'licensing', 'egress'],
  csv: [],
  importing: [...EVERYBODY, ...STORE, 'audit', 'csv', 'licensing'],
  exporting: [...EVERYBODY, ...STORE, 'csv', 'licensing'],
  platforms: [...EVERYBODY, ...STORE, ...ROOMS_OF_PLATFORMS, 'egress'],
  'platforms/contract': EVERYBODY,
  'platforms/addresses': [...EVERYBODY, 'platforms/contract'],
  'platforms/paging': [...EVERYBODY, 'platforms/contract'],
  'platforms/feeds': [...EVERYBODY, 'platforms/contract', 'platforms/paging'],
  'platforms/meta': [...EVERYBODY, 'platforms/contract', 'platforms/addresses', 'platforms/credentials/given.ts'],
  'platforms/budget': [...EVERYBODY, ...STORE, 'platforms/contract'],
  'platforms/credentials': [...EVERYBODY, ...STORE, 'events', 'platforms/contract'],
  'platforms/asking': [...EVERYBODY, ...ASKING, 'platforms/contract', 'platforms/registry.ts', 'egress'],
  'platforms/reading': [...EVERYBODY, 'platforms/asking', 'platforms/contract', 'platforms/registry.ts'],
  'platforms/health': [...EVERYBODY, ...STORE, ...ASKING, 'events', 'platforms/contract'],
  'platforms/*': [...EVERYBODY, ...PLATFORM_KIT],
  scanning: [...EVERYBODY, ...STORE, 'content-coding', 'platforms', 'egress'],
  validation: [...EVERYBODY, ...STORE, ...SHARED_WAITS, 'content-coding', 'platforms', 'egress'],
  config: [...EVERYBODY, ...STORE, ...STORE_PLACE, 'egress', 'licensing', 'platforms', 'telemetry'],
  http: [
    ...EVERYBODY,
    ...STORE,
    'content-coding',
    'csv',
    'config',
    'observability',
    'audit',
    'licensing',
    'platforms',
    'scanning',
    'telemetry',
    'validation',
    'webhooks',
  ],
  workers: [...EVERYBODY, 'observability'],
  'app.ts': [...EVERYBODY, 'http'],
  cli: ['.'],
  // The composition root and the parts that it is made of.
  'main.ts': ['.'],
  'service.ts': ['.'],
  'core.ts': ['.'],
  'engine.ts': ['.'],
  'open-telemetry.ts': ['.'],
  'engine-threads.ts': ['threads', 'platforms', 'validation'],
  // The composition root of a thread.
  'thread.ts': ['engine-threads.ts', 'event-loop', 'threads', 'platforms', 'validation'],
}

/** File → the platforms that it may name. Nobody else knows one from another. */
export const KNOWS_PLATFORMS: Readonly<Record<string, string>> = {
  'platforms/all.ts': 'platforms',
  'platforms/posts-only.ts': 'platforms',
  // What is made up makes good examples.
  'http/openapi/examples.ts': 'platforms/sandbox',
  // It loads from the service, and is validated without a call.
  'http/sandbox/routes.ts': 'platforms/sandbox/site',
  'validation/sandbox-egress.ts': 'platforms/sandbox/site',
  'engine.ts': 'platforms/sandbox/site/addresses.ts',
}

/** Who may import the composition root. */
export const KNOWS_ROOT = [
  ...['cli', 'main.ts', 'service.ts', 'core.ts', 'engine.ts', 'engine-threads.ts', 'open-telemetry.ts'],
  'thread.ts',
]

const SOCKETS = ['egress', 'storage/postgres']

/** Package or module → where it may be imported. Types are free: they do nothing. */
export const ONLY_IN: Readonly<Record<string, readonly string[]>> = {
  'node:net': SOCKETS,
  'node:tls': SOCKETS,
  'node:http': ['egress'],
  'node:https': ['egress'],
  'node:http2': ['egress'],
  'node:dgram': [],
  'node:dns': ['egress'],
  'node:dns/promises': ['egress'],
  'node:child_process': [],
  'node:cluster': ['workers'],
  undici: ['egress'],
  pg: ['storage/postgres'],
  'better-sqlite3': ['storage/sqlite'],
  kysely: ['storage'],
  fastify: ['http', 'app.ts', 'service.ts'],
  commander: ['cli', 'main.ts'],
  pino: ['observability'],
  // Schemas are made by parsing/type.ts, which loads a start nothing more.
  typebox: ['platforms/kit.ts'],
  'prom-client': ['observability'],
  'node:test': [],
  'node:assert/strict': [],
  'fast-check': [],
  // What the walk over a post's HTML is compared with.
  'sanitize-html': [],
}

/** What a thread begins with → all packages that its start loads, through whatever. Each costs every thread memory of its own. */
export const THREADS_START_WITH: Readonly<Record<string, readonly string[]>> = {
  'thread.ts': [],
  'storage/sqlite/thread.ts': ['better-sqlite3'],
}

/** Names of those modules that read text and open nothing. */
export const HARMLESS_NAMES = ['isIP', 'isIPv4', 'isIPv6', 'BlockList']

/** What only some files may say, and why. */
export const ONLY_SAID_IN: readonly (readonly [what: RegExp, where: readonly string[], why: string])[] = [
  [/\bprocess\.env\b/, ['main.ts', 'config'], 'settings are read once, in config/'],
  [/\bprocess\.(?:exit|abort|kill)\b/, ['main.ts'], 'only main.ts ends the process'],
  [/\bprocess\.exitCode\b/, ['main.ts', 'cli'], 'only the command line has a status'],
  [/(?<![.\w])fetch\((?![^)]*\)\s*[:{])|\bnew WebSocket\b/, [], 'only egress/ calls anybody'],
  [/^export default\b|^export \{[^}]*\bdefault\b/m, [], 'files are named after what they export'],
]
