// Checks the plugin's code as a vendor ships it: phpcs with our own sniffs, a complete .pot file, and no trace of the kit's name. Needs
// root on Debian.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installPackages, type Programs } from '../../service/test/real/install-packages.ts'
import { identityOf } from '../scripts/identity.ts'
import { makePlugin } from '../scripts/make-plugin.ts'
import { isPotCurrent } from '../scripts/make-pot.ts'

const run = promisify(execFile)
const STANDARD = fileURLToPath(new URL('../standard/CentralPosts', import.meta.url))
const PROGRAMS: Programs = {
  name: 'PHP_CodeSniffer, gettext',
  packages: ['php-cli', 'php-codesniffer', 'gettext'],
  files: ['/usr/bin/php', '/usr/bin/phpcs', '/usr/bin/xgettext'],
}
/** The plugin directory's own limit for a script or a style. */
const MAX_ASSET_BYTES = 293_000

let folder = ''

before(() => {
  assert.equal(installPackages(PROGRAMS), undefined)
  folder = mkdtempSync(join(tmpdir(), 'kit-code-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

const filesIn = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((each) => statSync(each).isFile())

type Report = {
  readonly files: Readonly<
    Record<string, { readonly messages: readonly { readonly source: string; readonly line: number }[] }>
  >
}

/** Line and sniff of each finding. */
const sniff = async (path: string): Promise<readonly string[]> => {
  const report = run('phpcs', [`--standard=${STANDARD}`, '--report=json', '-q', path])
  const { stdout } = await report.catch((error: { stdout: string }) => error)
  const { files } = JSON.parse(stdout) as Report
  return Object.entries(files).flatMap(([name, { messages }]) =>
    messages.map(({ source, line }) => `${name.split('/').at(-1)}:${line} ${source}`),
  )
}

test('phpcs reports nothing for the shipped plugin', async () => {
  const { folder: plugin } = makePlugin(identityOf({ name: 'Central Posts' }), folder)
  assert.deepEqual(await sniff(plugin), [])
})

const GUARD = "defined( 'ABSPATH' ) || exit;\n"
const VIOLATIONS: readonly (readonly [sniff: string, code: string])[] = [
  ['CentralPosts.Files.Guard.Missing', 'echo 1;\n'],
  ['CentralPosts.Security.EscapeOutput.NotEscaped', `${GUARD}echo $value;\n`],
  ['CentralPosts.Security.EscapeOutput.NotEscaped', `${GUARD}echo '<p>' . get_the_title() . '</p>';\n`],
  ['CentralPosts.Security.EscapeOutput.NotEscaped', `${GUARD}echo $value ? $value : '';\n`],
  ['CentralPosts.Naming.TextDomain.Wrong', `${GUARD}echo esc_html__( 'Text', 'other' );\n`],
  ['CentralPosts.Naming.TextDomain.NoText', `${GUARD}$text = __( $value, 'central-posts' );\n`],
  ['CentralPosts.Naming.Prefix.Missing', `${GUARD}update_option( 'settings', 1 );\n`],
  ['CentralPosts.Naming.Prefix.Missing', `${GUARD}do_action( 'changed' );\n`],
  ['CentralPosts.Naming.Prefix.Missing', `${GUARD}function show_posts() {\n}\n`],
]

for (const [index, [expected, code]] of VIOLATIONS.entries()) {
  test(`phpcs reports ${expected} for violation ${index + 1}`, async () => {
    const path = join(folder, `violation-${index}.php`)
    writeFileSync(path, `<?php\n${code}`)
    const found = await sniff(path)
    assert.deepEqual(
      found.map((each) => each.split(' ')[1]),
      [expected],
    )
  })
}

test('the .pot file has every string; npm run make:pot updates it', () => {
  assert.ok(isPotCurrent())
})

test('a vendor’s plugin has no trace of the kit’s name and nothing that the plugin directory rejects', () => {
  const identity = identityOf({ name: 'Acme Posts', contributor: 'acme', service: 'https://api.acme.example' })
  const { folder: plugin } = makePlugin(identity, folder)
  const files = filesIn(plugin)
  assert.ok(files.length > 30)
  for (const path of files) {
    const text = readFileSync(path, 'utf8')
    assert.doesNotMatch(path.slice(plugin.length), /central/i)
    // The client's file may name the service, Central API.
    if (!path.endsWith('api-client.php')) assert.doesNotMatch(text, /central[-_ ]?(?:post|api)/i, path)
    assert.doesNotMatch(text, /CentralApi|central_api|CentralPosts/, path)
    assert.doesNotMatch(text, /localhost|127\\.0\\.0\\.1/, path)
    assert.doesNotMatch(path, /\/\.|\.(?:sh|md|zip|map)$/)
    if (/\.(?:js|css)$/.test(path)) assert.ok(statSync(path).size < MAX_ASSET_BYTES, path)
  }
  assert.match(readFileSync(join(plugin, 'readme.txt'), 'utf8'), /== External services ==[\s\S]+Terms of use: https:/)
})
