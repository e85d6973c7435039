import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startService } from '@central-api/testing/start-service.ts'
import { documentsWithSamples } from '../../../scripts/docs/samples.ts'
import { webhooksDocument } from '../../../scripts/docs/webhooks.ts'
import { SETTINGS } from '../src/config/settings.ts'
import { ERROR_CODES } from '../src/errors.ts'
import { ALL_PLATFORMS } from '../src/platforms/all.ts'
import { POSTS_ONLY } from '../src/platforms/posts-only.ts'
import { baseUrlName, createRegistry } from '../src/upstream/registry.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

type Page = { readonly path: string; readonly text: string; readonly prose: string; readonly blocks: readonly Block[] }
type Block = { readonly language: string; readonly code: string }

const FENCE = /^ *```(?<language>\w*)\n(?<code>.*?)^ *```$/gms

const readPage = (path: string): Page => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const blocks = [...text.matchAll(FENCE)].map(({ groups: { language = '', code = '' } = {} }) => ({ language, code }))
  return { path, text, prose: text.replaceAll(FENCE, ''), blocks }
}

const PAGES: readonly Page[] = [
  'README.md',
  'CODE_OF_CONDUCT.md',
  'CONTRIBUTING.md',
  'ROADMAP.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'packages'))
    .map((folder) => `packages/${folder}/README.md`)
    .filter((file) => existsSync(join(ROOT, file))),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file))
    .sort(),
].map(readPage)

const TEST = /\.(?:test|real|browser)\.ts$|\/test\/.*\.(?:php|ts|mjs)$/

/** An anchor that a heading has besides that of its text. */
const OWN_ANCHOR = /^<a id="([\w-]+)"><\/a>/

/** The anchor of a heading on GitHub. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

const anchorsOf = ({ prose }: Page): readonly string[] => {
  const anchors: string[] = []
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    const [own, id] = OWN_ANCHOR.exec(heading) ?? ['']
    if (id !== undefined) anchors.push(id)
    const anchor = anchorOf(heading.slice(own.length))
    const before = anchors.filter((each) => each.replace(/-\d+$/, '') === anchor).length
    anchors.push(before === 0 ? anchor : `${anchor}-${before}`)
  }
  return anchors
}

const blocksOf = (...languages: readonly string[]) =>
  PAGES.flatMap(({ path, blocks }) =>
    blocks.filter(({ language }) => languages.includes(language)).map(({ code }) => [path, code] as const),
  )

/** The broken links of a page. */
const brokenLinks = (page: Page): readonly string[] =>
  [...page.prose.matchAll(/\]\((?<target>[^)\s]+)\)/g)]
    .map(({ groups }) => groups?.target ?? '')
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#')
      const path = file === '' ? page.path : normalize(join(dirname(page.path), file))
      if (file !== '' && !existsSync(join(ROOT, path))) return true
      return anchor !== undefined && !anchorsOf(file === '' ? page : readPage(path)).includes(anchor)
    })

const SAMPLES = 'docs/samples'
/** A program, and the file that it comes from if the page names one. */
const PROGRAM = /^(?:<!-- (?<file>[\w/.-]+) -->\n)?```(?<language>js|mjs|ts|php|html|py)\n(?<code>.*?)^```$/gms

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(ROOT, folder, file))
    .filter((file) => !file.includes('node_modules'))

/** The output of `npm run new:platform`, which has its own tests. */
const TEMPLATE = filesBelow('scripts/platform-template')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(file, 'utf8'))

/** Its programs are parts of a definition, which can be parsed but not run. */
const PAGES_OF_PIECES: readonly string[] = [
  'docs/contribute/platform.md',
  'docs/contribute/platform-contract.md',
  'docs/contribute/platform-tests.md',
]

/** Syntax that a function body cannot contain. */
const OF_MODULES = /^import .*$|^export |\bimport\.(?=meta\b)/gm

const isParsable = (code: string): boolean => {
  try {
    new Function(/^\w+: /.test(code) ? `({${code}})` : code.replaceAll(OF_MODULES, ''))
    return true
  } catch {
    return false
  }
}

/** Programs that no test runs, as `page: first line`. */
const unrunPrograms = ({ path, text }: Page): readonly string[] =>
  [...text.matchAll(PROGRAM)]
    .map(({ groups: { file = '', language = '', code = '' } = {} }) => ({ file, language, code }))
    .filter(({ file, language, code }) => {
      if (PAGES_OF_PIECES.includes(path) && language === 'js') return !isParsable(code)
      return !file.startsWith(`${SAMPLES}/`) && !TEMPLATE.some((whole) => whole.includes(code))
    })
    .map(({ code }) => `${path}: ${code.split('\n')[0]}`)

const SETTING_NAMES: ReadonlySet<string> = new Set([
  ...Object.values(SETTINGS).map(({ name }) => name),
  ...ALL_PLATFORMS.flatMap(({ settings }) => Object.keys(settings.properties)),
  ...[...ALL_PLATFORMS, ...POSTS_ONLY].map(({ id }) => baseUrlName(id)),
])

/** Other names in capitals: constants, variables of other programs, settings of made-up platforms. */
const NOT_SETTINGS = [
  ...[/^(?:TIDEPOOL|ACME)_/, /^(?:ALL_PLATFORMS|POSTS_ONLY)$/, /^(?:NO|FORCE)_COLOR$/],
  ...[
    /^ENT_[A-Z]+$/,
    /^(?:WP_HOME|WP_HTTP_BLOCK_EXTERNAL|DISALLOW_FILE_MODS)$/,
    /^(?:FOREIGN_NOT_FOUNDS|RANKED_PAGES)$/,
    /^CODE_OF_CONDUCT$/,
    /^(?:NPM_TOKEN|UPDATE_SCREENS)$/,
    /^NODE_OPTIONS$/,
    /^CONTENT_TYPE$/,
    /^CENTRAL_API_(?:URL|KEY)$/,
    /^MALLOC_[A-Z_]+$/,
  ],
]

/** Unknown settings, as `page: NAME`. */
const unknownSettings = ({ path, text }: Page): readonly string[] =>
  [...text.matchAll(/(?<![\w>…])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)]
    .map(([name]) => name)
    .filter((name) => !SETTING_NAMES.has(name) && !NOT_SETTINGS.some((other) => other.test(name)))
    .map((name) => `${path}: ${name}`)

/** The prefixes of error codes. */
const LIKE_A_CODE =
  /`((?:invalid|cursor|method|payload|unsupported|license|site|platform|token|quota|rate|variant|handle|profile|post|link|internal)_[a-z_]+)`/g

test('every link in the documents points to a file, and every anchor to a heading', () => {
  assert.ok(PAGES.length >= 10)
  assert.deepEqual(
    PAGES.flatMap((page) => brokenLinks(page).map((target) => `${page.path}: ${target}`)),
    [],
  )
})

describe('settings', () => {
  test('in a document exist', () => {
    assert.deepEqual(PAGES.flatMap(unknownSettings), [])
  })

  test('are all in docs/reference/settings.md', () => {
    const { text } = readPage('docs/reference/settings.md')
    assert.deepEqual(
      [...SETTING_NAMES].filter((name) => !text.includes(`| \`${name}\` |`)),
      [],
    )
  })
})

test('every npm script in a document exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
  const named = PAGES.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm (?:run (?<script>[\w:-]+)|(?<short>start|test)\b)/g)].map(
      ({ groups }) => [path, groups?.script ?? groups?.short ?? ''] as const,
    ),
  )
  assert.ok(named.length > 0)
  assert.deepEqual(
    named.filter(([, script]) => !Object.hasOwn(scripts, script)),
    [],
  )
})

test('every error code in a document exists', () => {
  const codes: readonly string[] = ERROR_CODES
  const named = PAGES.flatMap(({ path, text }) =>
    [...text.matchAll(LIKE_A_CODE)].map(([, code = '']) => [path, code] as const),
  )
  assert.ok(named.length > ERROR_CODES.length)
  assert.deepEqual(
    named.filter(([, code]) => !codes.includes(code)),
    [],
  )
})

test('docs/reference/errors.md has a section for every code and no other', () => {
  const headings = [...readPage('docs/reference/errors.md').prose.matchAll(/^### (.+)$/gm)].map(([, code]) => code)
  assert.deepEqual([...headings].sort(), [...ERROR_CODES].sort())
})

test('docs/guides/ship-a-plugin.md names the platforms whose terms forbid copies of images', () => {
  const names = ALL_PLATFORMS.filter(({ keepsPictures: keepsImages }) => keepsImages === false).map(({ name }) => name)
  const listed = names
    .sort()
    .join(', ')
    .replace(/, (?=[^,]+$)/, ' and ')
  assert.ok(
    readPage('docs/guides/ship-a-plugin.md').prose.replaceAll(/\s+/g, ' ').includes(`as those of ${listed};`),
    listed,
  )
})

test('docs/samples/messages.json has a sentence for every code and no other', () => {
  const sentences = JSON.parse(readFileSync(join(ROOT, 'docs/samples/messages.json'), 'utf8')) as Record<string, string>
  assert.deepEqual(Object.keys(sentences), [...ERROR_CODES, 'network_error', 'unexpected_answer'])
  for (const [code, sentence] of Object.entries(sentences)) assert.match(sentence, /^[A-Z][^\n]{20,200}\.$/, code)
})

describe('code blocks of the documents', () => {
  test('with json are valid JSON', () => {
    assert.ok(blocksOf('json').length > 0)
    for (const [path, code] of blocksOf('json')) assert.doesNotThrow(() => JSON.parse(code), `${path}: ${code}`)
  })

  test('with sh are valid shell syntax', () => {
    assert.ok(blocksOf('sh', 'bash').length > 0)
    for (const [path, code] of blocksOf('sh', 'bash')) {
      assert.doesNotThrow(() => execFileSync('bash', ['-n'], { input: code, stdio: 'pipe' }), `${path}: ${code}`)
    }
  })

  test('the JavaScript client returns every post of a profile, and throws the code of an error', async (context) => {
    const service = await startService(context, { listens: true })
    const { key } = await service.license()
    const example = readFileSync(join(ROOT, SAMPLES, 'api-client.mjs'), 'utf8')
    const here = example.replace('https://api.example.com', service.origin).replace('ck_live_…', key)
    const { posts } = (await import(`data:text/javascript,${encodeURIComponent(here)}`)) as {
      posts(platform: string, handle: string): AsyncIterable<{ id: string }>
    }
    const ids = new Set<string>()
    for await (const { id } of posts('sandbox', 'demo')) ids.add(id)
    assert.equal(ids.size, 95)
    const all = async () => Array.fromAsync(posts('sandbox', 'error.profile_private'))
    await assert.rejects(all, { message: 'profile_private' })
  })
})

describe('every program in the documents is tested', () => {
  test('it comes from docs/samples or the platform template, or is a parsable part of a platform', () => {
    assert.deepEqual(PAGES.flatMap(unrunPrograms), [])
  })

  test('each file in docs/samples is loaded by a test', () => {
    const tests = filesBelow('packages').filter((file) => TEST.test(file))
    const texts = tests.map((file) => readFileSync(file, 'utf8'))
    assert.ok(tests.length > 300)
    assert.deepEqual(
      readdirSync(join(ROOT, SAMPLES)).filter((file) => !texts.some((text) => text.includes(file))),
      [],
    )
  })

  test('npm run docs updates every page with code of a file', () => {
    const written = [...documentsWithSamples, webhooksDocument].map(({ path }) => path)
    assert.deepEqual(
      PAGES.filter(({ text }) => text.includes(`<!-- ${SAMPLES}/`))
        .map(({ path }) => path)
        .sort(),
      [...written].sort(),
    )
  })
})

test('README.md counts the platforms as they are declared, without the sandbox', () => {
  const real = ALL_PLATFORMS.filter(({ id }) => id !== 'sandbox')
  const registry = createRegistry(real, {})
  const free = real.filter(({ id }) => registry.settingsOf(id).missing === undefined)
  const text = (PAGES.find(({ path }) => path === 'README.md')?.text ?? '').replace(/\s+/g, ' ')
  assert.ok(text.includes(`on ${real.length} platforms`))
  assert.ok(text.includes(`${free.length} of the ${real.length} [platforms](docs/reference/platforms.md) need none`))
})

describe('the checks', () => {
  const pageOf = (text: string): Page => ({
    path: 'docs/reference/made-up.md',
    text,
    prose: text.replaceAll(FENCE, ''),
    blocks: [],
  })

  test('find a broken link and a broken anchor, and accept others', () => {
    const text = `# A heading: \`code\`, twice!

[a](errors.md#token_expired) [b](errors.md#none) [c](none.md) [d](../../README.md) [e](#a-heading-code-twice)
[f](#else) [g](https://host.example/none) [h](../decisions/)

\`\`\`md
[i](in-a-block.md)
\`\`\`
`
    assert.deepEqual(brokenLinks(pageOf(text)), ['errors.md#none', 'none.md', '#else'])
  })

  test('find an unknown setting, in text and in code', () => {
    const text =
      'Set `PAGE_FRESH_SECONDS`, `PAGE_FRESH_SECOND` or `<ID>_BASE_URL`.\n\n```sh\nPAGE_STORES=1 npm start\n```\n'
    assert.deepEqual(unknownSettings(pageOf(text)), [
      'docs/reference/made-up.md: PAGE_FRESH_SECOND',
      'docs/reference/made-up.md: PAGE_STORES',
    ])
  })

  test('find a program that no test runs, and accept those of files and of the template', () => {
    const [piece = ''] = /^export const .*\n/m.exec(TEMPLATE.join('\n')) ?? []
    const text = `<!-- docs/samples/modes.mjs -->
\`\`\`js
taken()
\`\`\`

\`\`\`js
alone()
\`\`\`

\`\`\`ts
${piece}\`\`\`

\`\`\`php
<?php alone();
\`\`\`
`
    assert.deepEqual(unrunPrograms(pageOf(text)), [
      'docs/reference/made-up.md: alone()',
      'docs/reference/made-up.md: <?php alone();',
    ])
    const pieces = {
      ...pageOf('```js\nlimits: { a: 1 },\n```\n\n```js\nposts: { a: ],\n```\n'),
      path: 'docs/contribute/platform-contract.md',
    }
    assert.deepEqual(unrunPrograms(pieces), ['docs/contribute/platform-contract.md: posts: { a: ],'])
  })

  test('number repeated headings', () => {
    assert.deepEqual(anchorsOf(pageOf('## One\n\n## Two\n\n## One\n')), ['one', 'two', 'one-1'])
  })
})
