import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFixture } from '@central-api/testing/platforms/read-fixture.ts'
import { faultsOfPost, faultsOfProfile } from '@central-api/testing/post/normalized-suite.ts'
import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { mapRepositoryProfile, mapUser } from './map-account.ts'
import { mapEvent } from './map-event.ts'
import { mapGist, mapIssue, mapRelease, mapRepository } from './map-writing.ts'

const read = (name: string) => JSON.parse(readFixture(`github/${name}.json`))

const sound = (post: PlatformPost | null): PlatformPost => {
  assert.ok(post)
  assert.deepEqual(faultsOfPost(post), [])
  return post
}

const NIA = buildAuthor({
  id: '5',
  handle: 'nia',
  url: 'https://github.com/nia',
  avatarUrl: 'https://avatars.githubusercontent.com/u/5?v=4',
})

describe('releases, repositories, gists, issues and accounts', () => {
  const [candidate, first]: readonly JsonObject[] = read('releases')

  test('maps every field of a release', () => {
    assert.deepEqual(
      sound(mapRelease(candidate ?? {})),
      buildPost({
        id: '210000002',
        url: 'https://github.com/hollow-oak/acorn/releases/tag/v2.0.0-rc.1',
        kind: 'article',
        title: '2.0 candidate',
        text: 'What\n\nfaster by @nia in #12',
        html: '<h2>What</h2>\n<ul>\n<li>faster by <a href="https://github.com/nia" rel="nofollow noopener ugc">@nia</a> in <a href="https://github.com/hollow-oak/acorn/pull/12" rel="nofollow noopener ugc">#12</a></li>\n</ul>',
        publishedAt: '2026-05-02T09:30:00.000Z',
        editedAt: '2026-05-02T09:31:00.000Z',
        author: NIA,
        metrics: { likes: 3 },
      }),
    )
  })

  test('a release without a name has its tag as the title, and no text and likes', () => {
    const post = sound(mapRelease(first ?? {}))
    assert.deepEqual([post.title, post.text, post.kind, post.metrics.likes], ['v1.0.0', null, 'text', null])
    assert.deepEqual(
      [post.author?.handle, post.author?.url],
      ['github-actions[bot]', 'https://github.com/apps/github-actions'],
    )
  })

  test('drafts are dropped; Markdown is returned as text; images of HTML are media', () => {
    assert.equal(mapRelease({ ...candidate, draft: true, published_at: null }), null)
    assert.equal(sound(mapRelease({ id: 1, tag_name: 'v1', body: '* a\r\n* b' })).text, '* a\n* b')
    const { media } = sound(mapRelease({ id: 1, tag_name: 'v1', body_html: '<img src="https://e.org/a.png" alt="A">' }))
    assert.deepEqual(media, [buildMedia({ type: 'image', url: 'https://e.org/a.png', alt: 'A' })])
  })

  test('uploaded files have their permanent URL and not the one that expires', () => {
    const [png, gif, mp4] = ['1', '2', '3'].map((digit) => `93211d28-9cc4-447b-a6e1-3ab55f677b0${digit}`)
    const passing = (name: string) =>
      `https://private-user-images.githubusercontent.com/12/430-${name}?jwt=eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3OTAwMDAzMDB9.c2ln`
    const older = `https://github.com/hollow-oak/acorn/assets/12/${gif}`
    const body_html = [
      `<p>New oven: <a href="${passing(`${png}.png`)}"><img src="${passing(`${png}.png`)}" alt="Oven"></a></p>`,
      `<p><img src="${passing(`${gif}.gif`)}"></p>`,
      `<video src="${passing(`${mp4}.mp4`)}" controls></video>`,
      '<p><img src="https://camo.githubusercontent.com/0123abcd/6869"></p>',
    ].join('')
    const lasting = `https://github.com/user-attachments/assets/${png}`
    const body = `![Oven](${lasting})\n![](${older})\n\nhttps://github.com/user-attachments/assets/${mp4}`
    const release = {
      id: 1,
      html_url: 'https://github.com/hollow-oak/acorn/releases/1',
      title: 'T',
      name: 'T',
      body,
      body_html,
    }
    for (const post of [sound(mapRelease(release)), sound(mapIssue(release))]) {
      assert.deepEqual(
        post.media.map(({ type, url, expiresAt }) => [type, url, expiresAt]),
        [
          ['image', lasting, null],
          ['gif', older, null],
          ['video', `https://github.com/user-attachments/assets/${mp4}`, null],
          ['image', 'https://camo.githubusercontent.com/0123abcd/6869', null],
        ],
      )
      assert.doesNotMatch(post.html ?? '', /jwt=/)
      assert.match(post.html ?? '', /<a href="https:\/\/github\.com\/user-attachments\/assets\/[^"]*1"/)
    }
    const withoutSource = sound(
      mapRelease({ ...release, body: null, body_html: `<p><img src="${passing(`${png}.png`)}"></p>` }),
    )
    assert.equal(withoutSource.media[0]?.url, lasting)
  })

  test('maps every field of a repository', () => {
    const owner = buildAuthor({
      id: '99000001',
      handle: 'hollow-oak',
      url: 'https://github.com/hollow-oak',
      avatarUrl: 'https://avatars.githubusercontent.com/u/99000001?v=4',
    })
    const expected = {
      id: '1',
      url: 'https://github.com/hollow-oak/acorn',
      title: 'hollow-oak/acorn',
      tags: ['trees'],
      publishedAt: '2024-02-01T00:00:00.000Z',
      author: owner,
      metrics: { likes: 0, shares: 1 },
    }
    assert.deepEqual(sound(mapRepository(read('repository'))), buildPost({ ...expected, kind: 'text' }))
    const richer = { ...read('repository'), description: 'Grows <trees>', homepage: 'https://acorn.example' }
    const link = { url: 'https://acorn.example/', title: null, description: null, imageUrl: null }
    assert.deepEqual(
      sound(mapRepository(richer)),
      buildPost({ ...expected, kind: 'link', text: 'Grows <trees>', html: '<p>Grows &lt;trees&gt;</p>', link }),
    )
    assert.equal(mapRepository({ ...richer, private: true }), null)
  })

  test('maps every field of a gist', () => {
    assert.deepEqual(
      sound(mapGist(read('gist'))),
      buildPost({
        id: 'aa5a315d61ae9438b18d',
        url: 'https://gist.github.com/nia/aa5a315d61ae9438b18d',
        kind: 'text',
        title: 'notes.md',
        text: 'Notes & more',
        publishedAt: '2026-04-01T06:00:00.000Z',
        editedAt: '2026-04-02T06:00:00.000Z',
        author: NIA,
        metrics: { comments: 2 },
      }),
    )
  })

  test('maps every field of an issue', () => {
    assert.deepEqual(
      sound(mapIssue(read('issue'))),
      buildPost({
        id: '900000001',
        url: 'https://github.com/hollow-oak/acorn/issues/12',
        kind: 'article',
        title: 'Too slow',
        text: 'It takes long',
        html: '<p>It <em>takes</em> long</p>\n<p><img src="https://github.com/user-attachments/assets/graph.png" alt="How long" width="600" height="400" /></p>',
        media: [
          buildMedia({
            type: 'image',
            url: 'https://github.com/user-attachments/assets/graph.png',
            width: 600,
            height: 400,
            alt: 'How long',
          }),
        ],
        tags: ['bug'],
        publishedAt: '2026-03-01T06:00:00.000Z',
        author: NIA,
        metrics: { likes: 1, comments: 3 },
      }),
    )
  })

  test('maps an organization and a repository to profiles', () => {
    const user = mapUser(read('user'))
    assert.deepEqual(
      user,
      buildProfile({
        id: '99000001',
        handle: 'hollow-oak',
        url: 'https://github.com/hollow-oak',
        avatarUrl: 'https://avatars.githubusercontent.com/u/99000001?v=4',
        createdAt: '2024-01-02T03:04:05.000Z',
        counts: { followers: 3, following: 0, posts: 2 },
      }),
    )
    const repository = mapRepositoryProfile({ ...read('repository'), description: 'Grows' })
    assert.deepEqual(
      repository,
      buildProfile({
        id: '1',
        handle: 'hollow-oak/acorn',
        displayName: 'acorn',
        url: 'https://github.com/hollow-oak/acorn',
        avatarUrl: 'https://avatars.githubusercontent.com/u/99000001?v=4',
        bio: { text: 'Grows', html: '<p>Grows</p>' },
        createdAt: '2024-02-01T00:00:00.000Z',
      }),
    )
    for (const profile of [user, repository]) assert.deepEqual(profile && faultsOfProfile(profile), [])
    assert.deepEqual(mapUser({ ...read('user'), name: 'Oak', bio: 'Trees' })?.bio.text, 'Trees')
  })
})

describe('events', () => {
  const says = (type: string, payload: JsonObject = {}) => {
    const { text, url } = sound(mapEvent({ ...read('event'), type, payload }))
    return [text, url?.replace('https://github.com/hollow-oak/acorn', '~')]
  }

  test('maps every field of an event', () => {
    assert.deepEqual(
      sound(mapEvent(read('event'))),
      buildPost({
        id: '50000000001',
        url: 'https://github.com/hollow-oak/acorn',
        text: 'Starred hollow-oak/acorn',
        publishedAt: '2026-05-02T10:00:00.000Z',
        author: { ...NIA, avatarUrl: 'https://avatars.githubusercontent.com/u/5' + '?' },
      }),
    )
  })

  test('each type of event has its sentence and URL', () => {
    const [a, b] = ['a'.repeat(40), 'b'.repeat(40)]
    const issue = { number: 12, title: 'Too slow', html_url: 'https://github.com/hollow-oak/acorn/issues/12' }
    const comment = { html_url: 'https://github.com/hollow-oak/acorn/issues/12#issuecomment-1' }
    const release = { tag_name: 'v1', name: '', html_url: 'https://github.com/hollow-oak/acorn/releases/tag/v1' }
    const cases: readonly (readonly [string, JsonObject, string, string])[] = [
      ['ReleaseEvent', { release }, 'Released v1 of hollow-oak/acorn', '~/releases/tag/v1'],
      [
        'PushEvent',
        { ref: 'refs/heads/main', before: a, head: b },
        'Pushed to main in hollow-oak/acorn',
        `~/compare/${a}...${b}`,
      ],
      ['PushEvent', { ref: 'refs/heads/x', before: '0'.repeat(40), head: b }, 'Pushed to x in hollow-oak/acorn', '~'],
      ['IssuesEvent', { action: 'opened', issue }, 'Opened issue #12 in hollow-oak/acorn: Too slow', '~/issues/12'],
      [
        'PullRequestEvent',
        { action: 'merged', number: 13, pull_request: {} },
        'Merged pull request #13 in hollow-oak/acorn',
        '~',
      ],
      [
        'IssueCommentEvent',
        { issue, comment },
        'Commented on issue #12 in hollow-oak/acorn: Too slow',
        '~/issues/12#issuecomment-1',
      ],
      [
        'PullRequestReviewEvent',
        { pull_request: { number: 13 } },
        'Reviewed pull request #13 in hollow-oak/acorn',
        '~',
      ],
      ['CommitCommentEvent', {}, 'Commented on a commit of hollow-oak/acorn', '~'],
      [
        'ForkEvent',
        { forkee: { html_url: 'https://github.com/nia/acorn' } },
        'Forked hollow-oak/acorn',
        'https://github.com/nia/acorn',
      ],
      ['CreateEvent', { ref: null, ref_type: 'repository' }, 'Created hollow-oak/acorn', '~'],
      ['CreateEvent', { ref: 'v2', ref_type: 'tag' }, 'Created tag v2 in hollow-oak/acorn', '~'],
      ['DeleteEvent', { ref: 'old', ref_type: 'branch' }, 'Deleted branch old in hollow-oak/acorn', '~'],
      ['PublicEvent', {}, 'Made hollow-oak/acorn public', '~'],
      ['GollumEvent', {}, 'Wrote in the wiki of hollow-oak/acorn', '~'],
      ['MemberEvent', { action: 'added', member: { login: 'bo' } }, 'Added bo in hollow-oak/acorn', '~'],
      ['SomethingNewEvent', {}, 'Something new in hollow-oak/acorn', '~'],
      ['constructor', {}, 'Constructor in hollow-oak/acorn', '~'],
    ]
    for (const [type, payload, text, url] of cases) assert.deepEqual(says(type, payload), [text, url], type)
  })
})

test('a value of a wrong type only makes its own field null', () => {
  const odd = { html_url: 5, name: [], body: {}, body_html: 7, topics: 'x', labels: 3, files: [], author: 'x', user: 1 }
  const more = {
    owner: null,
    reactions: 'x',
    created_at: 'soon',
    published_at: {},
    updated_at: [],
    payload: 'x',
    actor: 7,
  }
  for (const map of [mapRelease, mapIssue, mapRepository]) assert.equal(sound(map({ id: 1, ...odd, ...more })).id, '1')
  assert.equal(sound(mapGist({ id: 'a', ...odd, ...more })).id, 'a')
  assert.equal(sound(mapEvent({ id: '1', type: 'PushEvent', repo: { name: 'a/b' }, ...odd, ...more })).id, '1')
  for (const map of [mapRelease, mapIssue, mapRepository, mapGist, mapEvent, mapUser, mapRepositoryProfile])
    assert.equal(map(jsonObject({})), null)
})
