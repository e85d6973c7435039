// The fediverse through the Mastodon REST API. The host comes from the handle; most servers need no credentials. Where one
// is closed to strangers, the account's public feed is read instead. https://docs.joinmastodon.org/methods/accounts/#statuses

import { platform } from '../platform.ts'
import { MastodonSettings } from './access-tokens.ts'
import { canonicalizeHandle } from './canonicalize-handle.ts'
import { findAccount } from './find-account.ts'
import { oembedUrl, POSTS } from './post-urls.ts'
import { readFeed } from './read-feed.ts'
import { readPost } from './read-post.ts'
import { readStatuses } from './read-statuses.ts'

export const mastodon = platform({
  id: 'mastodon',
  name: 'Mastodon and compatible servers',
  provenance: 'official_api',
  handles: [
    'user@social.example',
    '@user@social.example',
    'acct:user@social.example',
    'https://social.example/@user',
    'https://social.example/users/user',
    'https://elsewhere.example/@user@social.example',
  ],
  variants: {
    posts: 'posts, without replies and boosts',
    replies: 'posts and replies',
    media: 'posts with media',
    all: 'posts, replies and boosts',
  },
  settings: MastodonSettings,
  canonicalize: canonicalizeHandle,

  async page(request) {
    const account = await request.memo(`account:${request.handle}`, () => findAccount(request, request.handle))
    const page = account.via === 'api' ? await readStatuses(request, account) : account
    return 'posts' in page ? page : readFeed(request, page)
  },

  posts: POSTS,
  post: readPost,
  oembed: oembedUrl,
})
