// URLs of videos and photo posts.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import type { PostMatch } from '../../upstream/contract/source.ts'
import { oembedAt } from '../../urls/oembed-at.ts'
import { postOfId } from '../../urls/post-of-id.ts'
import { canonicalizeName } from './canonicalize-name.ts'

/** The origin of TikTok's APIs. */
export const API = 'https://open.tiktokapis.com'

const ID = '\\d{8,24}'
const BY_ID = 'https://m.tiktok.com/v/{id}.html'

export const POSTS: PostAddresses = {
  parts: {
    user: '[\\w.]{1,40}',
    kind: 'video|photo',
    id: ID,
    language: '[a-z]{2}(?:-[A-Za-z]{2,4})?',
    version: 'v[23]',
  },
  patterns: {
    'tiktok.com/@/{kind}/{id}': BY_ID,
    'tiktok.com/@{user}/{kind}/{id}': 'https://www.tiktok.com/@{user}/{kind}/{id}',
    'tiktok.com/{language}/@{user}/{kind}/{id}': 'https://www.tiktok.com/@{user}/{kind}/{id}',
    'tiktok.com/v/{id}.html': BY_ID,
    'tiktok.com/v/{id}': BY_ID,
    'tiktok.com/embed/{id}': BY_ID,
    'tiktok.com/embed/{version}/{id}': BY_ID,
    'tiktok.com/player/v1/{id}': BY_ID,
    'tiktok.com/share/video/{id}': BY_ID,
    'tiktok.com/i18n/share/video/{id}': BY_ID,
    'tiktok.com/foryou?item_id={id}': BY_ID,
  },
  hosts: {
    // The host in TikTok's export of personal data.
    'tiktokv.com': 'tiktok.com',
    // Mirrors with TikTok's paths, for previews in chats.
    ...{ 'vxtiktok.com': 'tiktok.com', 'tnktok.com': 'tiktok.com' },
  },
  domains: ['tiktok.com', 'tiktokv.com'],
  short: ['vm.tiktok.com/{code}', 'vt.tiktok.com/{code}', 'tiktok.com/t/{code}'],
  ofId: postOfId(ID, BY_ID),
}

export const oembedUrl = oembedAt('https://www.tiktok.com/oembed')

/** Some URLs contain only the id, and no account. */
export const ownerOfPost = ({ user }: PostMatch): string | undefined =>
  user === undefined ? undefined : canonicalizeName(user)
