// The images of README and docs: each one exists, is made by a script or is a drawing, and is shown somewhere.

import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'
import { FEED, imageOf, SCENES, SCHEMES, SHEET } from '../../../scripts/shots/scenes.ts'
import { PROJECT_FILES, pathOf, readText } from './deployed.ts'

const FOLDER = 'docs/images'
/** GitHub shows them in a README at once; larger ones are seen to load. */
const MAX_BYTES = 250_000

const documents = PROJECT_FILES.filter((path) => path.endsWith('.md'))
const withoutCode = (text: string) => text.replaceAll(/^```.*?^```|`[^`\n]*`/gms, '')
/** Paths in the repository of the images that documents show. */
const shown = new Set(
  documents.flatMap((path) =>
    [
      ...withoutCode(readText(path)).matchAll(
        /(?:!\[[^\]]+\]\(|<(?:img|source)[^>]+(?:src|srcset)=")(?<image>(?!https?:)[^)"\s]+)/g,
      ),
    ].map(({ groups }) => posix.join(posix.dirname(path), groups?.image ?? '')),
  ),
)
const files = readdirSync(pathOf(FOLDER)).map((name) => `${FOLDER}/${name}`)
const made = [FEED, SHEET, ...SCENES].flatMap(({ name }) => SCHEMES.map((scheme) => imageOf(name, scheme)))

test('every image that a document shows exists, and every image is shown', () => {
  assert.ok(shown.size > 0)
  assert.deepEqual(
    [...shown].filter((path) => !files.includes(path)),
    [],
  )
  // The dark image of a scene is chosen by the page or by the README.
  const isShown = (path: string) => shown.has(path) || shown.has(path.replace(/-dark(?=\.webp$)/, ''))
  assert.deepEqual(
    files.filter((path) => !isShown(path)),
    [],
  )
})

test('every image is a drawing or a screenshot of a scene, and every scene has its screenshots', () => {
  assert.deepEqual(files.filter((path) => !path.endsWith('.svg')).sort(), made.toSorted())
  for (const path of made) assert.ok(statSync(pathOf(path)).size < MAX_BYTES, path)
})
