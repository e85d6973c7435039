// The files that the service is deployed with, parsed. What is not written in them is undefined, never guessed.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { SETTINGS } from '../src/config/settings.ts'
import { ALL_PLATFORMS } from '../src/platforms/all.ts'
import { POSTS_ONLY } from '../src/platforms/posts-only.ts'
import { baseUrlName } from '../src/upstream/registry.ts'

const ROOT = new URL('../../../', import.meta.url)

export const pathOf = (path: string): string => fileURLToPath(new URL(path, ROOT))
export const readText = (path: string): string => readFileSync(pathOf(path), 'utf8')
export const readYaml = <T>(path: string): T => parse(readText(path), { merge: true }) as T
export const listFiles = (path: string): string[] =>
  readdirSync(pathOf(path))
    .filter((name) => !name.startsWith('.'))
    .sort()

/** What the service reads from its environment. */
export const SETTING_NAMES: ReadonlySet<string> = new Set([
  ...Object.values(SETTINGS).map(({ name }) => name),
  ...ALL_PLATFORMS.flatMap(({ settings }) => Object.keys(settings.properties)),
  ...[...ALL_PLATFORMS, ...POSTS_ONLY].map(({ id }) => baseUrlName(id)),
])

export const unknownSettings = (names: Iterable<string>): string[] => [...names].filter((it) => !SETTING_NAMES.has(it))

/** The names of `NAME=value` lines. */
export const envNames = (text: string): string[] => [...text.matchAll(/^(\w+)=/gm)].flatMap(([, name]) => name ?? [])

/** Names of images that may be another one tomorrow. */
export const unpinnedImages = (images: readonly string[]): string[] =>
  images.filter((image) => !/:(?:\d+\.\d+(?:\.\d+)?)(?:-[\w.]+)?$/.test(image))

/** As people write durations: `20s`, `1m`. */
export const secondsOf = (text: string | undefined): number => {
  const [, count, unit] = /^(\d+)(s|m)$/.exec(text ?? '') ?? []
  return Number(count) * (unit === 'm' ? 60 : 1)
}

/** Within which the service has ended after SIGTERM, whatever is still in flight. */
export const STOP_SECONDS = 15
/** What an answer of /readyz may take; NaN, which no comparison holds for, where the code does not say it any more. */
export const STORE_SECONDS = Number(
  /const TIMEOUT_MS = (\d)_000\n/.exec(readText('packages/service/src/http/health/readiness.ts'))?.[1],
)
