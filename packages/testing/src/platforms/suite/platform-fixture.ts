// A platform's fixtures: whole responses of its API, the mapping of each, and reasons for fields that no post uses.
// They are the source of docs/reference/normalization.md.

import { readFileSync } from 'node:fs'
import type { PlatformPost, PlatformProfile } from '@central-api/service/post/post.ts'

export type Mapped = {
  readonly profile?: PlatformProfile | null | undefined
  readonly posts?: readonly (PlatformPost | null | undefined)[]
}

/** Responses that are mapped together. JSON is parsed, anything else is text. */
export type FixtureCase = {
  /** Files in the folder `fixtures/`. */
  readonly files: readonly [string, ...string[]]
  readonly map: (...responses: readonly unknown[]) => Mapped
}

/** Reason → unmapped fields of responses. `*` matches any text. */
export type Reasons = Readonly<Record<string, readonly string[]>>

export type PlatformFixtures = {
  readonly platform: string
  /** File → its text. */
  readonly texts: Readonly<Record<string, string>>
  readonly cases: readonly FixtureCase[]
  readonly unmapped: Reasons
}

/** Reads the fixtures from `fixtures/` next to the module at `base`. */
export const platformFixtures = (
  base: string,
  platform: string,
  cases: readonly FixtureCase[],
  unmapped: Reasons,
): PlatformFixtures => {
  const files = new Set(cases.flatMap((each) => each.files))
  const read = (file: string) => readFileSync(new URL(`fixtures/${file}`, base), 'utf8')
  return { platform, texts: Object.fromEntries([...files].map((file) => [file, read(file)])), cases, unmapped }
}

/** Parses a fixture file as mappings expect it. */
export const parseFixture = (file: string, text: string): unknown => (file.endsWith('.json') ? JSON.parse(text) : text)

/** The reason for an unmapped place, if there is one. A place is written as `file: place`. */
export const reasonFor = (unmapped: Reasons, place: string): string | undefined =>
  Object.entries(unmapped).find(([, patterns]) => patterns.some((pattern) => matchesPlace(pattern, place)))?.[0]

/** Whether a pattern matches a place: in any file, unless the pattern names one. */
export const matchesPlace = (pattern: string, place: string): boolean => {
  const parts = pattern.split('*').map((part) => part.replace(/[.[\]()$+?^{}|\\/]/g, '\\$&'))
  const whole = pattern.includes(': ') ? place : place.slice(place.indexOf(': ') + 2)
  return new RegExp(`^${parts.join('.*')}$`).test(whole)
}
