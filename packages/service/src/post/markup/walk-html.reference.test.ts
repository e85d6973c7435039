import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MARKUP_PIECES, ORDINARY_MARKUP, XSS_SAMPLES } from '@central-api/testing/post/markup/markup.cases.ts'
import fc from 'fast-check'
import sanitize from 'sanitize-html'
import { ATTRIBUTES } from './attributes.ts'
import { UNREAD, WRITTEN } from './elements.ts'
import { VOID } from './html-rules.ts'
import { walkHtml } from './walk-html.ts'

const BASE = 'https://blog.example/a/'
const ADDRESSES = ['href', 'src', 'poster', 'rel', 'controls']

/** The same rules, applied by another library. */
const reference = (html: string): string =>
  sanitize(html, {
    allowedTags: [...WRITTEN.keys()],
    allowedAttributes: Object.fromEntries(
      [...WRITTEN].map(([name, attributes]) => [name, [...attributes, ...ADDRESSES]]),
    ),
    allowedSchemes: ['http', 'https'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: [...UNREAD],
    selfClosing: [...VOID],
    nestingLimit: 65,
  })

/** The words, however they are separated. */
const lettersOf = (html: string): string =>
  sanitize(html, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot);/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, '')

/** Whether all letters are present in order. The reference loses some after unclosed elements. */
const holds = (ours: string, letters: string): boolean => {
  let at = 0
  for (const letter of letters) {
    const found = ours.indexOf(letter, at)
    if (found === -1) return false
    at = found + letter.length
  }
  return true
}

const assertAsReference = (html: string) => {
  const ours = walkHtml(html, BASE).html ?? ''
  const kept = ours.replaceAll('&#96;', '`')
  assert.equal(reference(ours).trim(), kept, `nothing passes that the reference drops: ${JSON.stringify(html)}`)
  assert.equal(walkHtml(ours).html ?? '', ours, `walked again it is the same: ${JSON.stringify(html)}`)
  for (const [tag] of ours.matchAll(/<[^>]*>/g)) {
    for (const [, name = '', value = ''] of tag.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
      assert.doesNotMatch(value, /[<>`]/, ours)
      assert.ok(Object.hasOwn(ATTRIBUTES, name) || ADDRESSES.includes(name), name)
    }
  }
  return ours
}

describe('walkHtml compared with a widely trusted sanitizer', () => {
  test('hostile HTML results in no more than the reference allows', () => {
    for (const html of XSS_SAMPLES) assertAsReference(html)
  })

  test('ordinary HTML keeps every word', () => {
    for (const html of ORDINARY_MARKUP)
      assert.equal(lettersOf(assertAsReference(html)), lettersOf(reference(html)), html)
  })

  test('for random combinations, nothing unsafe passes and no word is lost', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...MARKUP_PIECES), { maxLength: 25 }), (pieces) => {
        // After it, the reference may take the rest of a cut-off tag for text.
        const html = `${pieces.join('').toWellFormed()}>`
        const ours = assertAsReference(html)
        assert.ok(holds(lettersOf(ours), lettersOf(reference(html))), JSON.stringify(html))
      }),
      { numRuns: 2_000 },
    )
  })

  test('the result is deterministic for any text', () => {
    const text = fc.string({ unit: fc.constantFrom(...'<>/="\'`&;! -abpx\n\t\0é😀#1'), maxLength: 60 })
    fc.assert(
      fc.property(text, (html) => void assertAsReference(html)),
      { numRuns: 2_000 },
    )
  })
})
