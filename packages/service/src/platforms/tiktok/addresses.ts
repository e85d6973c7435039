// Addresses of films and picture posts.

import { oembedAt } from '../addresses/oembed-at.ts'
import { postOfId } from '../addresses/post-of-id.ts'
import type { PostAddresses } from '../contract/platform.ts'
import type { PostMatch } from '../contract/source.ts'
import { canonicalizeName } from './canonicalize-name.ts'

/** Where its APIs are. */
export const API = 'https://open.tiktokapis.com'

const ID = '\\d{8,24}'
const BY_ID = 'https://m.tiktok.com/v/{id}.html'

export const POSTS: PostAddresses = {
  parts: { user: '[\\w.]{0,40}', kind: 'video|photo', id: ID },
  patterns: {
    'tiktok.com/@{user}/{kind}/{id}': 'https://www.tiktok.com/@{user}/{kind}/{id}',
    'tiktok.com/v/{id}.html': BY_ID,
    'tiktok.com/v/{id}': BY_ID,
    'tiktok.com/embed/{id}': BY_ID,
    'tiktok.com/embed/v2/{id}': BY_ID,
    'tiktok.com/player/v1/{id}': BY_ID,
  },
  domains: ['tiktok.com'],
  short: ['vm.tiktok.com/{code}', 'vt.tiktok.com/{code}', 'tiktok.com/t/{code}'],
  ofId: postOfId(ID, BY_ID),
}

export const oembedUrl = oembedAt('https://www.tiktok.com/oembed')

/** Any form of address will do for the number alone, but then names nobody. */
export const ownerOfPost = ({ user }: PostMatch): string | undefined =>
  user === undefined ? undefined : canonicalizeName(user)
