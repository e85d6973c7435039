// Public channels of Telegram, through the pages that Telegram shows to everybody: the API for programs shows nobody else's
// channels.

import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { POSTS } from './addresses.ts'
import { canonicalizeChannel } from './canonicalize-channel.ts'
import { SITE } from './message-urls.ts'
import { UNSUPPORTED } from './unsupported.ts'

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
  variants: { posts: 'all messages', media: 'messages with pictures, films or recordings' },
  settings: Type.Object({}),
  origins: [SITE],
  canonicalize: canonicalizeChannel,
  unsupported: UNSUPPORTED,
  sources: [
    source<unknown, undefined>({
      id: 'page',
      provenance: 'public_page',
      refusals: [
        // Nobody is asked for a credential here.
        {
          status: [401, 403],
          means: 'broken',
          says: 'Telegram refuses to be read.',
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
    'Groups, private channels, channels without a preview, files other than pictures, films and voice, when a message was edited, and the votes for each answer of a poll are on no public page.',
})
