// When an address stops working, as far as it is written into the address itself: signed addresses of stores and networks
// carry their end. Never a guess: what does not look signed does not expire.

import { parseTime } from '../parsing/parse-time.ts'

type Parameters = URLSearchParams

const seconds = (value: string | null, pattern = /^\d{10}$/, radix = 10): number | null =>
  value !== null && pattern.test(value) ? Number.parseInt(value, radix) * 1000 : null

const hexSeconds = (value: string | null) => seconds(value, /^[0-9a-f]{8}$/i, 16)

/** A beginning in ISO 8601's basic form, and how many seconds from there: Amazon's and Google's signatures, version 4. */
const signedFor = (vendor: string) => (parameters: Parameters) => {
  const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(parameters.get(`X-${vendor}-Date`) ?? '')
  const lifetime = parameters.get(`X-${vendor}-Expires`) ?? ''
  if (date === null || !/^\d{1,7}$/.test(lifetime)) return null
  const [, year, month, day, hour, minute, second] = date.map(Number)
  if (year === undefined || month === undefined) return null
  return Date.UTC(year, month - 1, day, hour, minute, second) + Number(lifetime) * 1000
}

type Rule = {
  readonly host?: RegExp
  /** Parameters without which another one of the same name means something else. */
  readonly beside?: readonly string[]
  /** Milliseconds since the epoch, or null. */
  readonly read: (parameters: Parameters) => number | null
}

const RULES: readonly Rule[] = [
  { beside: ['X-Amz-Date'], read: signedFor('Amz') },
  { beside: ['X-Goog-Date'], read: signedFor('Goog') },
  // CloudFront, Amazon's version 2 and Google's.
  { beside: ['Signature'], read: (parameters) => seconds(parameters.get('Expires')) },
  // Azure's shared access signatures.
  { beside: ['sig'], read: (parameters) => millisecondsOf(parseTime(parameters.get('se') ?? '')) },
  { host: /\.(?:fbcdn\.net|cdninstagram\.com)$/, read: (parameters) => hexSeconds(parameters.get('oe')) },
  { host: /\.tiktokcdn(?:-[a-z]+)?\.com$/, read: (parameters) => seconds(parameters.get('x-expires')) },
  { host: /\.discordapp\.(?:com|net)$/, read: (parameters) => hexSeconds(parameters.get('ex')) },
  { host: /^media\.licdn\.com$/, read: (parameters) => seconds(parameters.get('e')) },
  { host: /\.googlevideo\.com$/, read: (parameters) => seconds(parameters.get('expire')) },
]

const millisecondsOf = (time: string | null): number | null => (time === null ? null : Date.parse(time))

/** The parameters that the rules read, as they are mostly written: few addresses have one, and only those are parsed. */
const NAMED = /[?&](?:X-Amz-Date|X-Goog-Date|Expires|se|oe|x-expires|ex|e|expire)=/
/** The name of a parameter, written so that it may be any. */
const ESCAPED_NAME = /[?&][^=&#%?]*%/

const mayEnd = (address: string): boolean =>
  NAMED.test(address) || (address.includes('%') && ESCAPED_NAME.test(address))

/** The address was resolved before, so that nothing in it need be resolved again. */
const PARTS = /^https?:\/\/(?<host>[^/?#]*)[^?#]*\?(?<query>[^#]*)/

const expiryOfOne = (address: string): number | null => {
  if (!mayEnd(address)) return null
  const { host = '', query = '' } = PARTS.exec(address)?.groups ?? {}
  const parameters = new URLSearchParams(query)
  for (const { host: pattern, beside = [], read } of RULES) {
    if (pattern?.test(host) === false || !beside.every((name) => parameters.has(name))) continue
    const milliseconds = read(parameters)
    if (milliseconds !== null && Number.isFinite(milliseconds)) return milliseconds
  }
  return null
}

/** When the first of the absolute addresses ends, or null. */
export const expiryOf = (addresses: readonly (string | null)[]): string | null => {
  const ends = addresses.flatMap((address) => (address === null ? [] : (expiryOfOne(address) ?? [])))
  return ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString()
}
