// Compares texts as they look, in PHP with and without the extension intl. Needs root on Debian; installs the rest itself.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { installPackages, type Programs, recordOf } from '../../service/test/real/install-packages.ts'
import { runProgram } from '../../service/test/real/run-program.ts'

const CLASS = fileURLToPath(new URL('../plugin/includes/class-lookalikes.php', import.meta.url))
const EXTENSIONS = ['php-mbstring', 'php-intl']
const PROGRAMS: Programs = {
  name: 'PHP with intl',
  packages: ['php-cli', ...EXTENSIONS],
  files: ['/usr/bin/php', ...EXTENSIONS.map(recordOf)],
}

/** Without `-n`, PHP loads all installed extensions. */
const HOSTS = { 'with intl': [], 'without intl': ['-n', '-d', 'extension=mbstring'] } as const

/** Texts, and what they look like. */
const SAME: readonly (readonly [what: string, text: string, looksLike: string])[] = [
  ['capitals', 'SALE', 'sale'],
  ['fullwidth letters', 'ＳＡＬＥ', 'sale'],
  ['mathematical letters', '𝓼𝓪𝓵𝓮 𝟭𝟵', 'sale 19'],
  ['a Cyrillic letter in a Latin word', 'sаle', 'sale'],
  ['Cyrillic letters alone', 'ѕех', 'sex'],
  ['a Cyrillic capital', 'ВUY', 'buy'],
  ['Greek letters', 'Νude, pοrn', 'nude, porn'],
  ['an Armenian letter', 'sօld', 'sold'],
  ['zero-width characters', 's\u200ba\u200cl\u2060e\ufeff', 'sale'],
  ['a zero-width joiner between letters', 'sa\u200dle', 'sale'],
  ['a soft hyphen and a grapheme joiner', 'sa\u00adl\u034fe', 'sale'],
  ['marks of direction', '\u202esa\u200fle\u202c', 'sale'],
  ['tags and variation selectors', 'sa\u{e0061}l\ufe0fe', 'sale'],
  ['marks on letters', 's\u0336a\u0336l\u20dde', 'sale'],
  ['the Turkish capital İ', 'İSTANBUL', 'istanbul'],
  ['the Kelvin sign', '\u212Aing', 'king'],
]

/** Known to Unicode only: ligatures, circles, superscripts. */
const SAME_WITH_INTL: typeof SAME = [
  ['a ligature', 'oﬃce', 'office'],
  ['letters in circles', 'ⓢⓐⓛⓔ', 'sale'],
  ['a letter that the mathematical alphabets leave out', 'ℬest', 'best'],
  ['an accent as a character of its own', 'cafe\u0301', 'cafe'],
]

/** Texts that stay as they are. */
const OTHER = ['рост', 'вера', 'соль', 'й', '👩‍💻', 'हिन्दी', 'الفرن', 'パン', 'straße', 'αγορά'] as const

before(() => assert.equal(installPackages(PROGRAMS), undefined))

for (const [host, options] of Object.entries(HOSTS)) {
  const plain = async (texts: readonly string[]): Promise<readonly string[]> => {
    const code = `define('ABSPATH', '/'); require '${CLASS}'; echo json_encode([class_exists('Normalizer'), array_map(['CentralPosts\\Lookalikes', 'plain'], json_decode(base64_decode('${Buffer.from(JSON.stringify(texts)).toString('base64')}')))]);`
    const [hasIntl, found] = JSON.parse(await runProgram('php', [...options, '-r', code]))
    assert.equal(hasIntl, host === 'with intl')
    return found
  }

  test(`${host}, texts that look the same are the same`, async () => {
    const cases = host === 'with intl' ? [...SAME, ...SAME_WITH_INTL] : SAME
    const found = await plain(cases.map(([, text]) => text))
    assert.deepEqual(
      cases.map(([what], at) => [what, found[at]?.normalize('NFKD').replace(/\p{M}/gu, '')]),
      cases.map(([what, , looksLike]) => [what, looksLike]),
    )
  })

  test(`${host}, a word of one script stays, and so do emoji and joined letters`, async () => {
    assert.deepEqual(await plain(OTHER), OTHER)
  })
}
