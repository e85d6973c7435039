import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PLATFORMS } from '../platforms/all.ts'
import { createRegistry } from './registry.ts'

const reddit = (settings: Readonly<Record<string, string>>) =>
  createRegistry(ALL_PLATFORMS, {
    ...{ REDDIT_CLIENT_ID: 'id', REDDIT_CLIENT_SECRET: 'secret', REDDIT_USER_AGENT: 'web:example.com:1.0' },
    ...settings,
  })

test('a credential that no HTTP header can carry is refused by its setting, without its value', () => {
  const wrong: readonly (readonly [settings: Readonly<Record<string, string>>, message: string])[] = [
    [{ REDDIT_USER_AGENT: 'web:例え.example:1.0' }, 'REDDIT_USER_AGENT contains U+4F8B'],
    [{ REDDIT_USER_AGENT: 'web:example.com:1.0 “acme”' }, 'REDDIT_USER_AGENT contains U+201C'],
    [{ REDDIT_USER_AGENT: 'web:example.com:1.0 \u{1f9ea}' }, 'REDDIT_USER_AGENT contains U+1F9EA'],
    [{ REDDIT_USER_AGENT: 'web:example\r\nHost: x' }, 'REDDIT_USER_AGENT contains U+000D'],
    [{ REDDIT_CLIENT_SECRET: 'sec\u200bret' }, 'REDDIT_CLIENT_SECRET contains U+200B'],
    [{ LINKEDIN_ACCESS_TOKEN: 'acme=hun\u2026ter2' }, 'LINKEDIN_ACCESS_TOKEN contains U+2026'],
    [{ MASTODON_ACCESS_TOKENS: 'social.example=\u202ahunter2' }, 'MASTODON_ACCESS_TOKENS contains U+202A'],
  ]
  for (const [settings, message] of wrong) {
    assert.throws(() => reddit(settings), {
      message: `${message}, which no HTTP header can carry. Write it in ASCII`,
    })
  }
})

test('accepts a credential in Latin-1, and one for any host or page', () => {
  for (const settings of [
    { REDDIT_USER_AGENT: 'web:münchen.example:1.0' },
    { MASTODON_ACCESS_TOKENS: '例え.example=token' },
    { LINKEDIN_ACCESS_TOKEN: 'パン屋=token' },
  ])
    assert.doesNotThrow(() => reddit(settings))
})
