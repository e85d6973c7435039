import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOrNull } from './language-or-null.ts'

test('a code that names no language is none, and any other stays as it is', () => {
  for (const code of ['und', 'UND', 'und-Latn', 'mul', 'zxx', 'mis', '', ' ', null, undefined])
    assert.equal(languageOrNull(code), null, String(code))
  for (const code of ['en', 'en-US', 'pt_BR', 'zh-Hant', 'mulam']) assert.equal(languageOrNull(code), code)
  assert.equal(languageOrNull(' de '), 'de')
})
