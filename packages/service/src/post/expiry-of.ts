// When a URL expires, as far as the URL states it: signed URLs of stores and CDNs contain their expiry. Never a guess:
// a URL that does not look signed does not expire.

import { parseObject } from '../parsing/parse-object.ts'
import { parseTime } from '../parsing/parse-time.ts'

/** By name in lower case: signers differ in capitals. */
type Parameters = ReadonlyMap<string, string>

const seconds = (value: string | undefined, pattern = /^\d{10}$/, radix = 10): number | null =>
  value !== undefined && pattern.test(value) ? Number.parseInt(value, radix) * 1000 : null

const hexSeconds = (value: string | undefined) => seconds(value, /^[0-9a-f]{8}$/i, 16)

/** A start in the basic format of ISO 8601 and a lifetime in seconds: version 4 of Amazon's signatures, and others like
 * it. */
const signedFor = (vendor: string) => (parameters: Parameters) => {
  const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(parameters.get(`x-${vendor}-date`) ?? '')
  const lifetime = parameters.get(`x-${vendor}-expires`) ?? ''
  if (date === null || !/^\d{1,7}$/.test(lifetime)) return null
  const [, year, month, day, hour, minute, second] = date.map(Number)
  if (year === undefined || month === undefined) return null
  return Date.UTC(year, month - 1, day, hour, minute, second) + Number(lifetime) * 1000
}

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html */
const policyEnd = (policy: string | undefined): number | null => {
  const written = decode(policy?.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/') ?? '', 'base64')
  return seconds(/"DateLessThan"\s{0,9}:\s{0,9}\{\s{0,9}"AWS:EpochTime"\s{0,9}:\s{0,9}(\d{10})\D/.exec(written)?.[1])
}

const decode = (text: string, encoding: 'base64' | 'base64url'): string => Buffer.from(text, encoding).toString('utf8')

/** A JSON Web Token (RFC 7519) with `exp`. */
const TOKEN = /[/=]eyJ[\w-]{1,1500}\.(eyJ[\w-]{1,1500})\.[\w-]{1,1500}/

const tokenEnd = (text: string): number | null => {
  const payload = TOKEN.exec(text)?.[1]
  if (payload === undefined) return null
  return seconds(String(parseObject(decode(payload, 'base64url')).exp))
}

type Rule = {
  readonly host?: RegExp
  /** Parameters that must be present, too: without them the name means something else. */
  readonly beside?: readonly string[]
  /** Milliseconds since the epoch, or null. */
  readonly read: (parameters: Parameters) => number | null
}

const secondsIn = (name: string) => (parameters: Parameters) => seconds(parameters.get(name))
const hexSecondsIn = (name: string) => (parameters: Parameters) => hexSeconds(parameters.get(name))

const RULES: readonly Rule[] = [
  { beside: ['x-amz-date'], read: signedFor('amz') },
  { beside: ['x-goog-date'], read: signedFor('goog') },
  { beside: ['x-oss-date'], read: signedFor('oss') },
  // CloudFront's custom policies contain their expiry.
  { beside: ['policy', 'signature'], read: (parameters) => policyEnd(parameters.get('policy')) },
  // CloudFront, Amazon's version 2 and Google's. Bunny and others sign with `token`, imgix with `s`, Cloudflare with
  // `sig`.
  { beside: ['signature'], read: secondsIn('expires') },
  { beside: ['token'], read: secondsIn('expires') },
  { beside: ['sig'], read: (parameters) => seconds(parameters.get('expires')) ?? seconds(parameters.get('exp')) },
  {
    read: (parameters) => (/^[0-9a-f]{32}$/.test(parameters.get('s') ?? '') ? secondsIn('expires')(parameters) : null),
  },
  // Azure's shared access signatures.
  { beside: ['sig'], read: (parameters) => millisecondsOf(parseTime(parameters.get('se') ?? '')) },
  // Patreon.
  { beside: ['token-hash'], read: secondsIn('token-time') },
  // Tencent: `begin;end`.
  { beside: ['q-signature'], read: (parameters) => seconds(parameters.get('q-sign-time')?.split(';', 2)[1]) },
  // ByteDance's stores, including TikTok's.
  { beside: ['x-signature'], read: secondsIn('x-expires') },
  { host: /\.tiktokcdn(?:-[a-z]+)?\.com$/, read: secondsIn('x-expires') },
  { host: /\.(?:fbcdn\.net|cdninstagram\.com)$/, read: hexSecondsIn('oe') },
  { host: /\.fbsbx\.com$/, read: secondsIn('ext') },
  { host: /\.discordapp\.(?:com|net)$/, read: hexSecondsIn('ex') },
  { host: /^(?:media(?:-exp\d)?|dms)\.licdn\.com$/, read: secondsIn('e') },
  { host: /^packaged-media\.redd\.it$/, read: secondsIn('e') },
  { host: /\.googlevideo\.com$/, read: secondsIn('expire') },
]

const millisecondsOf = (time: string | null): number | null => (time === null ? null : Date.parse(time))

/** Akamai's tokens (`st=…~exp=…~acl=…~hmac=…`), in any parameter or in the path. */
const AKAMAI = /(?:[/?&=~]|%3D|%7E)exp(?:=|%3D)(\d{10})(?:~|%7E)/i
/** YouTube's manifests have their parameters in the path. */
const IN_PATH = /^https:\/\/manifest\.googlevideo\.com\/[^?#]*\/expire\/(\d{10})\//

/** Expiries that are found without parsing the URL. */
const WRITTEN: readonly ((url: string) => number | null)[] = [
  (url) => seconds(AKAMAI.exec(url)?.[1]),
  (url) => seconds(IN_PATH.exec(url)?.[1]),
  tokenEnd,
]

/** Necessary for any of those; few URLs match. */
const MAY_BE_WRITTEN = /exp(?:=|%3D)\d{10}|\/expire\/\d{10}|[/=]eyJ/i

/** Parameters of the rules as they are usually written. Few URLs have one, and only those are parsed. */
const NAMED =
  /[?&](?:X-(?:Amz|Goog|oss)-Date|Expires|Policy|se|oe|x-expires|ext?|e|expire|exp|token-time|q-sign-time)=/i
/** An escaped parameter name, which could be any. */
const ESCAPED_NAME = /[?&][^=&#%?]*%/

const mayEnd = (address: string): boolean =>
  NAMED.test(address) || (address.includes('%') && ESCAPED_NAME.test(address))

/** The URL was resolved before, so it need not be resolved again. */
const PARTS = /^https?:\/\/(?<host>[^/?#]*)[^?#]*\?(?<query>[^#]*)/

const parametersOf = (query: string): Parameters => {
  const named = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    const key = name.toLowerCase()
    if (!named.has(key)) named.set(key, value)
  }
  return named
}

const namedEnd = (address: string): number | null => {
  if (!mayEnd(address)) return null
  const { host = '', query = '' } = PARTS.exec(address)?.groups ?? {}
  const parameters = parametersOf(query)
  for (const { host: pattern, beside = [], read } of RULES) {
    if (pattern?.test(host) === false || !beside.every((name) => parameters.has(name))) continue
    const milliseconds = read(parameters)
    if (milliseconds !== null && Number.isFinite(milliseconds)) return milliseconds
  }
  return null
}

const writtenEnd = (address: string): number | null => {
  if (!MAY_BE_WRITTEN.test(address)) return null
  for (const read of WRITTEN) {
    const milliseconds = read(address)
    if (milliseconds !== null) return milliseconds
  }
  return null
}

/** The earliest expiry of the absolute URLs, or null. */
export const expiryOf = (addresses: readonly (string | null)[]): string | null => {
  const ends = addresses.flatMap((address) =>
    address === null ? [] : (namedEnd(address) ?? writtenEnd(address) ?? []),
  )
  return ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString()
}
