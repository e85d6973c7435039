import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapAuthor, mapProfile } from './map-account.ts'

test('placeholders for images that were never set become null', () => {
  const images = {
    'https://social.example/avatars/original/missing.png': null,
    'https://social.example/avatars/original/missing.png?v=1#top': null,
    'https://social.example/assets/default.webp': null,
    'https://social.example/storage/default_avatar.jpg': null,
    'https://social.example/avatars/not-missing.png': true,
    'https://social.example/avatars/missing.png.png': true,
    'https://social.example/avatars/1.png?instead=/missing.png': true,
    'https://missing.png': true,
  }
  for (const [avatar, expected] of Object.entries(images)) {
    const { avatarUrl } = mapAuthor({ acct: 'garden', avatar }, 'social.example') ?? {}
    assert.equal(avatarUrl, expected && new URL(avatar).href, avatar)
  }
})

test('movedTo names the new account; it is null if the account did not move', () => {
  const moved = { id: '9', acct: 'Garden@new.example', display_name: 'Garden', url: 'https://new.example/@garden' }
  const movedTo = (account: object) =>
    mapProfile({ acct: 'garden', ...account }, 'garden@social.example', 'social.example').movedTo
  assert.deepEqual(movedTo({ moved }), {
    ...{ id: '9', handle: 'garden@new.example', displayName: 'Garden', url: 'https://new.example/@garden' },
    avatarUrl: null,
  })
  assert.equal(movedTo({ moved: { acct: 'here' } })?.handle, 'here@social.example')
  for (const nothing of [{}, { moved: null }, { moved: {} }, { moved: 'x' }]) assert.equal(movedTo(nothing), null)
})

test('resolves relative URLs of images', () => {
  const account = { acct: 'garden', url: 'https://social.example/@garden' }
  for (const [avatar, expected] of [
    ['/avatars/1.png', 'https://social.example/avatars/1.png'],
    ['//files.social.example/1.png', 'https://files.social.example/1.png'],
    ['/avatars/original/missing.png', null],
  ] as const) {
    assert.equal(mapAuthor({ ...account, avatar }, 'social.example')?.avatarUrl, expected)
    const profile = mapProfile({ ...account, avatar, header: avatar }, 'garden@social.example', 'social.example')
    assert.deepEqual([profile.avatarUrl, profile.bannerUrl], [expected, expected])
  }
})
