// Words that must not come back: each had a word of the field in its place, which the glossary in CONTRIBUTING.md or the
// standards have. Looks at names, comments and texts alike, in every file of the project.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROJECT_FILES, readText } from './deployed.ts'

type Word = {
  readonly not: RegExp
  readonly but: string
  /** Other people's names: fields of APIs, elements of HTML, words in URLs. */
  readonly allowed?: RegExp
  /** Files in which the word has its ordinary meaning. */
  readonly allowedIn?: RegExp
}

const WORDS: readonly Word[] = [
  { not: /\brosters?\b/gi, but: 'slot set' },
  { not: /\b(?:createAttached|followSignal|takeTurn|freeMemory)\b/g, but: 'weak metadata, linked signal, yield, free' },
  { not: /(?<![Ss]ingle-|in-|In-|in )\b[Ff]lights?\b/g, but: 'single-flight, in-flight request' },
  { not: /\b[Hh]eld (?:page|answer|response|license)s?\b|\bHeld(?:Page|Answer|Response|License)/g, but: 'cached' },
  { not: /\b(?:is|are|was|were) known of\b/g, but: 'found' },
  { not: /\bLook again\b/g, but: 'Refresh' },
  { not: /\bthings? to see to\b/g, but: 'issue needs attention' },
  { not: /\bthe way out\b/gi, but: 'egress' },
  { not: /\berrands?\b/gi, but: 'request context' },
  { not: /\b(?:an?|the|of|by|for|from|to|with) strangers?\b/g, but: 'unknown host, client, visitor' },
  { not: /\b[Oo]perator[’']s (?:API|pages)\b/g, but: 'admin API, console' },
  {
    not: /\b(?:an?|the|no|of|its|their|each|every) (?:film|picture)s?\b(?!>)/g,
    but: 'image, video',
    // What people post.
    allowedIn: /sandbox\/post-shapes\.ts$|client\/src\/samples\.test\.ts$/,
  },
]

/** Texts and code, except those of other people and those about the past. */
const FILES = PROJECT_FILES.filter((path) => /\.(?:ts|js|mjs|php|md|html|css|ya?ml|txt)$/.test(path)).filter(
  (path) => !/^(?:CHANGELOG\.md|LICENSE)$|words\.test\.ts$|(?:^|\/)releases\//.test(path),
)

const wordsIn = (path: string, text: string): readonly string[] =>
  WORDS.flatMap(({ not, but, allowed, allowedIn }) => {
    if (allowedIn?.test(path)) return []
    const rest = allowed === undefined ? text : text.replaceAll(allowed, '')
    return [...rest.matchAll(not)].map(([word]) => `${path}: “${word}”. Write ${but}`)
  })

test('no file uses a word that has a better one', () => {
  assert.ok(FILES.length > 1_500)
  assert.deepEqual(
    FILES.flatMap((path) => wordsIn(path, readText(path))),
    [],
  )
})

test('each word is found where it stands, and its better one is not', () => {
  const wrong = 'A roster, createAttached, two flights, a held page, it is known of. Look again: 1 thing to see to.'
  assert.equal(wordsIn('a.ts', wrong).length, 7)
  const more = 'The way out, an errand of a stranger, the operator’s API, a film and a picture.'
  assert.equal(wordsIn('a.ts', more).length, 6)
  assert.deepEqual(
    wordsIn('a.ts', 'single-flight, requests in flight, in-flight requests, cached pages, images, videos'),
    [],
  )
})
