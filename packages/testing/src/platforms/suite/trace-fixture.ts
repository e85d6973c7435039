// Finds which fields of the normalized form a platform's fixtures fill, and from which fields of the responses. It
// changes and removes each value and compares the results, so it does not rely on what a mapping claims.

import { isDeepStrictEqual } from 'node:util'
import { parseTime } from '@central-api/service/parsing/parse-time.ts'
import { type Change, type ResponseLeaves, readLeaves } from './leaves-fixture.ts'
import { type FixtureCase, type Mapped, type PlatformFixtures, parseFixture } from './platform-fixture.ts'

/** `told`: a response contains the value, possibly in another spelling. `derived`: it depends on other values. */
export type Telling = 'told' | 'derived'

export type TracedField = {
  readonly telling: Telling
  /** Places in responses that the value depends on, as `file: place`. */
  readonly from: readonly string[]
}

export type Trace = {
  /** Field, such as `post.media[].url` → how it is filled. Without fields that no fixture fills. */
  readonly fields: ReadonlyMap<string, TracedField>
  /** Places whose values affect no profile and no post. */
  readonly unread: readonly string[]
  /** Places whose values only decide which posts are shown. */
  readonly deciding: readonly string[]
}

type Filled = ReadonlyMap<string, readonly unknown[]>

/** Every field with a value, and its values in the order of the posts. */
export const fieldsOf = ({ profile, posts = [] }: Mapped): Filled => {
  const fields = new Map<string, unknown[]>()
  const visit = (value: unknown, field: string): void => {
    if (value === null || value === undefined) return
    if (Array.isArray(value)) for (const each of value) visit(each, `${field}[]`)
    else if (typeof value === 'object')
      for (const [name, each] of Object.entries(value)) visit(each, `${field}.${name}`)
    else fields.set(field, [...(fields.get(field) ?? []), value])
  }
  visit(profile, 'profile')
  for (const post of posts) visit(post, 'post')
  return fields
}

const DAY_MS = 86_400_000

/** Another value in the same format. */
const altered = (value: unknown): unknown => {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value > 1e8 ? value + 86_400 : value * 3 + 7
  const text = String(value)
  if (/^\d+$/.test(text)) return text.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
  if (/^\d{4}-\d\d-\d\d/.test(text)) return text.replace(/^\d{3}/, '201')
  if (/^[A-Z][a-z]{2}, \d\d? [A-Z]/.test(text)) return new Date(Date.parse(text) - 400 * DAY_MS).toUTCString()
  if (/^https?:/.test(text)) return text.replace(/^(https?:\/\/[^/?#]+)/, '$1/other')
  return `Other ${text}`
}

/** The changes to try at a place. */
const changesOf = (values: readonly unknown[]): readonly Change[] => {
  const known = [...new Set(values)].slice(0, 4)
  return [
    () => undefined,
    altered,
    // An additional digit at the end and at the start.
    (value) => (typeof value === 'string' ? `${value}7` : value),
    (value) => (typeof value === 'number' ? 0 : typeof value === 'string' ? 'true' : value),
    ...(known.length > 1 ? known.map((other) => () => other) : []),
  ]
}

/** Throws what a mapping throws. */
export const traceFixtures = ({ texts, cases }: PlatformFixtures): Trace => {
  const found = new Map<string, { telling: Telling; from: Set<string> }>()
  const [read, unread, deciding] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const each of cases) {
    const traced = traceCase(each, texts)
    for (const [field, { telling, from }] of traced.fields) {
      const known = found.get(field)
      found.set(field, {
        telling: known?.telling === 'told' ? 'told' : telling,
        from: new Set([...(known?.from ?? []), ...from]),
      })
    }
    for (const place of traced.read) read.add(place)
    for (const place of traced.deciding) deciding.add(place)
    for (const place of traced.unread) unread.add(place)
  }
  return {
    fields: new Map([...found].map(([field, { telling, from }]) => [field, { telling, from: [...from] }])),
    unread: [...unread].filter((place) => !read.has(place) && !deciding.has(place)),
    deciding: [...deciding].filter((place) => !read.has(place)),
  }
}

const traceCase = ({ files, map }: FixtureCase, texts: Readonly<Record<string, string>>) => {
  const textOf = (file: string) => texts[file] ?? ''
  const whole = files.map((file) => parseFixture(file, textOf(file)))
  const before = map(...whole)
  const fields = fieldsOf(before)
  const [read, unread, deciding] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const sources = new Map<string, { place: string; values: readonly unknown[] }[]>()
  for (const [index, file] of files.entries()) {
    const response = readLeaves(file, textOf(file))
    for (const [place, values] of response.leaves) {
      const name = `${file}: ${place}`
      const after = outcomes(response, place, values).map((changed) => map(...whole.with(index, changed)))
      const moved = new Set(
        after.filter((each) => isAsMany(each, before)).flatMap((each) => differing(fields, fieldsOf(each))),
      )
      for (const field of moved) sources.set(field, [...(sources.get(field) ?? []), { place: name, values }])
      if (moved.size > 0) read.add(name)
      else if (after.some((each) => !isAsMany(each, before))) deciding.add(name)
      else unread.add(name)
    }
  }
  const traced = [...fields].map(([field, values]): [string, TracedField] => {
    const all = sources.get(field) ?? []
    const same = all.filter((source) =>
      source.values.some((original) => values.some((value) => isSame(field, original, value))),
    )
    const from = (same.length > 0 ? same : all).map(({ place }) => place)
    return [field, { telling: same.length > 0 ? 'told' : 'derived', from }]
  })
  return { fields: traced, read, unread, deciding }
}

const outcomes = (response: ResponseLeaves, place: string, values: readonly unknown[]): readonly unknown[] =>
  changesOf(values).map((change) => response.change(place, change))

const countOf = ({ posts = [] }: Mapped): number => posts.filter((post) => post != null).length
const isAsMany = (one: Mapped, other: Mapped): boolean => countOf(one) === countOf(other)

const differing = (before: Filled, after: Filled): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (field) => !isDeepStrictEqual(before.get(field), after.get(field)),
  )

const LONG = /\.(?:text|html|summary)$/
const MARKUP = /<[a-z]|&lt;[a-z]/

/** Whether a field has a value of a response, in its own spelling. */
const isSame = (field: string, original: unknown, value: unknown): boolean => {
  if (typeof value === 'boolean') return typeof original === 'boolean'
  if (spellings(original).some((spelling) => spelling === plain(String(value))))
    return !field.endsWith('html') || MARKUP.test(String(original))
  if (!LONG.test(field) || (field.endsWith('html') && !MARKUP.test(String(original)))) return false
  const [words, known] = [wordsOf(String(value)), new Set(wordsOf(String(original)))]
  return words.length > 0 && words.filter((word) => known.has(word)).length >= words.length * 0.6
}

const spellings = (original: unknown): readonly string[] => {
  const text = plain(String(original))
  const number = typeof original === 'number' ? original : Number.NaN
  const times = [parseTime(original), number > 1e8 ? parseTime(number > 1e11 ? number / 1000 : number) : null]
  return [text, text.replace(/^[@#]/, ''), ...times.flatMap((time) => (time === null ? [] : plain(time)))]
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const decoded = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all)

const plain = (text: string): string =>
  decoded(decoded(text))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\/$/, '')
    .toLowerCase()

const wordsOf = (text: string): readonly string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []
