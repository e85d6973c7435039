// Mutates responses, repeatably by seed. JSON mostly stays valid JSON, so that not only the parser is tested.

import type { SimulatedResponse } from './simulator.ts'

/** 0 ≤ value < 1. */
export type Random = () => number

/** mulberry32: small and good enough for picking mutations. */
export const createRandom = (seed: number): Random => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T

const LONG = 5_000

/** Odd values to insert. */
const ODD: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e21,
    Number.MAX_SAFE_INTEGER + 2,
    -62_135_596_800,
    [],
    {},
    [null],
    [[]],
    { '': '' },
  ],
  ...[
    '',
    ' ',
    '0',
    '-1',
    'null',
    'NaN',
    'constructor',
    '__proto__',
    'toString',
    'a\u0000b',
    '\ud800',
    '\udc00x',
    '\u202e',
  ],
  ...['x'.repeat(LONG), 'ü'.repeat(LONG), '<'.repeat(LONG), '&amp;'.repeat(LONG / 5), '\n\t\u00a0\u200b'],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    '//host.example',
    'https://',
    'https://[',
    'http://user@host.example:99999/',
  ],
  ...['https://host.example/\ud800', 'https://xn--a.example/', 'mailto:a@b.example', '/relative', '?a=b', '#', 'at://'],
  ...[
    '0000-00-00',
    '2026-02-30T25:61:61Z',
    '9999999-01-01',
    'yesterday',
    '2026-01-01T00:00:00+99:99',
    '-000001-01-01T00:00:00Z',
  ],
  ...[
    '<script>x</script>',
    '<a href="javascript:x" onclick=x>',
    '<p',
    '</p></p>',
    '<img src=x onerror=x>',
    '&#x110000;&#0;&nbsp',
  ],
  ...['<svg><math><template>', '<!--', '<![CDATA[', ']]>', '<?xml version="1.0"?>'],
]

type Holder = Record<string, unknown> | unknown[]
type Place = { readonly holder: Holder; readonly key: string | number }

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

const placesIn = (value: unknown): Place[] => {
  if (!isHolder(value)) return []
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys.flatMap((key) => [{ holder: value, key }, ...placesIn(Reflect.get(value, key))])
}

type Change = (place: Place, random: Random, all: readonly Place[]) => void

const valueAt = ({ holder, key }: Place): unknown => Reflect.get(holder, key)
const put = ({ holder, key }: Place, value: unknown): void => void Reflect.set(holder, key, value)

const CHANGES: readonly Change[] = [
  (place, random) => put(place, structuredClone(pick(random, ODD))),
  (place, random) => put(place, structuredClone(pick(random, ODD))),
  (place, random) => put(place, structuredClone(pick(random, ODD))),
  ({ holder, key }) =>
    void (Array.isArray(holder) ? holder.splice(Number(key), 1) : Reflect.deleteProperty(holder, key)),
  (place, random, all) => put(place, structuredClone(valueAt(pick(random, all)))),
  (place) => put(place, [valueAt(place)]),
  (place) => put(place, { value: valueAt(place) }),
  (place) => put(place, String(valueAt(place))),
  (place) => put(place, Number(valueAt(place)) || 0),
  (place) => put(place, isHolder(valueAt(place)) ? Object.values(valueAt(place) as Holder) : null),
  ({ holder, key }) => void (Array.isArray(holder) && holder.push(structuredClone(holder[Number(key)]))),
  ({ holder, key }) => void (Array.isArray(holder) ? holder.reverse() : Reflect.set(holder, `${key}s`, null)),
]

const mutateValue = (value: unknown, random: Random): unknown => {
  const changed = { root: structuredClone(value) }
  const times = 1 + Math.floor(random() ** 2 * 6)
  for (let time = 0; time < times; time += 1) {
    const places = placesIn(changed)
    // An earlier change may have removed everything.
    const place = random() < 0.02 ? places[0] : pick(random, places)
    if (place) pick(random, CHANGES)(place, random, places)
  }
  return changed.root
}

/** Mutates markup and other text: removes, doubles and swaps pieces, and inserts odd values. */
const mutateText = (text: string, random: Random): string => {
  let mutated = text
  const times = 1 + Math.floor(random() ** 2 * 8)
  for (let time = 0; time < times; time += 1) {
    const from = Math.floor(random() * mutated.length)
    const to = Math.min(mutated.length, from + Math.floor(random() ** 3 * 400))
    const odd = String(pick(random, ODD))
    const [before, piece, behind] = [mutated.slice(0, from), mutated.slice(from, to), mutated.slice(to)]
    mutated = pick(random, [
      () => before + behind,
      () => before + piece + piece + behind,
      () => before + odd + behind,
      () => before + odd + piece + behind,
      () => before + behind.replace(/>([^<]*)</, () => `>${odd}<`),
      () => before + behind.replace(/="[^"]*"/, () => `="${odd}"`),
      () => before + behind.replace(/<[a-z][^>]*>/i, ''),
      () => (random() < 0.1 ? before : before + piece.toUpperCase() + behind),
    ])()
  }
  return mutated
}

const STATUSES = [
  200, 201, 202, 204, 206, 300, 304, 400, 401, 402, 403, 404, 410, 418, 422, 429, 451, 500, 502, 503, 599,
]
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json' },
  { 'content-type': 'application/rss+xml; charset=utf-7' },
  { 'content-type': 'constructor; charset=__proto__' },
  { 'retry-after': 'soon' },
  { 'retry-after': '-5' },
  { 'retry-after': '99999999999999999999' },
  { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'never' },
  { 'ratelimit-remaining': '-1', 'ratelimit-reset': '1e99', 'ratelimit-limit': '[]' },
  { link: '<>; rel=next' },
  { link: '<javascript:x>; rel="next"' },
  { link: '<'.repeat(500) },
  { 'x-wp-total': 'many', 'x-wp-totalpages': '-1' },
]

const isJson = (text: string): boolean => {
  try {
    return isHolder(JSON.parse(text))
  } catch {
    return false
  }
}

const mutateBody = (body: unknown, random: Random): unknown => {
  if (typeof body !== 'string') return body === undefined ? undefined : mutateValue(body, random)
  return isJson(body) && random() < 0.9
    ? JSON.stringify(mutateValue(JSON.parse(body), random))
    : mutateText(body, random)
}

export const mutateResponse = (response: SimulatedResponse, random: Random): SimulatedResponse => ({
  ...response,
  body: random() < 0.95 ? mutateBody(response.body, random) : response.body,
  ...(random() < 0.05 && { status: pick(random, STATUSES) }),
  headers: { ...response.headers, ...(random() < 0.08 && pick(random, HEADERS)) },
})
