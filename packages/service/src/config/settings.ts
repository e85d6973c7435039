// Every setting of the service: its name, what it means, its default, and how it is read. docs/settings.md is generated
// from this table. Platforms declare their own; nothing else reads the environment.

import { isIP } from 'node:net'
import { parsePeppers } from '../licensing/keys/pepper.ts'
import { readStoreAddress } from '../storage/address/store-address.ts'
import { list, oneOf, type Setting, setting, text, wholeNumber } from './setting.ts'
import { TELEMETRY_SETTINGS } from './telemetry-settings.ts'

const origin = (value: string): string => {
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol) && url.origin === value) return value
  throw new Error('must be an origin such as https://example.com, without a path')
}

const baseUrl = (value: string): string | undefined => {
  if (value === '') return undefined
  const url = URL.parse(value)
  // Without both slashes browsers find the host all the same; others that read the issuer of a token do not.
  if (!url || !/^https?:\/\/[^/\\]/i.test(value) || /[?#]/.test(value))
    throw new Error('must be a URL such as https://api.example.com, with nothing behind a ? or #')
  // It goes to every platform and into every token.
  if (url.username !== '' || url.password !== '') throw new Error('must be a URL without a user name and a password')
  // What no header field can carry is written as browsers send it: the host in Punycode, the path percent-encoded. Anything
  // else stays as it is, since tokens name it.
  return (isVisibleAscii(value) ? value : url.href).replace(/\/+$/, '')
}

const isVisibleAscii = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

/** Accepts an IPv6 address in the brackets that a URL needs, too. */
const host = (value: string): string => {
  const address = unbracketed(value)
  // A name that no URL may contain cannot be reached by one.
  const isName = /^[^\s:/\\*?#@[\]"'`]+$/.test(address) && URL.canParse(`http://${address}`)
  if (isIP(address) !== 0 || isName) return address
  throw new Error(
    'must be an IP address or a name of this machine, such as 127.0.0.1, 0.0.0.0 or ::, without scheme or port',
  )
}

/** `::1` of `[::1]`; anything else as it is. */
const unbracketed = (text: string): string => {
  const address = /^\[(.+)\]$/.exec(text)?.[1]
  return address !== undefined && isIP(address) === 6 ? address : text
}

/** As Fastify takes it; a number is how many proxies, counted from the service, may be believed. */
export type TrustProxy = boolean | string | ((address: string, hop: number) => boolean)

const trustProxy = (value: string): TrustProxy => {
  const lower = value.toLowerCase()
  if (lower === 'false' || lower === 'true') return lower === 'true'
  if (/^\d+$/.test(value)) return (_address, hop) => hop < Number(value)
  const proxies = lower.split(',').map((item) => proxyOf(item.trim()))
  if (proxies.every((proxy) => proxy !== undefined)) return proxies.join(',')
  throw new Error(
    'must be false, true, a number of proxies, or addresses such as 10.0.0.0/8; true stands for every address',
  )
}

const PROXY_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** What stands for proxies, as Fastify takes it: an address, a block of them, or a name that Fastify knows. */
const proxyOf = (item: string): string | undefined => {
  if (PROXY_NAMES.has(item)) return item
  const [written = '', bits, ...more] = item.split('/')
  const address = unbracketed(written)
  const most = { 4: 32, 6: 128 }[isIP(address)]
  if (most === undefined || more.length > 0) return undefined
  if (bits === undefined) return address
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most ? `${address}/${bits}` : undefined
}

/** Only looked at here; storage/ reads it again where it opens the store. */
const databaseUrl = (value: string): string => {
  readStoreAddress(value)
  return value
}

/** Only looked at here; load-peppers.ts takes it, or makes one where it is absent. */
const licensePepper = (value: string): string => {
  if (value !== '') parsePeppers(value)
  return value
}

const adminToken = (value: string): string | undefined => {
  if (value === '') return undefined
  // What a browser can put into a header.
  if (/^[\x21-\x7e]{16,}$/.test(value)) return value
  throw new Error('must be at least 16 characters of ASCII without white space')
}

export const SETTINGS = {
  host: setting(
    'HOST',
    '127.0.0.1',
    'Address to listen on; `0.0.0.0` for all of IPv4, `::` for all of IPv6 and IPv4.',
    host,
  ),
  port: setting('PORT', '8080', 'Port to listen on; 0 takes a free one.', wholeNumber(0, 65_535)),
  baseUrl: setting(
    'BASE_URL',
    '',
    'Address at which clients reach the service; the issuer of its tokens. Default: made of `HOST` and `PORT`.',
    baseUrl,
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'sqlite:data/central.db',
    'Where everything is kept: `sqlite:FILE`, or `postgres://user:password@host/database` for more than one machine; [the URL of the store](operations.md#the-url-of-the-store) has all forms.',
    databaseUrl,
  ),
  adminToken: setting(
    'ADMIN_TOKEN',
    '',
    'Bearer token of the operator’s API and pages; they are closed without it.',
    adminToken,
  ),
  licensePepper: setting(
    'LICENSE_PEPPER',
    '',
    'Secret that license keys are hashed under (at least 32 characters), or `version:secret` items, comma-separated. Made and kept beside the SQLite file when absent; required with PostgreSQL.',
    licensePepper,
  ),
  egressAllow: setting(
    'EGRESS_ALLOW',
    '',
    'Exact exceptions to the outbound guard, comma-separated `host:port` or `CIDR:port`, for private instances and tests.',
    text,
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    '',
    'Origins whose pages may call the API from a browser, comma-separated; none by default.',
    list(origin),
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'false',
    'Whose `X-Forwarded-For` to believe: `false`, `true`, a number of proxies, or addresses, comma-separated.',
    trustProxy,
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'Least level that is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  ),
  logCommands: setting(
    'LOG_COMMANDS',
    'off',
    '`stderr`: a command that changes something logs a line for each change, too, on standard error, as the service does.',
    oneOf('off', 'stderr'),
  ),
  contactUrl: setting(
    'CONTACT_URL',
    '',
    'Address put into the `User-Agent` of outbound requests, so that others can reach you. Default: `BASE_URL`.',
    baseUrl,
  ),
  quiet: setting(
    'QUIET',
    'false',
    '`true`, or `serve --quiet`: tells nobody and renews nothing, for a copy of a store beside the one in use. No webhook is sent, no license that ends is told of, and no token of a platform is obtained or renewed.',
    (value) => oneOf('false', 'true')(value.toLowerCase()) === 'true',
  ),
  platforms: setting(
    'PLATFORMS',
    '',
    'Platforms of your own: files in JavaScript or TypeScript, comma-separated, relative to the working directory.',
    list(text),
  ),
  workers: setting(
    'WORKERS',
    '1',
    'Processes that answer, on this machine; about as many as it has processors. SIGHUP restarts two or more one by one.',
    wholeNumber(1, 64),
  ),
  egressHostPerMinute: setting(
    'EGRESS_HOST_PER_MINUTE',
    '60',
    'Requests a minute to one host that a handle names, over all licenses. Hosts that many profiles share take ten times as many, an operator’s own any number.',
    wholeNumber(1, 100_000),
  ),
  pageFreshSeconds: setting('PAGE_FRESH_SECONDS', '300', 'How long a page is served as it is.', wholeNumber(1, 86_400)),
  pageMemoryMb: setting(
    'PAGE_MEMORY_MB',
    '16',
    'Memory for held pages, in MB, of all workers together.',
    wholeNumber(1, 65_536),
  ),
  pageStoreMb: setting(
    'PAGE_STORE_MB',
    '2048',
    'Disk for held pages, in MB; the oldest go first.',
    wholeNumber(1, 1_048_576),
  ),
  usageDays: setting(
    'USAGE_DAYS',
    '400',
    'How many days it is kept what each license used by day, platform, endpoint and site; its months are kept for good.',
    wholeNumber(1, 4_000),
  ),
  maxInFlight: setting(
    'MAX_IN_FLIGHT',
    '4000',
    'Requests worked on at once, by all workers together; more are answered `unavailable` at once.',
    wholeNumber(1, 1_000_000),
  ),
  overloadDelayMs: setting(
    'OVERLOAD_DELAY_MS',
    '500',
    'While the event loop is this many milliseconds behind, requests of the API are answered `unavailable` at once.',
    wholeNumber(100, 60_000),
  ),
  auditDays: setting('AUDIT_DAYS', '400', 'How long the audit trail is kept, in days.', wholeNumber(1, 36_500)),
  drainSeconds: setting(
    'DRAIN_SECONDS',
    '2',
    'After SIGTERM, how long new requests are still taken while `/readyz` already says no.',
    wholeNumber(0, 10),
  ),
  ...TELEMETRY_SETTINGS,
} as const satisfies Record<string, Setting<unknown>>

/** Settings that are secrets, or may hold one: never shown, logged or kept as they are. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  SETTINGS.adminToken.name,
  SETTINGS.licensePepper.name,
  SETTINGS.databaseUrl.name,
  SETTINGS.otlpHeaders.name,
  SETTINGS.otlpTracesHeaders.name,
  SETTINGS.otlpMetricsHeaders.name,
])
