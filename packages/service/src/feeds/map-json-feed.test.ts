import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { map } from '@central-api/testing/feeds/test-feed.ts'
import { buildAuthor, buildMedia, buildPost } from '../post/build-post.ts'

describe('JSON Feed', () => {
  const json = (item: object, feed: object = {}) =>
    map(
      JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'J', ...feed, items: [item] }),
      'https://j.example/feed.json',
    )

  test('maps every field', () => {
    const { profile, posts } = json(
      {
        id: '1',
        url: '/1',
        external_url: 'https://other.example/x',
        title: 'A < B & C',
        content_html: '<p>Hi <img src="i.png" alt="I"></p>',
        summary: 'S <x>',
        tags: ['one', 'Two', '#One'],
        image: 'https://j.example/main.jpg',
        banner_image: 'https://j.example/banner.jpg',
        date_published: '2026-01-01T12:00:00-03:00',
        date_modified: '2026-01-02T12:00:00Z',
        authors: [{ name: 'Jo', url: 'https://j.example/jo', avatar: 'https://j.example/jo.png' }],
        language: 'pt-BR',
        attachments: [
          { url: 'https://j.example/a.mp4', mime_type: 'video/mp4', title: 'Clip', duration_in_seconds: 12.5 },
        ],
      },
      {
        home_page_url: 'https://j.example/',
        icon: '/icon.png',
        description: 'D',
        language: 'pt',
        next_url: '/feed2.json',
      },
    )
    assert.deepEqual(
      [profile.url, profile.avatarUrl, profile.displayName, profile.bio],
      ['https://j.example/', 'https://j.example/icon.png', 'J', { text: 'D', html: '<p>D</p>' }],
    )
    assert.deepEqual(posts, [
      buildPost({
        id: '1',
        url: 'https://j.example/1',
        kind: 'video',
        title: 'A < B & C',
        summary: 'S <x>',
        text: 'Hi',
        html: '<p>Hi <img src="https://j.example/i.png" alt="I" /></p>',
        language: 'pt-BR',
        publishedAt: '2026-01-01T15:00:00.000Z',
        editedAt: '2026-01-02T12:00:00.000Z',
        author: buildAuthor({ displayName: 'Jo', url: 'https://j.example/jo', avatarUrl: 'https://j.example/jo.png' }),
        media: [
          buildMedia({ type: 'video', url: 'https://j.example/a.mp4', durationSeconds: 12.5, alt: 'Clip' }),
          buildMedia({ type: 'image', url: 'https://j.example/main.jpg' }),
          buildMedia({ type: 'image', url: 'https://j.example/banner.jpg' }),
          buildMedia({ type: 'image', url: 'https://j.example/i.png', alt: 'I' }),
        ],
        tags: ['one', 'Two'],
        link: { url: 'https://other.example/x', title: null, description: null, imageUrl: null },
      }),
    ])
  })

  test('accepts one author as in version 1.0, numeric ids and plain text', () => {
    const { posts } = json(
      { id: 17, content_text: 'A & B\nhttps://x.example/' },
      { version: 'https://jsonfeed.org/version/1', author: { name: 'Jo' } },
    )
    assert.deepEqual(posts, [
      buildPost({
        id: '17',
        text: 'A & B\nhttps://x.example/',
        html: '<p>A &amp; B<br /><a href="https://x.example/" rel="nofollow noopener ugc">https://x.example/</a></p>',
        author: buildAuthor({ displayName: 'Jo' }),
      }),
    ])
  })
})
