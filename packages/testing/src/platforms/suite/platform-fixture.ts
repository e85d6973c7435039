// What a platform's fixtures are: whole answers of its API, each with the mapping that reads it, and why some of what they
// hold is in no post. docs/normalization.md is made of them.

import { readFileSync } from 'node:fs'
import type { PlatformPost, Profile } from '@central-api/service/post/post.ts'

export type Mapped = {
  readonly profile?: Profile | null | undefined
  readonly posts?: readonly (PlatformPost | null | undefined)[]
}

/** Answers that are read together, and what becomes of them: JSON is parsed, anything else is text. */
export type FixtureCase = {
  /** Of the folder `fixtures/` beside the platform. */
  readonly files: readonly [string, ...string[]]
  readonly map: (...answers: readonly unknown[]) => Mapped
}

/** Reason → the fields of answers that are mapped to nothing because of it. `*` stands for any part of a path. */
export type Reasons = Readonly<Record<string, readonly string[]>>

export type PlatformFixtures = {
  readonly platform: string
  /** File → its text. */
  readonly texts: Readonly<Record<string, string>>
  readonly cases: readonly FixtureCase[]
  readonly unmapped: Reasons
}

/** Reads them from `fixtures/` beside the module at `base`. */
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

/** A file of fixtures as its mapping is given it. */
export const parseFixture = (file: string, text: string): unknown => (file.endsWith('.json') ? JSON.parse(text) : text)

/** Why a place is mapped to nothing; undefined when nobody says. A place is written as `file: place`. */
export const reasonFor = (unmapped: Reasons, place: string): string | undefined =>
  Object.entries(unmapped).find(([, patterns]) => patterns.some((pattern) => isMeant(pattern, place)))?.[0]

/** Whether a pattern of a reason means a place, of any file unless it names one. */
export const isMeant = (pattern: string, place: string): boolean => {
  const parts = pattern.split('*').map((part) => part.replace(/[.[\]()$+?^{}|\\/]/g, '\\$&'))
  const whole = pattern.includes(': ') ? place : place.slice(place.indexOf(': ') + 2)
  return new RegExp(`^${parts.join('.*')}$`).test(whole)
}
