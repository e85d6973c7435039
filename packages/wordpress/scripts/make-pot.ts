// Writes plugin/languages/central-posts.pot with every translatable string of the plugin. Needs GNU gettext.
//
// node packages/wordpress/scripts/make-pot.ts [--check]

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PLUGIN = fileURLToPath(new URL('../plugin/', import.meta.url))
const POT = 'languages/central-posts.pot'

const FUNCTIONS = ['__', '_n:1,2', 'esc_html__', 'esc_attr__']

/** Values of block.json that WordPress translates, and their contexts. */
const BLOCK_CONTEXTS = { title: 'block title', description: 'block description', keywords: 'block keyword' } as const
const HEADERS = ['Plugin Name', 'Description'] as const

const HEADER = `# Translatable strings of Central Posts.
# This file is distributed under the license of the plugin.
msgid ""
msgstr ""
"Project-Id-Version: Central Posts 1.0.0\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"X-Domain: central-posts\\n"
`

const entry = (file: string, text: string, context?: string): string =>
  [`#: ${file}`, ...(context === undefined ? [] : [`msgctxt ${JSON.stringify(context)}`])]
    .concat(`msgid ${JSON.stringify(text)}`, 'msgstr ""')
    .join('\n')

/** All entries without the header. Merges strings that occur in PHP and in JavaScript. */
const extractFromSources = (): string => {
  const files = readdirSync(PLUGIN, { recursive: true, encoding: 'utf8' }).sort()
  const folder = mkdtempSync(join(tmpdir(), 'pot-'))
  const output = join(folder, 'all.pot')
  const keywords = ['--keyword', ...FUNCTIONS.map((each) => `--keyword=${each}`)]
  const form = ['--from-code=UTF-8', '--add-comments=translators', '--add-location=file', '--no-wrap']
  const options = [...keywords, ...form, `--output=${output}`]
  const extract = (...more: readonly string[]) =>
    execFileSync('xgettext', [...options, ...more], { cwd: PLUGIN, stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    extract('--language=PHP', ...files.filter((name) => name.endsWith('.php')))
    extract(
      '--language=JavaScript',
      '--join-existing',
      ...files.filter((name) => name.endsWith('.js') && name !== 'block/view.js'),
    )
    return readFileSync(output, 'utf8').replace(/^.*?\n\n/s, '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The current content of the file. */
export const writePot = (): string => {
  const block = JSON.parse(readFileSync(join(PLUGIN, 'block/block.json'), 'utf8')) as Readonly<
    Record<keyof typeof BLOCK_CONTEXTS, string | readonly string[]>
  >
  const blockEntries = Object.entries(BLOCK_CONTEXTS).flatMap(([name, context]) =>
    [block[name as keyof typeof BLOCK_CONTEXTS]].flat().map((text) => entry('block/block.json', text, context)),
  )
  const main = readFileSync(join(PLUGIN, 'central-posts.php'), 'utf8')
  const headerTexts = HEADERS.map((name) => new RegExp(`^ \\* ${name}: +(.+)$`, 'm').exec(main)?.[1] ?? '')
  const inSources = extractFromSources()
  const missing = headerTexts.filter((text) => !inSources.includes(`msgid ${JSON.stringify(text)}\n`))
  const extra = [...missing.map((text) => entry('central-posts.php', text)), ...blockEntries]
  return `${HEADER}\n${inSources.trim()}\n\n${extra.join('\n\n')}\n`
}

export const isPotCurrent = (): boolean => readFileSync(join(PLUGIN, POT), 'utf8') === writePot()

if (import.meta.main) {
  if (!process.argv.includes('--check')) writeFileSync(join(PLUGIN, POT), writePot())
  else if (!isPotCurrent()) {
    process.stderr.write(`${POT} is out of date. Run: npm run make:pot\n`)
    process.exitCode = 1
  }
}
