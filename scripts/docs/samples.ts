// Documents that are written by hand, with code from files that tests run: a block below a comment that names its file.

import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GeneratedDocument } from './document.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BLOCK = /^<!-- (docs\/samples\/[\w.-]+) -->\n```\w*\n(?:(?!```).*\n)*```$/gm

const PAGES = [
  'docs/guides/api-client.md',
  'docs/guides/connected-accounts.md',
  'docs/guides/feed.md',
  'docs/guides/plugin.md',
  'docs/guides/selector.md',
  'docs/guides/ship-a-plugin.md',
  'docs/start/javascript.md',
  'docs/start/php.md',
  'packages/client/README.md',
  'packages/feed/README.md',
  'packages/php/README.md',
  'packages/selector/README.md',
  'packages/wordpress/README.md',
]

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** The file as a block of a document, below a comment that names it. */
export const sampleBlock = (file: string): string => {
  const language = extname(file).slice(1).replace('mjs', 'js')
  return `<!-- ${file} -->\n\`\`\`${language}\n${read(file).trimEnd()}\n\`\`\``
}

const fill = (text: string): string => text.replaceAll(BLOCK, (_, file: string) => sampleBlock(file))

export const documentsWithSamples: readonly GeneratedDocument[] = PAGES.map((path) => ({
  path,
  generate: () => fill(read(path)),
}))
