import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type HostResponse, type Hosts, jrd, sendToHosts, webFingerUrl } from '@central-api/testing/urls/test-hosts.ts'
import { createFeedReader } from '../../feeds/feed-reader.ts'
import { isRefused } from '../../upstream/contract/refusal.ts'
import { feed } from './feed.ts'

const BLOG = 'https://blog.example'
const HANDLE = 'ana@blog.example'

type Entry = readonly [title: string, author: string | null]

const rss = (title: string, entries: readonly Entry[]): HostResponse => ({
  type: 'application/rss+xml',
  body: `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>${title}</title>${entries
    .map(
      ([name, author]) =>
        `<item><title>${name}</title><guid>${BLOG}/${name}</guid>${author === null ? '' : `<dc:creator>${author}</dc:creator>`}<description>Words of ${name}</description></item>`,
    )
    .join('')}</channel></rss>`,
})

const page = (...links: readonly (readonly [title: string, href: string])[]): HostResponse => ({
  body: `<!doctype html><title>Ana</title>${links
    .map(([title, href]) => `<link rel="alternate" type="application/rss+xml" title="${title}" href="${href}">`)
    .join('')}`,
})

const SITE = rss('Two of us', [
  ['by-bo', 'Bo'],
  ['by-ana', 'Ana'],
  ['without-author', null],
])
const OWN = rss('Posts by Ana', [['of-ana', 'Ana']])
const SITE_LINK = ['Two of us', '/feed/'] as const
const COMMENTS_LINK = ['Two of us: Comments', '/comments/feed/'] as const
const FINGER = { [webFingerUrl('blog.example', HANDLE)]: jrd(HANDLE, `${BLOG}/author/ana/`, `${BLOG}/author/ana/`) }

/** Responses of the hosts → titles and authors of posts; undefined: there is no feed. */
const CASES: Readonly<Record<string, readonly [Hosts, readonly Entry[] | undefined]>> = {
  'links its own feed after that of the site': [
    {
      [`${BLOG}/@ana`]: { location: `${BLOG}/author/ana/` },
      [`${BLOG}/author/ana/`]: page(SITE_LINK, COMMENTS_LINK, ['Posts by Ana', '/author/ana/feed/']),
      [`${BLOG}/feed/`]: SITE,
      [`${BLOG}/author/ana/feed/`]: OWN,
    },
    [['of-ana', HANDLE]],
  ],
  'is only found through WebFinger': [
    { ...FINGER, [`${BLOG}/author/ana/`]: page(SITE_LINK, ['Feed', 'feed/']), [`${BLOG}/author/ana/feed/`]: OWN },
    [['of-ana', HANDLE]],
  ],
  'links a feed with the name only in the title': [
    {
      [`${BLOG}/@ana`]: page(SITE_LINK, ['Posts by Ana', '/?feed=rss2&amp;author=7']),
      [`${BLOG}/?feed=rss2&author=7`]: OWN,
      [`${BLOG}/feed/`]: SITE,
    },
    [['of-ana', HANDLE]],
  ],
  'links feeds whose titles all have the name in them': [
    {
      [`${BLOG}/@ana`]: page(['Ana and Bo', '/feed/'], ['Ana and Bo in short', '/short/']),
      [`${BLOG}/feed/`]: SITE,
      [`${BLOG}/short/`]: SITE,
    },
    [['by-ana', HANDLE]],
  ],
  'links only the feed of the site': [
    { [`${BLOG}/@ana`]: page(SITE_LINK), [`${BLOG}/feed/`]: SITE },
    [['by-ana', HANDLE]],
  ],
  'links the feed of the site, which has another author, too': [
    {
      [`${BLOG}/@ana`]: page(SITE_LINK),
      [`${BLOG}/feed/`]: rss('Us', [
        ['by-bo', 'Bo'],
        ['without-author', null],
      ]),
    },
    undefined,
  ],
  'links a feed with a name that starts with its own': [
    { [`${BLOG}/@ana`]: page(['', '/@anabel.rss']), [`${BLOG}/@anabel.rss`]: rss('Anabel', [['of-anabel', 'Anabel']]) },
    undefined,
  ],
  'links its own feed, which redirects to that of the site': [
    {
      [`${BLOG}/@ana`]: page(['Posts by Ana', '/author/ana/feed/']),
      [`${BLOG}/author/ana/feed/`]: { location: `${BLOG}/feed/` },
      [`${BLOG}/feed/`]: SITE,
    },
    undefined,
  ],
  'is on a site that redirects any path to its feed': [
    { [`${BLOG}/@ana.rss`]: { location: `${BLOG}/feed/` }, [`${BLOG}/feed/`]: SITE },
    undefined,
  ],
  'owns the whole site': [
    {
      [webFingerUrl('blog.example', HANDLE)]: jrd(HANDLE, `${BLOG}/actor`, `${BLOG}/`),
      [`${BLOG}/`]: page(SITE_LINK),
      [`${BLOG}/feed/`]: rss('Ana', [['without-author', null]]),
    },
    [['without-author', HANDLE]],
  ],
  'has a guest author in its own feed': [
    {
      [`${BLOG}/@ana`]: page(['', '/author/ana/feed/']),
      [`${BLOG}/author/ana/feed/`]: rss('Posts by Ana', [
        ['of-ana', 'ana'],
        ['of-bo', 'Bo'],
        ['without-author', null],
      ]),
    },
    [
      ['of-ana', HANDLE],
      ['of-bo', 'Bo'],
      ['without-author', HANDLE],
    ],
  ],
  'has another name at another host': [
    {
      [webFingerUrl('blog.example', HANDLE)]: jrd('ana_b@home.example', 'https://home.example/users/ana_b'),
      [webFingerUrl('home.example', 'ana_b@home.example')]: jrd(
        'ana_b@home.example',
        'https://home.example/users/ana_b',
      ),
      'https://home.example/@ana.rss': rss('Somebody else', [['of-another', null]]),
      'https://home.example/@ana_b.rss': rss('Ana', [['of-ana', null]]),
    },
    [['of-ana', HANDLE]],
  ],
}

describe('the feed never has posts of other accounts', () => {
  for (const [name, [hosts, expected]] of Object.entries(CASES))
    test(`when the account ${name}`, async () => {
      const context = {
        send: sendToHosts(hosts),
        ask: sendToHosts(hosts),
        settings: {},
        now: () => 0,
        wait: async () => {},
        limit: 20,
      }
      const reader = createFeedReader(feed)
      const account = async () => assert.fail('no feed needs it')
      const request = { ...context, handle: HANDLE, variant: 'posts', after: undefined, account }
      const read = reader.posts(request)
      if (expected === undefined) {
        await assert.rejects(read, (error) => isRefused(error, 'absent'))
        return
      }
      const { posts } = await read
      const found = posts.map(({ title, author }) => [title, author?.handle ?? author?.displayName ?? null])
      assert.deepEqual(found, expected)
    })
})
