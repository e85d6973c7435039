// Every file that contains the version, and its format there. packages/service/test/names.test.ts checks the same files with
// its own patterns.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Semantic Versioning 2.0.0, without build metadata, which neither npm nor image tags support. */
export const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/

const NUMBER = String.raw`\d+\.\d+\.\d+(?:-[\w.-]*\w)?`
const PLUGIN = 'packages/wordpress/plugin'
const KIT = `${PLUGIN}/central-posts.php`

/** Matches a version by the text before it and, if needed, after it. */
const numbered = (before: string, behind = ''): RegExp =>
  new RegExp(`(?<=${before})${NUMBER}${behind && `(?=${behind})`}`, 'gm')

const IMAGE = numbered('central-api:', '$')
/** A package of this repository in another one's dependencies, if it has one. */
const DEPENDENCY = numbered('"@central-api/[a-z-]+": "', '"')
const OWN_PACKAGES = [numbered('^  "version": "', '"'), DEPENDENCY]

const FILES: Readonly<Record<string, readonly RegExp[]>> = {
  'compose.yaml': [IMAGE],
  'deploy/helm/central-api/Chart.yaml': [numbered('^version: ', '$'), numbered('^appVersion: ', '$')],
  'deploy/kubernetes/deployment.yaml': [IMAGE],
  'deploy/kubernetes/kustomization.yaml': [numbered('newTag: ', '$')],
  'docs/operate/deploy.md': [numbered('central-api:')],
  'docs/operate/production.md': [numbered('central-api:')],
  'packages/service/src/http/version.ts': [numbered("VERSION = '", "'")],
  [`${PLUGIN}/block/block.json`]: [numbered('"version": "', '"')],
  [KIT]: [numbered(String.raw`^ \* Version: +`, '$'), numbered("'CENTRAL_POSTS_VERSION', '", "'")],
  [`${PLUGIN}/languages/central-posts.pot`]: [numbered('Project-Id-Version: Central Posts ', String.raw`\\n`)],
  [`${PLUGIN}/readme.txt`]: [numbered('^Stable tag: ', '$')],
}

/** This repository's own entries of the lockfile, up to their dependencies. */
const LOCKED = [
  numbered(String.raw`^{\n  "name": "@central-api/workspace",\n  "version": "`, '"'),
  numbered(String.raw`^    "(?:packages/[a-z]+)?": {\n      (?:"name": "[^"]+",\n      )?"version": "`, '"'),
  DEPENDENCY,
]

const placesBelow = (root: string): Readonly<Record<string, readonly RegExp[]>> => ({
  ...FILES,
  'package.json': OWN_PACKAGES,
  'package-lock.json': LOCKED,
  ...Object.fromEntries(
    readdirSync(join(root, 'packages'), { withFileTypes: true })
      .filter(
        (entry) => entry.isDirectory() && readdirSync(join(entry.parentPath, entry.name)).includes('package.json'),
      )
      .map(({ name }) => [`packages/${name}/package.json`, OWN_PACKAGES]),
  ),
})

type Numbered = {
  readonly path: string
  /** The text with each version replaced. */
  readonly text: string
  readonly found: readonly string[]
}

/** Every file with another version inserted. Throws an Error if a file does not contain the expected version. */
export const withVersion = (root: string, version: string): readonly Numbered[] =>
  Object.entries(placesBelow(root)).map(([path, patterns]) => {
    let text = readFileSync(join(root, path), 'utf8')
    const found: string[] = []
    for (const pattern of patterns) {
      const numbers = text.match(pattern) ?? []
      if (numbers.length === 0 && pattern !== DEPENDENCY)
        throw new Error(`${path} has no version where one is expected: ${pattern}`)
      found.push(...numbers)
      text = text.replaceAll(pattern, version)
    }
    return { path, text, found }
  })
