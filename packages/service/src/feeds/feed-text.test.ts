import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { guessText, guessTitle, innerBase, readLine } from './feed-text.ts'

const HALF_MEBIBYTE = 512 * 1024

describe('texts of feeds', () => {
  test('parses any text in linear time', () => {
    const parts = ['<img ', '<img class="emoji ', 'class="emoji ', '<a ', '&#', '<!', '<p', ' ', '&a']
    for (const part of parts) {
      const text = `<img ${part.repeat(HALF_MEBIBYTE / part.length)}`
      const started = process.cpuUsage()
      guessText(text)
      guessTitle(text)
      assert.ok(process.cpuUsage(started).user < 1_000_000, part)
    }
  })

  test('keeps a title to its end, whatever elements it mentions', () => {
    const titles: readonly (readonly [string, string])[] = [
      ['A <b>bold</b> move &amp; more', 'A bold move & more'],
      ['Use <b> and <script> & <title> too', 'Use <b> and <script> & <title> too'],
      ['Why &lt;style&gt; <i>matters</i>', 'Why <style> matters'],
      ['<i>Without</i> <script>track()</script>its script', 'Without its script'],
    ]
    for (const [title, read] of titles) assert.equal(readLine(guessTitle(title)), read)
  })

  test('resolves bases relative to the outer ones', () => {
    assert.equal(innerBase('https://a.example/feed', undefined, '/x/', 'y/'), 'https://a.example/x/y/')
    assert.equal(innerBase('https://a.example/feed', 'https://b.example/', 'javascript:x'), 'https://b.example/')
  })
})
