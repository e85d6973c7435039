import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ALL_PLATFORMS } from '../platforms/all.ts'
import { knownHandle } from './known-handles.ts'
import { noHandle } from './no-handle.ts'

const platformOf = (id: string) => {
  const platform = ALL_PLATFORMS.find((each) => each.id === id)
  assert.ok(platform)
  return platform
}

/** The code and the message for a text that is no handle. */
const refusalOf = (id: string, text: string): readonly [code: string, message: string] => {
  const platform = platformOf(id)
  assert.equal(knownHandle(platform, text), undefined, `${id} ${text}`)
  const { code, message } = noHandle(platform, text, ALL_PLATFORMS)
  return [code, message]
}

/** Platform and text → what is wrong, and the forms that the message shows. */
const FAULTS: readonly (readonly [id: string, text: string, fault: string, forms: string])[] = [
  ['x', '#a,b,c,d,e,f', 'A handle names at most 5 hashtags.', 'A hashtag looks like “#bread”'],
  ['instagram', '#sour dough', 'A hashtag contains no spaces.', 'A hashtag looks like “#bread”'],
  ['instagram', '#🍞', 'A hashtag has up to 100 letters, digits or “_”', 'A hashtag looks like “#bread”'],
  ['youtube', `#${'a'.repeat(101)}`, 'A hashtag has up to 100 letters', 'A hashtag looks like “#bread”'],
  ['youtube', '#123', 'and not digits alone.', 'A hashtag looks like “#bread”'],
  ['youtube', '#bread,rye', 'Name one hashtag only.', 'A hashtag looks like “#bread”'],
  ['vimeo', '#c++', 'A hashtag has up to 100 letters', 'A hashtag looks like “#water”'],
  ['vimeo', '#a+b-c', 'Name one hashtag only.', 'A hashtag looks like “#water”'],
  ['flickr', '#c#', 'A hashtag has up to 100 letters', 'A hashtag looks like “#rain”'],
  ['mastodon', '#bread', 'Add the server of the hashtag.', 'A hashtag looks like “#bread@social.example”'],
  ['misskey', '#bread', 'Add the server of the hashtag.', 'A hashtag looks like “#bread@notes.example”'],
  ['lemmy', '#bread', 'Add the server of the hashtag.', 'A hashtag looks like “#tides@mbin.example”'],
  ['stackexchange', '#bread', '', 'A hashtag looks like “cooking.stackexchange.com/tagged/bread”'],
  ['medium', '#bread', '', 'A hashtag looks like “medium.com/tag/bread”'],
  ['youtube', 'search/', 'A search needs a word.', 'A search looks like “search/rye bread”'],
  ['reddit', `search/${'a'.repeat(256)}`, 'A search has at most 200 characters.', 'A search looks like “search/'],
  ['wordpress', 'search/bread', '', 'A search looks like “blog.example/search/bread”'],
  ['youtube', 'playlist/x', '', 'A handle of this kind looks like “playlist/PL'],
  [
    'youtube',
    'https://www.youtube.com/playlist?list=x',
    '',
    'A handle of this kind looks like “https://www.youtube.com/',
  ],
  ['x', 'list/bread', '', 'A handle of this kind looks like “list/1234567890”'],
]

describe('a text that has the form of a kind, and is no handle', () => {
  for (const [id, text, fault, forms] of FAULTS) {
    test(`${id} ${text.slice(0, 40)}: ${fault} ${forms}`, () => {
      const [code, message] = refusalOf(id, text)
      assert.equal(code, 'handle_malformed')
      assert.ok(message.includes(fault), message)
      assert.ok(message.includes(forms), message)
    })
  }
})

test('a hashtag and a search are refused by their names wherever they cannot be scanned', () => {
  for (const platform of ALL_PLATFORMS) {
    const { id, kinds = {} } = platform
    for (const [kind, text] of [
      ['hashtag', '#bread'],
      ['search', 'search/bread'],
    ] as const) {
      if (knownHandle(platform, text) !== undefined) continue
      const { code, details } = noHandle(platform, text)
      // A platform that has the kind shows its own forms.
      const isOwn = kinds[kind]?.handles.some((handle) => kind === 'hashtag' || handle.includes('search'))
      assert.deepEqual(
        [code, details],
        isOwn ? ['handle_malformed', undefined] : ['profile_unsupported', { kind }],
        `${id} ${text}`,
      )
    }
  }
})

test('a name shows the forms of accounts', () => {
  const [code, message] = refusalOf('youtube', 'a b')
  assert.equal(code, 'handle_malformed')
  assert.match(message, /^This is not a handle of YouTube\. A handle looks like “@name”/)
})
