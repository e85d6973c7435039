import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { errorsDocument } from '../../../scripts/docs/errors.ts'
import { platformHeading } from '../../../scripts/docs/platform-heading.ts'
import { writePlatforms } from '../../../scripts/docs/platforms.ts'
import { settingsDocument } from '../../../scripts/docs/settings.ts'
import { outdatedDocuments, updateDocuments } from '../../../scripts/generate-docs.ts'
import { Type } from '../src/parsing/type.ts'
import { ALL_PLATFORMS } from '../src/platforms/all.ts'
import { platform, source } from '../src/upstream/contract/platform.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

test('generated documents are up to date (npm run docs regenerates them)', () => {
  assert.deepEqual(
    outdatedDocuments(ROOT).map(({ path }) => path),
    [],
  )
})

test('the check accepts documents that were just written, and reports how to fix a changed or missing one', (context) => {
  const root = mkdtempSync(join(tmpdir(), 'central-api-'))
  context.after(() => rmSync(root, { recursive: true }))
  const documents = [settingsDocument, errorsDocument]
  const linePerDocument = (line: (path: string) => string) => documents.map(({ path }) => line(path))
  assert.deepEqual(
    updateDocuments(false, root, documents),
    linePerDocument((path) => `Wrote ${path}`),
  )
  assert.deepEqual(updateDocuments(true, root, documents), [])
  for (const damage of [(path: string) => writeFileSync(path, 'Something else'), (path: string) => rmSync(path)]) {
    for (const { path } of documents) damage(join(root, path))
    assert.deepEqual(
      updateDocuments(true, root, documents),
      linePerDocument((path) => `${path} is not what the code says; run: npm run docs`),
    )
  }
  updateDocuments(false, root, documents)
  assert.deepEqual(outdatedDocuments(root, documents), [])
})

const NEVER_CALLED = {
  account: async () => assert.fail('an account'),
  posts: async () => assert.fail('a page'),
}

test('the page of the platforms contains everything that a platform declares', () => {
  const keyed = platform({
    id: 'keyed',
    name: 'Keyed',
    handles: ['name', '@name'],
    variants: { posts: 'all posts', media: 'images | videos' },
    settings: Type.Object({
      KEYED_API_KEY: Type.String({ default: '', description: 'The key.' }),
      KEYED_LIMIT: Type.String({ default: '5', description: 'The limit.' }),
    }),
    canonicalize: (input) => input,
    credentials: [
      {
        id: 'key',
        settings: ['KEYED_API_KEY'],
        read: ({ KEYED_API_KEY }) => [{ secrets: { key: KEYED_API_KEY } }],
        sign: ({ key = '' }) => ({ headers: { 'x-api-key': key } }),
        steps: ['Create an application.', 'Request a key.'],
      },
    ],
    sources: [
      source({ id: 'api', provenance: 'official_api', credential: 'key', ...NEVER_CALLED }),
      source({ id: 'feed', provenance: 'feed', variants: ['posts'], ...NEVER_CALLED }),
    ],
    refuses: 'Comments are not available.',
  })
  const page = writePlatforms([keyed])
  for (const line of [
    '| [`keyed`](#keyed) | Keyed | `posts`, `media` | official API, then feed |',
    '## Keyed',
    'Id: `keyed`. Comments are not available.',
    '| official API | `official_api` | `posts`, `media` | `KEYED_API_KEY` |',
    '| feed | `feed` | `posts` | nothing |',
    'Handles: `name`, `@name`',
    '| `posts` | all posts |',
    '| `media` | images \\| videos |',
    '| `KEYED_API_KEY` | empty | The key. |',
    '| `KEYED_LIMIT` | `5` | The limit. |',
    '### How to get `KEYED_API_KEY`',
    '1. Create an application.',
    '2. Request a key.',
  ])
    assert.ok(page.split('\n').includes(line), line)
  assert.match(page, /^\| `KEYED_BASE_URL` \| empty \| An origin/m)
})

test('every platform has a section', () => {
  const page = readFileSync(join(ROOT, 'docs/reference/platforms.md'), 'utf8')
  for (const platform of ALL_PLATFORMS) {
    assert.ok(page.includes(`\n${platformHeading(platform)}\n\nId: \`${platform.id}\`.`), platform.id)
  }
})
