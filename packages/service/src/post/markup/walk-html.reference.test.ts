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

/** The same rules, applied by somebody else's code. */
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

/** The words of it, however they are parted. */
const lettersOf = (html: string): string =>
  sanitize(html, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot);/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, '')

/** Whether all of the letters are there in their order; the reference loses some behind elements that nobody closed. */
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

describe('HTML that is walked, beside a sanitizer that many trust', () => {
  test('what is hostile is no more than the reference lets through', () => {
    for (const html of XSS_SAMPLES) assertAsReference(html)
  })

  test('what people write keeps every word', () => {
    for (const html of ORDINARY_MARKUP)
      assert.equal(lettersOf(assertAsReference(html)), lettersOf(reference(html)), html)
  })

  test('whatever is put together, nothing passes that should not, and no word is lost', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...MARKUP_PIECES), { maxLength: 25 }), (pieces) => {
        // Behind it: of a tag that the end cuts off the reference may take the rest for text.
        const html = `${pieces.join('').toWellFormed()}>`
        const ours = assertAsReference(html)
        assert.ok(holds(lettersOf(ours), lettersOf(reference(html))), JSON.stringify(html))
      }),
      { numRuns: 2_000 },
    )
  })

  test('any text at all is walked to the same end twice', () => {
    const text = fc.string({ unit: fc.constantFrom(...'<>/="\'`&;! -abpx\n\t\0é😀#1'), maxLength: 60 })
    fc.assert(
      fc.property(text, (html) => void assertAsReference(html)),
      { numRuns: 2_000 },
    )
  })
})
