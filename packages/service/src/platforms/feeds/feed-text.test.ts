import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { guessText, guessTitle, innerBase } from './feed-text.ts'

const HALF_MEBIBYTE = 512 * 1024

describe('texts of feeds', () => {
  test('text of any kind is read in time in proportion to its length', () => {
    const parts = ['<img ', '<img class="emoji ', 'class="emoji ', '<a ', '&#', '<!', '<p', ' ', '&a']
    for (const part of parts) {
      const text = `<img ${part.repeat(HALF_MEBIBYTE / part.length)}`
      const started = process.cpuUsage()
      guessText(text)
      guessTitle(text)
      assert.ok(process.cpuUsage(started).user < 1_000_000, part)
    }
  })

  test('bases are relative to those around them', () => {
    assert.equal(innerBase('https://a.example/feed', undefined, '/x/', 'y/'), 'https://a.example/x/y/')
    assert.equal(innerBase('https://a.example/feed', 'https://b.example/', 'javascript:x'), 'https://b.example/')
  })
})
