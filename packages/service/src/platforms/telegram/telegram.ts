// Public channels of Telegram, through their public web pages. Telegram's API returns only channels of the account itself.

import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { canonicalizeChannel } from './canonicalize-channel.ts'
import { canonicalizeTagged } from './canonicalize-tagged.ts'
import { KINDS, kindOf } from './kinds.ts'
import { SITE } from './message-urls.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { POSTS } from './urls.ts'

const read = late(() => import('./read-channel.ts'))

export const telegram = platform({
  id: 'telegram',
  name: 'Telegram',
  handles: [
    'channel',
    '@channel',
    'https://t.me/channel',
    'https://t.me/s/channel',
    'https://channel.t.me',
    'https://web.telegram.org/k/#@channel',
    'tg://resolve?domain=channel',
  ],
  variants: { posts: 'all messages', media: 'messages with images, videos or audio' },
  settings: Type.Object({}),
  origins: [SITE],
  canonicalize: (input) => canonicalizeTagged(input) ?? canonicalizeChannel(input),
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    source<unknown, undefined>({
      id: 'page',
      provenance: 'public_page',
      refusals: [
        // These pages need no credentials.
        {
          status: [401, 403],
          means: 'broken',
          says: 'Telegram refuses access to its pages.',
          example: { status: 403, body: '<html><head><title>403 Forbidden</title></head></html>' },
        },
        { status: 429, means: 'limited', until: { seconds: 60 }, example: { status: 429, body: '' } },
      ],
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
    }),
  ],
  posts: POSTS,
  refuses:
    'Telegram’s public pages show neither groups, private channels nor channels without a preview. They lack files other than images, videos and voice messages, the times of edits, and the votes for each answer of a poll.',
})
