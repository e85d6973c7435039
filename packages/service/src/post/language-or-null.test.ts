import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOrNull } from './language-or-null.ts'

test('a code for no language is null, any other stays as it is', () => {
  for (const code of ['und', 'UND', 'und-Latn', 'mul', 'zxx', 'mis', '', ' ', null, undefined])
    assert.equal(languageOrNull(code), null, String(code))
  for (const code of ['en', 'en-us', 'zh-Hant', 'mua', 'es-419', 'de-CH-1996', 'i-klingon', 'x-pig'])
    assert.equal(languageOrNull(code), code)
  assert.equal(languageOrNull(' de '), 'de')
})

test('a POSIX locale becomes its language tag', () => {
  const locales = {
    pt_BR: 'pt-BR',
    en_us: 'en-US',
    'de_AT.UTF-8': 'de-AT',
    'sr_RS@latin': 'sr-RS',
    zh_hant_tw: 'zh-Hant-TW',
  }
  for (const [reported, tag] of Object.entries(locales)) assert.equal(languageOrNull(reported), tag)
})

test('the name of a language is not a tag, and neither is an invalid BCP 47 tag', () => {
  for (const reported of [
    'English',
    'deutsch',
    'x_!',
    'en,fr',
    'en us',
    'x-default',
    '1',
    `en${'-a'.repeat(50)}`,
    'a_b',
  ])
    assert.equal(languageOrNull(reported), null, reported)
})
