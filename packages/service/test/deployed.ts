// The parsed deployment files. A missing value is undefined, never guessed.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** The paths of the project's files, except third-party and generated ones. */
export const PROJECT_FILES: readonly string[] = [
  '.',
  '.github',
  'bench',
  'deploy',
  'docs',
  'packages',
  'scripts',
].flatMap((folder) =>
  readdirSync(pathOf(folder), { recursive: folder !== '.', encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => !/(?:^|\/)(?:node_modules|dist|data|fixtures|recordings)(?:\/|$)/.test(path)),
)

/** The environment variables that the service reads. */
export const SETTING_NAMES: ReadonlySet<string> = new Set([
  ...Object.values(SETTINGS).map(({ name }) => name),
  ...ALL_PLATFORMS.flatMap(({ settings }) => Object.keys(settings.properties)),
  ...[...ALL_PLATFORMS, ...POSTS_ONLY].map(({ id }) => baseUrlName(id)),
])

export const unknownSettings = (names: Iterable<string>): string[] => [...names].filter((it) => !SETTING_NAMES.has(it))

/** The names of `NAME=value` lines. */
export const envNames = (text: string): string[] => [...text.matchAll(/^(\w+)=/gm)].flatMap(([, name]) => name ?? [])

/** Images without a pinned version. */
export const unpinnedImages = (images: readonly string[]): string[] =>
  images.filter((image) => !/:(?:\d+\.\d+(?:\.\d+)?)(?:-[\w.]+)?$/.test(image))

/** Parses durations such as `20s` and `1m`. */
export const secondsOf = (text: string | undefined): number => {
  const [, count, unit] = /^(\d+)(s|m)$/.exec(text ?? '') ?? []
  return Number(count) * (unit === 'm' ? 60 : 1)
}

/** The time in which the service exits after SIGTERM. */
export const STOP_SECONDS = 15
/** The timeout of /readyz; NaN, which fails every comparison, if the code no longer contains it. */
export const STORE_SECONDS = Number(
  /const TIMEOUT_MS = (\d)_000\n/.exec(readText('packages/service/src/http/health/readiness.ts'))?.[1],
)
