// URLs that may be a post of some program at an unknown host: only a request to its API can tell.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { found, refused } from '@central-api/testing/http/validate-post/fixture.ts'
import { html, json, redirect, type StubPage, type StubPages } from '@central-api/testing/stub-web.ts'
import { lemmy } from '../../platforms/lemmy/lemmy.ts'
import { misskey } from '../../platforms/misskey/misskey.ts'
import { peertube } from '../../platforms/peertube/peertube.ts'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { wordpress } from '../../platforms/wordpress/wordpress.ts'

type Case = {
  readonly url: string
  /** The URL of its API, and its responses for an existing and for a missing post. */
  readonly api: string
  readonly there: unknown
  readonly gone: StubPage
  /** Its other responses. */
  readonly besides?: StubPages
}

const CASES: Readonly<Record<string, Case>> = {
  lemmy: {
    url: 'https://blog.example/post/901',
    api: 'blog.example/api/v3/post',
    there: { post_view: { post: { id: 901, name: 'Hello', ap_id: 'https://blog.example/post/901' } } },
    gone: json({ error: 'couldnt_find_post' }, 404),
    besides: { 'blog.example/api/v3/site': json({ site_view: {}, all_languages: [] }) },
  },
  misskey: {
    url: 'https://blog.example/notes/a1z9000003',
    api: 'blog.example/api/notes/show',
    there: { id: 'a1z9000003', userId: '1', visibility: 'public', text: 'Hello', user: { username: 'nao' } },
    gone: json({ error: { code: 'NO_SUCH_NOTE', message: 'No such note.', id: 'x', kind: 'client' } }, 400),
  },
  peertube: {
    url: 'https://blog.example/w/0b04f13d-1e18-4f1d-814e-4979aa7c9c44',
    api: 'blog.example/api/v1/videos/0b04f13d-1e18-4f1d-814e-4979aa7c9c44',
    there: { uuid: '0b04f13d-1e18-4f1d-814e-4979aa7c9c44', name: 'Hello', channel: {} },
    gone: json({ docs: 'https://docs.joinpeertube.org/api-rest-reference.html', error: 'Video not found' }, 404),
  },
}

const platforms = { platforms: [lemmy, misskey, peertube, sandbox, wordpress] }

/** Responses of hosts that do not run the program. */
const STRANGERS: Readonly<Record<string, StubPage>> = {
  'a page that is not there': { ...html('<title>Not found</title>'), status: 404 },
  'a method that it does not allow': { ...html('<title>Not allowed</title>'), status: 405 },
  'a page for any address': html('<title>A page</title>'),
  'JSON of its own': json({ hello: 'world' }),
  'an error of its own in JSON': json({ message: 'No route' }, 404),
  'a redirect': redirect('https://blog.example/login'),
}

const DISCOVERY = '<link rel="alternate" type="application/json+oembed" href="https://blog.example/oembed">'

for (const [id, { url, api, there, gone, besides }] of Object.entries(CASES)) {
  describe(`a URL in the form of ${id}`, () => {
    const own = url.slice('https://'.length)

    test('is a post if its API has it, and none if it has not', async (context) => {
      const { data } = await found(context, url, { [api]: json(there) }, platforms)
      assert.deepEqual([data.platform, data.post === null], [id, false])
      const pages = { ...besides, [api]: gone, [own]: html('<title>Hello</title>') }
      assert.equal((await refused(context, url, pages, platforms)).code, 'post_not_found')
    })

    for (const [name, page] of Object.entries(STRANGERS)) {
      test(`at a host that responds with ${name} is no post, unless its page is one of another kind`, async (context) => {
        const embed = json({ type: 'rich', version: '1.0', html: '<p>Hi</p>' })
        const pages = { [api]: page, 'blog.example/login': html('Log in'), 'blog.example/oembed': embed }
        const plain = { ...pages, [own]: html('<title>Hello</title>') }
        assert.equal((await refused(context, url, plain, platforms)).code, 'unsupported_post_url')
        const { data } = await found(
          context,
          url,
          { ...pages, [own]: html(`<title>Hello</title>${DISCOVERY}`) },
          platforms,
        )
        assert.deepEqual([data.platform, data.post, data.preview.title], [null, null, 'Hello'])
        assert.equal((await refused(context, url, pages, platforms)).code, 'post_not_found')
      })
    }
  })
}
