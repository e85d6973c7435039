import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charactersFrom, createSearch } from './create-search.ts'
import { repairC1, repairCharacter } from './repair-character.ts'

test('a range includes its first and last character', () => {
  assert.deepEqual(charactersFrom(0x61, 0x63), ['a', 'b', 'c'])
})

test('finds one of several characters at any position', () => {
  const controls = charactersFrom(0x00, 0x1f)
  const holdsControls = createSearch(controls)
  for (const plain of ['', 'café', 'žluťoučký', '漢字 😀'.repeat(9)]) {
    assert.equal(holdsControls(plain), false, plain)
    for (const control of controls)
      for (const text of [control + plain, plain + control]) assert.equal(holdsControls(text), true, text)
  }
})

test('finds windows-1252 characters in a text and in a reference alike', () => {
  for (let code = 0x7f; code <= 0xa0; code += 1) {
    const character = String.fromCharCode(code)
    assert.equal(repairCharacter(code), repairC1(character))
    assert.equal(repairC1(`’${character}x`), `’${repairC1(character)}x`)
  }
  assert.deepEqual([repairC1('\u0092'), repairC1('\u009f'), repairC1('\u0080')], ['’', 'Ÿ', '€'])
})
