// TikTok through the Display API, for accounts whose owners connected them, and through the Research API, for researchers that
// TikTok approved. https://developers.tiktok.com/doc/overview

import type { Static } from 'typebox'
import { jsonObject } from '../../parsing/json-value.ts'
import { Type } from '../../parsing/type.ts'
import type { CredentialKind } from '../../upstream/contract/credential.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { bearer } from '../../upstream/credentials/bearer.ts'
import { givenPerAccount } from '../../upstream/credentials/given.ts'
import { canonicalizeName } from './canonicalize-name.ts'
import { DISPLAY_REFUSALS, RESEARCH_REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { API, oembedUrl, ownerOfPost, POSTS } from './urls.ts'

const display = late(() => import('./read-display.ts'))
const research = late(() => import('./read-research.ts'))

const TiktokSettings = Type.Object({
  TIKTOK_ACCESS_TOKEN: Type.String({
    default: '',
    description: 'Access tokens of accounts whose owners connected them, as a comma-separated list of name=token',
  }),
  TIKTOK_CLIENT_KEY: Type.String({
    default: '',
    description: 'Client key of an application that TikTok approved for its Research API',
  }),
  TIKTOK_CLIENT_SECRET: Type.String({ default: '', description: 'Client secret of that application' }),
})

const creator: CredentialKind<Static<typeof TiktokSettings>> = {
  id: 'creator',
  settings: ['TIKTOK_ACCESS_TOKEN'],
  read: ({ TIKTOK_ACCESS_TOKEN }) =>
    givenPerAccount('TIKTOK_ACCESS_TOKEN', TIKTOK_ACCESS_TOKEN, 'token', canonicalizeName),
  sign: bearer,
  connects: true,
  probe: () => ({ url: `${API}/v2/user/info/`, query: { fields: 'open_id' } }),
  steps: [
    'Create an application at https://developers.tiktok.com with Login Kit and the Display API, and submit it for TikTok’s review.',
    'Have the owner of the account log in to it and grant user.info.basic, user.info.profile, user.info.stats and video.list.',
    'Set TIKTOK_ACCESS_TOKEN to name=token, with the name of the account. A token is valid for two hours, and its refresh token changes with each renewal: renew the token where you obtained it, and restart the service with the new one.',
  ],
}

const researcher: CredentialKind<Static<typeof TiktokSettings>> = {
  id: 'researcher',
  settings: ['TIKTOK_CLIENT_KEY', 'TIKTOK_CLIENT_SECRET'],
  read: ({ TIKTOK_CLIENT_KEY: id, TIKTOK_CLIENT_SECRET: secret }) => [{ secrets: { id, secret } }],
  // TikTok's token endpoint differs from OAuth: the id is called a key, and an error has status 200.
  async obtain({ id = '', secret = '' }, send) {
    const form = { client_key: id, client_secret: secret, grant_type: 'client_credentials' }
    const response = await send({ url: `${API}/v2/oauth/token/`, body: { form } })
    const { access_token: token, expires_in: life } = jsonObject(response.json())
    if (typeof token !== 'string' || token === '') throw new Refused('credential_refused')
    return { secrets: { token }, ...(typeof life === 'number' && life > 0 && { expiresInSeconds: life }) }
  },
  sign: bearer,
  steps: [
    'Apply for the Research API at https://developers.tiktok.com/products/research-api. It is for researchers at non-profit institutions; TikTok’s terms forbid commercial use.',
    'Set TIKTOK_CLIENT_KEY and TIKTOK_CLIENT_SECRET to those of the approved application. It allows 1,000 requests and 100,000 records a day.',
  ],
}

export const tiktok = platform({
  id: 'tiktok',
  name: 'TikTok',
  handles: [
    'name',
    '@name',
    'https://www.tiktok.com/@name',
    'https://m.tiktok.com/@name/live',
    'https://www.tiktok.com/embed/@name',
  ],
  variants: { posts: 'videos and photo posts, newest first' },
  settings: TiktokSettings,
  origins: [API],
  credentials: [creator, researcher],
  canonicalize: canonicalizeName,
  unsupported: UNSUPPORTED,
  sources: [
    source<unknown, undefined>({
      id: 'display',
      provenance: 'official_api',
      credential: creator.id,
      refusals: DISPLAY_REFUSALS,
      // When a scope is missing, finding the granted fields takes several calls.
      accountFreshSeconds: 3_600,
      account: display('readAccount'),
      posts: display('readPosts'),
      post: display('readPost'),
      ownerOfPost,
    }),
    source<unknown, undefined>({
      id: 'research',
      provenance: 'official_api',
      credential: researcher.id,
      refusals: RESEARCH_REFUSALS,
      limits: {
        buckets: [
          { name: 'requests', allows: 1_000, per: { midnight: 'UTC' }, of: 'credential' },
          { name: 'records', allows: 100_000, per: { midnight: 'UTC' }, of: 'credential' },
        ],
      },
      accountFreshSeconds: 3_600,
      account: research('readAccount'),
      posts: research('readPosts'),
      post: research('readPost'),
    }),
  ],
  posts: POSTS,
  oembed: oembedUrl,
  refuses:
    'TikTok’s Display API returns the posts of an account only when its owner connected it. Posts of other accounts are only available to approved researchers. No API exposes video files; videos play in TikTok’s embedded player.',
})
