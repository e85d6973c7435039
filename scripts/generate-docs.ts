// npm run docs: generates documents from the code. With --check it writes nothing and fails if a document is outdated.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { adminApiDocument, adminGuideDocument } from './docs/admin-api.ts'
import { apiReferenceDocument } from './docs/api-reference.ts'
import { clientTypes } from './docs/client-types.ts'
import { contentsDocument } from './docs/contents.ts'
import type { GeneratedDocument } from './docs/document.ts'
import { errorsDocument } from './docs/errors.ts'
import { lightboxStyle } from './docs/lightbox-style.ts'
import { normalizationDocument } from './docs/normalization.ts'
import { phpFeed } from './docs/php-feed.ts'
import { platformsDocument } from './docs/platforms.ts'
import { documentsWithSamples } from './docs/samples.ts'
import { selectorSentences } from './docs/selector-sentences.ts'
import { settingsDocument } from './docs/settings.ts'
import { sourcesDocument } from './docs/sources.ts'
import { webhooksDocument } from './docs/webhooks.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** All generated documents. */
export const DOCUMENTS: readonly GeneratedDocument[] = [
  adminApiDocument,
  adminGuideDocument,
  apiReferenceDocument,
  contentsDocument,
  errorsDocument,
  normalizationDocument,
  platformsDocument,
  settingsDocument,
  sourcesDocument,
  webhooksDocument,
  ...clientTypes,
  selectorSentences,
  phpFeed,
  lightboxStyle,
  ...documentsWithSamples,
]

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

type Made = { readonly path: string; readonly text: string }

/** The outdated documents below `root`, with their current text. */
export const outdatedDocuments = (root = ROOT, documents = DOCUMENTS): readonly Made[] =>
  documents
    .map(({ path, generate }) => ({ path, text: generate() }))
    .filter(({ path, text }) => read(join(root, path)) !== text)

/** Updates the documents and returns a message for each. With `check` it writes nothing. */
export const updateDocuments = (check: boolean, root = ROOT, documents = DOCUMENTS): readonly string[] =>
  outdatedDocuments(root, documents).map(({ path, text }) => {
    if (check) return `${path} is not what the code says; run: npm run docs`
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    return `Wrote ${path}`
  })

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true })
  const check = values.check === true
  const lines = updateDocuments(check, positionals[0])
  for (const line of lines) process[check ? 'stderr' : 'stdout'].write(`${line}\n`)
  if (check && lines.length > 0) process.exitCode = 1
}
