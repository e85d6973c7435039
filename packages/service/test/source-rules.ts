// Which part of the service may import which, and which modules only one part may use. source-files.ts applies these tables.

/** Files that only tests load: they may import anything, and only tests may import them. The package `@central-api/testing`
 * contains code that tests share. */
export const FOR_TESTS = /\.test\.ts$/
export const TESTING_PACKAGE = '@central-api/testing/'

/** Modules that every part may import. */
const EVERYBODY = [
  ...['errors.ts', 'crypto', 'files', 'parsing', 'post'],
  ...['runtime/clock', 'runtime/collections', 'runtime/event-loop'],
]
/** The store's contract, never a backend. */
const STORE = [
  'storage/store.ts',
  'storage/store-error.ts',
  'storage/connection-records.ts',
  'storage/connect-ticket-records.ts',
]
/** The store's URL and its kind. */
const STORE_PLACE = ['storage/address', 'storage/require-own-store.ts']
/** The building blocks of a platform. */
const PLATFORM_KIT = [
  ...['upstream/contract', 'upstream/paging', 'urls', 'feeds', 'platforms/meta'],
  ...['bearer', 'client-credentials', 'connected-token', 'given'].map((name) => `upstream/credentials/${name}.ts`),
]
/** The engine that signs, counts and sends the requests of platforms. */
const REQUESTS = ['upstream/requests', 'upstream/budgets', 'upstream/credentials']
/** Folders next to those of the platforms, with code that several of them share. */
export const SHARED_BY_PLATFORMS = ['platforms/meta']

/** Who may use a connected account: checked where a scan is parsed, and again where its token is taken. */
const CONNECTIONS = ['connect/connection.ts']

/** Single-flight, and the memory of recent failures: the same for a page, a link and a post. */
const SHARED_WAITS = ['scanning/single-flight.ts', 'scanning/failure-memory.ts', 'scanning/store-lease.ts']

/** Part → its permitted imports besides itself: parts, folders or files. `*` matches each folder. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'errors.ts': [],
  'runtime/clock': [],
  'runtime/collections': [],
  'runtime/event-loop': [],
  'runtime/threads': ['errors.ts'],
  'runtime/content-coding': ['runtime/collections', 'runtime/event-loop'],
  crypto: [],
  files: [],
  parsing: ['errors.ts', 'runtime/collections'],
  post: ['errors.ts', 'runtime/collections', 'parsing'],
  observability: EVERYBODY,
  egress: EVERYBODY,
  telemetry: [...EVERYBODY, 'observability', 'egress'],
  storage: EVERYBODY,
  audit: [...EVERYBODY, ...STORE],
  events: [...EVERYBODY, ...STORE],
  licensing: [...EVERYBODY, ...STORE, 'audit', 'events'],
  traffic: [...EVERYBODY, ...STORE, 'licensing'],
  connect: [...EVERYBODY, ...STORE, 'audit', 'events', 'licensing', 'upstream', 'egress', 'config'],
  webhooks: [...EVERYBODY, ...STORE, 'audit', 'events', 'licensing', 'egress'],
  csv: [],
  importing: [...EVERYBODY, ...STORE, 'audit', 'csv', 'licensing'],
  exporting: [...EVERYBODY, ...STORE, 'csv', 'licensing'],
  upstream: [...EVERYBODY, ...STORE, ...CONNECTIONS, 'egress'],
  'upstream/contract': EVERYBODY,
  'upstream/paging': [...EVERYBODY, 'upstream/contract'],
  'upstream/budgets': [...EVERYBODY, ...STORE, 'upstream/contract'],
  'upstream/credentials': [...EVERYBODY, ...STORE, ...CONNECTIONS, 'events', 'upstream/contract'],
  'upstream/requests': [...EVERYBODY, ...REQUESTS, 'upstream/contract', 'upstream/registry.ts', 'egress'],
  'upstream/parsing-jobs': [...EVERYBODY, 'upstream/requests', 'upstream/contract', 'upstream/registry.ts'],
  'upstream/health': [...EVERYBODY, ...STORE, ...REQUESTS, 'events', 'upstream/contract'],
  feeds: [...EVERYBODY, 'upstream/contract', 'upstream/paging'],
  urls: [...EVERYBODY, 'upstream/contract'],
  platforms: [...EVERYBODY, ...PLATFORM_KIT, 'upstream/health', 'upstream/registry.ts'],
  'platforms/meta': [...EVERYBODY, 'upstream/contract', 'urls', 'upstream/credentials/given.ts'],
  'platforms/*': [...EVERYBODY, ...PLATFORM_KIT],
  scanning: [...EVERYBODY, ...STORE, ...CONNECTIONS, 'runtime/content-coding', 'upstream', 'urls', 'egress'],
  validation: [
    ...EVERYBODY,
    ...STORE,
    ...SHARED_WAITS,
    ...['runtime/content-coding', 'upstream', 'urls', 'feeds', 'egress'],
  ],
  media: [
    ...EVERYBODY,
    ...STORE,
    ...STORE_PLACE,
    ...SHARED_WAITS,
    ...['upstream/contract', 'egress', 'validation/concurrency-limit.ts'],
    ...['scanning/gone-profiles.ts', 'scanning/store-key.ts'],
  ],
  config: [
    ...EVERYBODY,
    ...STORE,
    ...STORE_PLACE,
    'egress',
    'licensing',
    'upstream',
    'telemetry',
    'media/home/bucket-url.ts',
    'media/terms.ts',
  ],
  http: [
    ...EVERYBODY,
    ...STORE,
    'runtime/content-coding',
    'csv',
    'config',
    'observability',
    'audit',
    'connect',
    'licensing',
    'media',
    'platforms',
    'upstream',
    'urls',
    'feeds',
    'scanning',
    'telemetry',
    'traffic',
    'validation',
    'webhooks',
  ],
  workers: [...EVERYBODY, 'observability'],
  'app.ts': [...EVERYBODY, 'http'],
  cli: ['.'],
  // The composition root and its parts.
  'main.ts': ['.'],
  'service.ts': ['.'],
  'core.ts': ['.'],
  'engine.ts': ['.'],
  'engine-read-again.ts': [...EVERYBODY, ...STORE, 'media', 'scanning', 'upstream', 'validation'],
  'engine-media.ts': [
    ...STORE,
    ...['errors.ts', 'config', 'egress', 'licensing', 'media', 'observability', 'upstream'],
  ],
  'open-telemetry.ts': ['.'],
  'engine-threads.ts': ['runtime/threads', 'platforms', 'upstream', 'validation'],
  // The composition root of a thread.
  'thread.ts': ['engine-threads.ts', 'runtime/event-loop', 'runtime/threads', 'platforms', 'upstream', 'validation'],
  // The composition root of a process that renders images.
  'image-process.ts': ['media/limits.ts', 'media/rendering'],
}

/** File → the platforms that it may name. No other file may name one. */
export const KNOWS_PLATFORMS: Readonly<Record<string, string>> = {
  'platforms/all.ts': 'platforms',
  'platforms/posts-only.ts': 'platforms',
  // Made-up posts are good examples.
  'http/openapi/examples.ts': 'platforms/sandbox',
  // It loads from the service itself, and is validated without a request.
  'http/sandbox/routes.ts': 'platforms/sandbox/site',
  'validation/sandbox-egress.ts': 'platforms/sandbox/site',
  'engine.ts': 'platforms/sandbox/site/urls.ts',
  'service.ts': 'platforms/sandbox/site/urls.ts',
}

/** Files that may import the composition root. */
export const KNOWS_ROOT = [
  ...['cli', 'main.ts', 'service.ts', 'core.ts', 'engine.ts', 'engine-threads.ts', 'open-telemetry.ts'],
  ...['engine-media.ts', 'thread.ts'],
]

const SOCKETS = ['egress', 'storage/postgres']

/** Package or module → where it may be imported. Type imports are always permitted. */
export const ONLY_IN: Readonly<Record<string, readonly string[]>> = {
  'node:net': [...SOCKETS, 'http/require-free-address.ts'],
  'node:tls': SOCKETS,
  'node:http': ['egress'],
  'node:https': ['egress'],
  'node:http2': ['egress'],
  'node:dgram': [],
  'node:dns': ['egress'],
  'node:dns/promises': ['egress'],
  'node:child_process': ['media/rendering'],
  'node:cluster': ['workers'],
  undici: ['egress'],
  pg: ['storage/postgres'],
  'better-sqlite3': ['storage/sqlite'],
  kysely: ['storage'],
  fastify: ['http', 'app.ts', 'service.ts'],
  commander: ['cli', 'main.ts'],
  pino: ['observability'],
  // Only processes that render images load it.
  sharp: ['image-process.ts'],
  // parsing/type.ts builds schemas without loading the package at startup.
  typebox: ['platforms/kit.ts'],
  'prom-client': ['observability'],
  oauth4webapi: ['connect/oauth'],
  'node:test': [],
  'node:assert/strict': [],
  'fast-check': [],
  // The reference for the walk over a post's HTML.
  'sanitize-html': [],
}

/** The entry file of a thread → all packages that its start loads, directly or indirectly. Each takes memory in every thread. */
export const THREADS_START_WITH: Readonly<Record<string, readonly string[]>> = {
  'thread.ts': [],
  'storage/sqlite/thread.ts': ['better-sqlite3'],
  'image-process.ts': [],
}

/** Names of modules that only process text. */
export const HARMLESS_NAMES = ['isIP', 'isIPv4', 'isIPv6', 'BlockList']

/** Text that only some files may contain, and why. */
export const ONLY_SAID_IN: readonly (readonly [what: RegExp, where: readonly string[], why: string])[] = [
  [/\bprocess\.env\b/, ['main.ts', 'config'], 'settings are read once, in config/'],
  [/\bprocess\.(?:exit|abort|kill)\b/, ['main.ts'], 'only main.ts ends the process'],
  [/\bprocess\.exitCode\b/, ['main.ts', 'cli'], 'only the command line has a status'],
  [/(?<![.\w])fetch\((?![^)]*\)\s*[:{])|\bnew WebSocket\b/, [], 'only egress/ calls anybody'],
  [/^export default\b|^export \{[^}]*\bdefault\b/m, [], 'files are named after what they export'],
]
