// All settings of the service: name, default, description and parser. docs/reference/settings.md is generated from this table.
// Platforms declare their own settings. Nothing else reads the environment.

import { isIP } from 'node:net'
import { parsePeppers } from '../licensing/keys/pepper.ts'
import { readStoreAddress } from '../storage/address/store-address.ts'
import { APPLICATIONS, CONNECT_SETTINGS } from './connect-settings.ts'
import { MEDIA_SETTINGS } from './media-settings.ts'
import { list, oneOf, origin, type Setting, setting, text, wholeNumber } from './setting.ts'
import { TELEMETRY_SETTINGS } from './telemetry-settings.ts'

const baseUrl = (value: string): string | undefined => {
  if (value === '') return undefined
  const url = URL.parse(value)
  // Browsers accept a URL without both slashes, but other software that checks the issuer of a token does not.
  if (!url || !/^https?:\/\/[^/\\]/i.test(value) || /[?#]/.test(value))
    throw new Error('must be a URL such as https://api.example.com, without a query or fragment')
  // The URL is sent to every platform and is part of every token.
  if (url.username !== '' || url.password !== '') throw new Error('must be a URL without a user name and a password')
  // A URL with characters that header fields do not allow is normalized as browsers do: Punycode host, percent-encoded path.
  // Any other URL stays unchanged, because it is the issuer of existing tokens.
  return (isVisibleAscii(value) ? value : url.href).replace(/\/+$/, '')
}

const isVisibleAscii = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

/** Also accepts an IPv6 address in brackets, as in a URL. */
const host = (value: string): string => {
  const address = unbracketed(value)
  // Clients can only use a name that is valid in a URL.
  const isName = /^[^\s:/\\*?#@[\]"'`]+$/.test(address) && URL.canParse(`http://${address}`)
  if (isIP(address) !== 0 || isName) return address
  throw new Error(
    'must be an IP address or a name of this machine, such as 127.0.0.1, 0.0.0.0 or ::, without scheme or port',
  )
}

/** Removes the brackets of an IPv6 address: `[::1]` becomes `::1`. */
const unbracketed = (text: string): string => {
  const address = /^\[(.+)\]$/.exec(text)?.[1]
  return address !== undefined && isIP(address) === 6 ? address : text
}

/** Fastify's `trustProxy` option. A number is the number of trusted proxies, counted from the service. */
export type TrustProxy = boolean | string | ((address: string, hop: number) => boolean)

const trustProxy = (value: string): TrustProxy => {
  const lower = value.toLowerCase()
  if (lower === 'false' || lower === 'true') return lower === 'true'
  if (/^\d+$/.test(value)) return (_address, hop) => hop < Number(value)
  const proxies = lower.split(',').map((item) => proxyOf(item.trim()))
  if (proxies.every((proxy) => proxy !== undefined)) return proxies.join(',')
  throw new Error(
    'must be false, true, a number of proxies, or IP addresses such as 10.0.0.0/8; use true to trust all addresses',
  )
}

const PROXY_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** An IP address, a CIDR block or a name that Fastify defines; undefined for anything else. */
const proxyOf = (item: string): string | undefined => {
  if (PROXY_NAMES.has(item)) return item
  const [written = '', bits, ...more] = item.split('/')
  const address = unbracketed(written)
  const maxBits = { 4: 32, 6: 128 }[isIP(address)]
  if (maxBits === undefined || more.length > 0) return undefined
  if (bits === undefined) return address
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= maxBits ? `${address}/${bits}` : undefined
}

/** Only validates the URL. storage/ parses it again when it opens the store. */
const databaseUrl = (value: string): string => {
  readStoreAddress(value)
  return value
}

/** Only validates the value. load-peppers.ts uses it, or generates a pepper if it is not set. */
const licensePepper = (value: string): string => {
  if (value !== '') parsePeppers(value)
  return value
}

const adminToken = (value: string): string | undefined => {
  if (value === '') return undefined
  // Browsers can send only these characters in a header.
  if (/^[\x21-\x7e]{16,}$/.test(value)) return value
  throw new Error('must have at least 16 ASCII characters and no white space')
}

export const SETTINGS = {
  host: setting(
    'HOST',
    '127.0.0.1',
    'IP address or host name to listen on. `0.0.0.0` listens on all IPv4 addresses, `::` on all IPv6 and IPv4 addresses.',
    host,
  ),
  port: setting('PORT', '8080', 'Port to listen on. 0 selects a free port.', wholeNumber(0, 65_535)),
  baseUrl: setting(
    'BASE_URL',
    '',
    'URL at which clients reach the service, and the issuer of its tokens. Default: built from `HOST` and `PORT`.',
    baseUrl,
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'sqlite:data/central.db',
    'URL of the store: `sqlite:FILE`, or `postgres://user:password@host/database` for more than one machine. See [the URL of the store](../operate/production.md#the-url-of-the-store) for all forms.',
    databaseUrl,
  ),
  adminToken: setting(
    'ADMIN_TOKEN',
    '',
    'Bearer token for the admin API and the console. Both are disabled without it.',
    adminToken,
  ),
  licensePepper: setting(
    'LICENSE_PEPPER',
    '',
    'Secret for hashing license keys (at least 32 characters), or comma-separated `version:secret` items. If it is not set, the service generates one next to the SQLite file. Required with PostgreSQL.',
    licensePepper,
  ),
  egressAllow: setting(
    'EGRESS_ALLOW',
    '',
    'Private destinations that the service may connect to, as comma-separated `host:port` or `CIDR:port`. Use it for private instances and tests.',
    text,
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    '',
    'Comma-separated origins whose pages may call the API from a browser. Default: none.',
    list(origin('an origin such as https://example.com')),
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'false',
    'Proxies whose `X-Forwarded-For` is trusted: `false`, `true`, a number of proxies, or comma-separated IP addresses.',
    trustProxy,
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'Minimum level of log lines: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  ),
  logFormat: setting(
    'LOG_FORMAT',
    'auto',
    'Form of log lines: `json` (one object per line), `pretty` (short lines for people), or `auto`: `pretty` on a terminal, `json` elsewhere.',
    oneOf('auto', 'pretty', 'json'),
  ),
  logCommands: setting(
    'LOG_COMMANDS',
    'off',
    '`stderr`: commands log each change to standard error, as the service does.',
    oneOf('off', 'stderr'),
  ),
  contactUrl: setting(
    'CONTACT_URL',
    '',
    'URL in the `User-Agent` of outbound requests, so that other operators can contact you. Default: `BASE_URL`.',
    baseUrl,
  ),
  quiet: setting(
    'QUIET',
    'false',
    '`true`, or `serve --quiet`: the service sends no webhooks, reports no expired licenses, and neither obtains nor renews platform tokens. Use it for a copy of a store that is also in production.',
    (value) => oneOf('false', 'true')(value.toLowerCase()) === 'true',
  ),
  platforms: setting(
    'PLATFORMS',
    '',
    'Your own platforms: comma-separated JavaScript or TypeScript files, relative to the working directory.',
    list(text),
  ),
  workers: setting(
    'WORKERS',
    '1',
    'Number of worker processes on this machine. Use about one per processor core. SIGHUP restarts two or more workers one by one.',
    wholeNumber(1, 64),
  ),
  egressHostPerMinute: setting(
    'EGRESS_HOST_PER_MINUTE',
    '60',
    'Maximum requests per minute to a host that a handle names, for all licenses together. Hosts that many profiles share allow ten times as many. Hosts of an operator’s own have no limit.',
    wholeNumber(1, 100_000),
  ),
  pageFreshSeconds: setting(
    'PAGE_FRESH_SECONDS',
    '300',
    'How many seconds a cached page stays fresh.',
    wholeNumber(1, 86_400),
  ),
  pageMemoryMb: setting(
    'PAGE_MEMORY_MB',
    '16',
    'Memory for cached pages in MB, for all workers together.',
    wholeNumber(1, 65_536),
  ),
  pageStoreMb: setting(
    'PAGE_STORE_MB',
    '2048',
    'Disk space for cached pages in MB. The service deletes the oldest pages first.',
    wholeNumber(1, 1_048_576),
  ),
  usageDays: setting(
    'USAGE_DAYS',
    '400',
    'How many days to keep usage details by day, platform, endpoint and site. Monthly totals are kept permanently.',
    wholeNumber(1, 4_000),
  ),
  maxInFlight: setting(
    'MAX_IN_FLIGHT',
    '4000',
    'Maximum concurrent requests, for all workers together. Further requests fail with `unavailable` immediately.',
    wholeNumber(1, 1_000_000),
  ),
  overloadDelayMs: setting(
    'OVERLOAD_DELAY_MS',
    '500',
    'While the event loop is delayed by this many milliseconds, API requests fail with `unavailable` immediately.',
    wholeNumber(100, 60_000),
  ),
  auditDays: setting('AUDIT_DAYS', '400', 'How many days to keep the audit trail.', wholeNumber(1, 36_500)),
  drainSeconds: setting(
    'DRAIN_SECONDS',
    '2',
    'How many seconds the service still accepts requests after SIGTERM. `/readyz` already fails during this time.',
    wholeNumber(0, 10),
  ),
  requestLogHours: setting(
    'REQUEST_LOG_HOURS',
    '24',
    'How many hours to keep requests in the request log. `off` or `0` turns it off.',
    (value) => (value.toLowerCase() === 'off' ? 0 : wholeNumber(0, 720)(value)),
  ),
  requestLogRows: setting(
    'REQUEST_LOG_ROWS',
    '100000',
    'Maximum number of requests in the request log. The service deletes the oldest first. It keeps a tenth as many requests without a license.',
    wholeNumber(100, 10_000_000),
  ),
  ...CONNECT_SETTINGS,
  ...MEDIA_SETTINGS,
  ...TELEMETRY_SETTINGS,
} as const satisfies Record<string, Setting<unknown>>

/** Settings that are or may contain secrets. Their values are never shown, logged or stored in plain text. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  SETTINGS.adminToken.name,
  SETTINGS.licensePepper.name,
  SETTINGS.databaseUrl.name,
  ...Object.values(APPLICATIONS).map(([, secret]) => SETTINGS[secret].name),
  SETTINGS.mediaS3Url.name,
  SETTINGS.mediaPurgeUrl.name,
  SETTINGS.mediaPurgeToken.name,
  SETTINGS.tiktokLoginClientKey.name,
  SETTINGS.otlpHeaders.name,
  SETTINGS.otlpTracesHeaders.name,
  SETTINGS.otlpMetricsHeaders.name,
])
