import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCountedBytes } from '@central-api/testing/licensing/fixture.ts'
import { isApiError } from '../../errors.ts'
import { FOREIGN_KEY_LENGTH, isGuessable, normalizeForeignKey, readSentKey } from './foreign-key.ts'
import { createLicenseKey } from './license-key.ts'

const malformed = (error: unknown): boolean => isApiError(error, 'license_malformed')

/** One key of each shop, from its documentation. */
const KEYS = [
  'c4ca4238a0b923820dcc509a6f75849b',
  '80e15db5-c796-436b-850c-8f9c98a48abe',
  'sk_123FGqM456Pa786WtOp%^+67Y+;sXXz',
  'C1B6DE-39A6E3-DE1529-8559A0-4AF593-V3',
  'BAZL9-09W3B-PHUZQ-0JZ8Z-7AFZJ',
  'K7QD-92XM-ZR4T',
  `key/${'eyJhY2NvdW50Ijp7ImlkIjoiYmY5YjUyM2Q'.repeat(4)}.${'dGhpcyBpcyBubyBzaWduYXR1cmUgYXQgYWxs'.repeat(10)}==`,
] as const

test('accepts keys of every shop as they are pasted, and considers none guessable', () => {
  for (const key of KEYS) {
    assert.equal(readSentKey(` ${key}\r\n`), normalizeForeignKey(key))
    assert.equal(isGuessable(key), false, key)
  }
})

test('case matters except in hexadecimal keys', () => {
  assert.equal(readSentKey('80E15DB5-C796-436B-850C-8F9C98A48ABE'), '80e15db5-c796-436b-850c-8f9c98a48abe')
  for (const key of [KEYS[2], KEYS[3], KEYS[4]]) assert.equal(readSentKey(key), key)
})

test('text that cannot be a key, or starts like ours, is malformed', () => {
  const ours = createLicenseKey('live', (size) => Buffer.alloc(size, 7))
  assert.equal(readSentKey(ours), ours)
  for (const text of [
    '',
    'short-key-1',
    'short key 1',
    'ck_live_ and more, but no key',
    'umlaut-ä-schlüssel',
    'control\u0007character',
    'x'.repeat(FOREIGN_KEY_LENGTH.most + 1),
    `${ours}x`,
    ours.toUpperCase(),
    ours.replace('_', '-'),
    ours.replace('_', ''),
    ours.slice(1),
    ours.slice(2),
  ]) {
    assert.throws(() => readSentKey(text), malformed, text)
  }
})

/** Ways in which a valid key of ours is pasted. */
const PASTED: readonly (readonly [how: string, write: (key: string) => string])[] = [
  ['a zero-width space behind', (key) => `${key}\u200b`],
  ['a byte order mark before', (key) => `\ufeff${key}`],
  ['a zero-width space inside', (key) => `${key.slice(0, 20)}\u200b${key.slice(20)}`],
  ['marks of direction around', (key) => `\u202a\u200e${key}\u202c\u2069`],
  [
    'a word joiner, a soft hyphen and a variation selector',
    (key) => `\u2060${key.slice(0, 9)}\u00ad${key.slice(9)}\ufe0f`,
  ],
  ['a Hangul filler', (key) => `${key}\u3164`],
  ['broken over two lines', (key) => `${key.slice(0, 20)}\r\n${key.slice(20)}`],
  ['broken and indented', (key) => `  ${key.slice(0, 8)}\n\t  ${key.slice(8, 30)}\u2028${key.slice(30)}\u0085`],
  ['in groups', (key) => (key.match(/.{1,8}/g) ?? []).join(' ')],
  ['no-break and narrow spaces', (key) => `\u00a0${key.slice(0, 12)}\u202f${key.slice(12)}\u3000`],
  ['double quotes', (key) => `"${key}"`],
  ['single quotes', (key) => `'${key}'`],
  ['curly quotes', (key) => `“${key}”`],
  ['guillemets, with spaces', (key) => `«\u00a0${key}\u00a0»`],
  ['code', (key) => `\`${key}\``],
  ['angles', (key) => `<${key}>`],
  ['a label', (key) => `License key: ${key}`],
  ['a label and a break', (key) => `Key: ${key.slice(0, 20)}\r\n${key.slice(20)}`],
  ['a sentence', (key) => `Your key is ${key}. Keep it.`],
  ['the end of a sentence', (key) => `${key},`],
  ['emphasis', (key) => `**${key}**`],
  ['escaped underscores', (key) => key.replaceAll('_', '\\_')],
  ['full width', (key) => key.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))],
  ['a capital of a phone', (key) => `C${key.slice(1)}`],
  ['twice', (key) => `${key}\n${key}`],
  ['twice, without anything between', (key) => key + key],
  ['quoted by a mail program', (key) => `> ${key.slice(0, 20)}\n> ${key.slice(20)}`],
  ['quoted twice', (key) => `>> ${key.slice(0, 20)}\r\n>> ${key.slice(20)}\r\n>> Regards`],
  ['broken, with words behind', (key) => `${key.slice(0, 20)}\n${key.slice(20)}\nRegards`],
  ['broken, with words before', (key) => `Your key is ${key.slice(0, 20)}\n${key.slice(20)}`],
  ['broken within a letter', (key) => `Hello,\nyour key: ${key.slice(0, 5)}\n${key.slice(5)}\nPlease keep it.`],
  [
    'quoted-printable',
    (key) => `${key.replaceAll('_', '=5F').slice(0, 30)}=\r\n${key.replaceAll('_', '=5F').slice(30)}`,
  ],
  ['hyphenated', (key) => `${key.slice(0, 20)}-\n${key.slice(20)}`],
  ['hyphenated by a word processor', (key) => `${key.slice(0, 20)}\u2010\n${key.slice(20)}`],
  ['over two cells of a table', (key) => `| ${key.slice(0, 20)} | ${key.slice(20)} |`],
  ['a line break of HTML', (key) => `<p>${key.slice(0, 20)}<br />${key.slice(20)}</p>`],
  ['a place of HTML where a line may break', (key) => `${key.slice(0, 20)}<wbr>${key.slice(20)}`],
  ['percent-encoded in a URL', (key) => `https://shop.example/?key=${key.replaceAll('_', '%5F')}&order=7`],
  ['entities by number', (key) => key.replaceAll('_', '&#95;')],
  ['entities by name', (key) => `<code>${key.replaceAll('_', '&lowbar;')}</code>`],
  ['behind the beginning of another', (key) => `${key.slice(0, 44)} ${key}`],
]

test('reads our keys however they were copied', () => {
  const bytes = createCountedBytes()
  for (const mode of ['live', 'test'] as const) {
    const key = createLicenseKey(mode, bytes)
    for (const [how, write] of PASTED) assert.equal(readSentKey(write(key)), key, how)
  }
})

test('a typo stays malformed, whatever surrounds it', () => {
  const bytes = createCountedBytes()
  const [one, two] = [createLicenseKey('live', bytes), createLicenseKey('live', bytes)]
  const typo = one.slice(0, 12) + (one[12] === 'a' ? 'b' : 'a') + one.slice(13)
  for (const [how, write] of PASTED) {
    assert.throws(() => readSentKey(write(typo)), malformed, how)
  }
  for (const text of [
    `${one}x`,
    `x${one}`,
    one.slice(0, -1),
    `${one} ${two}`,
    one + two,
    one.toUpperCase(),
    one.replaceAll('_', '-'),
  ]) {
    assert.throws(() => readSentKey(text), malformed, text)
  }
})

test('removes only what copying added to keys of other shops', () => {
  for (const key of KEYS) {
    const hashed = normalizeForeignKey(key)
    for (const text of [
      `\u200b${key}\ufeff`,
      `\u00a0${key.slice(0, 7)}\r\n  ${key.slice(7)}`,
      `${key.slice(0, 5)}\u00ad${key.slice(5)}`,
      `"${key}"`,
      `“${key}”`,
      key.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
      key.replaceAll('-', '\u2011'),
      key.replaceAll('-', '\u2013'),
    ]) {
      assert.equal(readSentKey(text), hashed, text)
    }
  }
  // Characters that such a key may contain are kept.
  for (const key of [
    '"abc-1234-defgh',
    'key:ab12-cd34-ef56',
    'a\\_b\\_c1234567',
    '<abc-123-xyz-9>',
    "it's-1234-its-9",
  ]) {
    assert.equal(readSentKey(key), key)
  }
})

test('an import does not join text at white space, so that words are not keys', () => {
  assert.equal(normalizeForeignKey('no key was sent yet'), undefined)
  assert.equal(normalizeForeignKey('\u200bK7QD-92XM-ZR4T\u00a0'), 'K7QD-92XM-ZR4T')
})

test('keys that are too short for their alphabet, or made up, are guessable', () => {
  for (const key of [
    'AB12-CD34-EF5', // 11 signs of 36
    '1234567890123456',
    '7391-0528-6614-9',
    'aaaaaaaaaaaaaaaaaaaa',
    'abababababababababab',
    'ABCD-EFGH-IJKL-MNOP',
    '0000-1111-2222-3333-4444-5555',
    '------------------------------',
    '80e15db5-c796',
  ]) {
    assert.equal(isGuessable(key), true, key)
  }
})

test('a random key is not considered made up', () => {
  const bytes = createCountedBytes()
  for (const [alphabet, length] of [
    ['0123456789abcdef', 16],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 12],
    ['0123456789', 24],
  ] as const) {
    const sample = Array.from({ length: 2_000 }, () =>
      [...bytes(length)].map((byte) => alphabet.charAt(byte % alphabet.length)).join(''),
    )
    // A key that happens to contain no letters or no digits is treated as one of a smaller alphabet.
    const drawn = sample.filter((key) => length === 24 || /\d.*[a-fG-Z]|[a-fG-Z].*\d/.test(key))
    assert.ok(drawn.length > 1_900)
    assert.deepEqual(drawn.filter(isGuessable), [])
  }
})
