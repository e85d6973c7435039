// packages/feed/src/element/lightbox-style.js: the styles of the lightbox as text, for a module that adds them when it is opened.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { GeneratedDocument } from './document.ts'

const STYLE = fileURLToPath(new URL('../../packages/feed/lightbox.css', import.meta.url))

const shorten = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replaceAll(';}', '}')
    .trim()

export const lightboxStyle: GeneratedDocument = {
  path: 'packages/feed/src/element/lightbox-style.js',
  generate: () =>
    `// Made by \`npm run docs\` from lightbox.css. Do not edit.\n\n// biome-ignore format: text\nexport const LIGHTBOX_STYLE = '${shorten(readFileSync(STYLE, 'utf8')).replaceAll("'", "\\'")}'\n`,
}
