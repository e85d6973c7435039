// packages/php/central-api-feed.php: the kit's renderer in one file, with what it needs of WordPress replaced.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PLURAL_WORDS, WORDS } from '../../packages/feed/src/render/words.ts'
import type { GeneratedDocument } from './document.ts'

const ROOT = fileURLToPath(new URL('../../packages/', import.meta.url))
const KIT = 'wordpress/plugin/includes'
const OWN = ['feed', 'environment', 'functions']
const SHARED = [
  ...['design', 'post-kind', 'post-images', 'glyphs', 'untrusted-text', 'emoji-codes'],
  ...['render-media', 'render-post', 'render-profile', 'render-stream'],
]

const HEAD = `<?php
/**
 * Shows posts of Central API on any site, in PHP 7.4 and later: CentralApi\\Feed\\Feed::render($page, $options).
 *
 * License: MIT. Made by \`npm run docs\` from the WordPress kit's renderer and packages/php/feed. Do not edit.
 */

namespace CentralApi\\Feed;
`

/** The first lines of each file. */
const OPENING = '<?php\n\nnamespace CentralApi\\Feed;\n'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** A class of the kit without its file comment, its namespace and its guard against direct access, indented like this package's PHP. */
const classOfKit = (name: string): string => {
  const [, code] = read(`${KIT}/class-${name}.php`).split("\ndefined( 'ABSPATH' ) || exit;\n")
  if (code === undefined) throw new Error(`class-${name}.php of the kit does not have the expected form`)
  return code.trim().replace(/^\t+/gm, (tabs) => '    '.repeat(tabs.length))
}

const inPhp = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`

const words = Object.entries(WORDS).map(([name, text]) => `        '${name}' => ${inPhp(text)},`)
const pluralWords = Object.entries(PLURAL_WORDS).map(([name, forms]) => {
  const pairs = Object.entries(forms).map(([form, text]) => `'${form}' => ${inPhp(text)}`)
  return `        '${name}' => [${pairs.join(', ')}],`
})

const ownPart = (name: string): string =>
  read(`php/feed/${name}.php`)
    .replace(OPENING, '')
    .replace('/* WORDS */', () => words.join('\n'))
    .replace('/* PLURAL_WORDS */', () => pluralWords.join('\n'))
    .trim()

export const phpFeed: GeneratedDocument = {
  path: 'packages/php/central-api-feed.php',
  generate: () => `${[HEAD.trim(), ...OWN.map(ownPart), ...SHARED.map(classOfKit)].join('\n\n')}\n`,
}
