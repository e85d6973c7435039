import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstGroups, readSiteUrl, withoutAt } from './site-url.ts'

const SITE = /^(?:www\.)?site\.example$/

test('parses a URL of the site with or without its scheme, and cleans its path', () => {
  const cases: Readonly<Record<string, string>> = {
    'https://site.example/name': '/name',
    'HTTP://WWW.Site.Example:80/name/': '/name',
    'site.example/name': '/name',
    'https://site.example./name': '/name',
    'https://site.example//name//tab//': '/name/tab',
    'https://site.example/%40name': '/@name',
    'https://site.example/did%3Aplc%3Aabc': '/did:plc:abc',
    'https://site.example/name%E2%80%8E/tab%EF%BB%BF': '/name/tab',
    'https://site.example/%E2%81%A8name%E2%81%A9/': '/name',
    'https://site.example/name%20': '/name',
    'https://site.example/a%E2%80%8Cb': '/a%E2%80%8Cb',
    'https://site.example': '',
    'https://site.example/': '',
  }
  for (const [text, path] of Object.entries(cases)) assert.equal(readSiteUrl(text, SITE)?.path, path, text)
  const { query, fragment, host } = readSiteUrl('site.example/?a=b#!/c', SITE) ?? {}
  assert.deepEqual([host, query?.get('a'), fragment], ['site.example', 'b', '!/c'])
})

test('rejects another host, a port and credentials', () => {
  for (const text of [
    ...[
      '',
      'name',
      'https://site.example.evil.example/name',
      'https://evilsite.example/',
      'evil.example/site.example/',
    ],
    ...['https://site.example:8443/', 'https://user@site.example/', 'https://u:p@site.example/', 'ftp://site.example/'],
    ...['https://site.example/a b', 'https:\\\\site.example\\a', 'https://', '///'],
  ])
    assert.equal(readSiteUrl(text, SITE), undefined, text)
})

test('removes the @ before a name, and keeps the one inside', () => {
  assert.equal(withoutAt('/@name/@tab'), '/name/tab')
  assert.equal(withoutAt('/photos/12@N01'), '/photos/12@N01')
})

test('returns the groups of the first pattern that matches', () => {
  const patterns = [/^a(?<name>b)$/, /^a(?<name>.)$/]
  assert.deepEqual(
    ['ab', 'ac', 'x'].map((text) => firstGroups(patterns, text)?.name),
    ['b', 'c', undefined],
  )
})
