// TikTok through the Display API, for accounts whose owners have connected them, and through the Research API, for
// researchers whom TikTok has approved. https://developers.tiktok.com/doc/overview

import type { Static } from 'typebox'
import { jsonObject } from '../../parsing/json-value.ts'
import { Type } from '../../parsing/type.ts'
import type { CredentialKind } from '../../upstream/contract/credential.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { bearer } from '../../upstream/credentials/bearer.ts'
import { givenPerAccount } from '../../upstream/credentials/given.ts'
import { API, oembedUrl, ownerOfPost, POSTS } from './addresses.ts'
import { canonicalizeName } from './canonicalize-name.ts'
import { DISPLAY_REFUSALS, RESEARCH_REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'

const display = late(() => import('./read-display.ts'))
const research = late(() => import('./read-research.ts'))

const TiktokSettings = Type.Object({
  TIKTOK_ACCESS_TOKEN: Type.String({
    default: '',
    description: 'Access tokens of accounts whose owners have connected them, as a comma list of name=token',
  }),
  TIKTOK_CLIENT_KEY: Type.String({
    default: '',
    description: 'Client key of an application that TikTok has approved for its Research API',
  }),
  TIKTOK_CLIENT_SECRET: Type.String({ default: '', description: 'Client secret of that application' }),
})

const creator: CredentialKind<Static<typeof TiktokSettings>> = {
  id: 'creator',
  settings: ['TIKTOK_ACCESS_TOKEN'],
  read: ({ TIKTOK_ACCESS_TOKEN }) =>
    givenPerAccount('TIKTOK_ACCESS_TOKEN', TIKTOK_ACCESS_TOKEN, 'token', canonicalizeName),
  sign: bearer,
  probe: () => ({ url: `${API}/v2/user/info/`, query: { fields: 'open_id' } }),
  steps: [
    'Make an application at https://developers.tiktok.com with Login Kit and the Display API, and let TikTok review it.',
    'Let the owner of the account log in to it and grant user.info.basic, user.info.profile, user.info.stats and video.list.',
    'Set TIKTOK_ACCESS_TOKEN to name=token, with the name of the account. A token lives for two hours, and the refresh token that belongs to it changes with each renewal: renew it where it was got, and restart the service with the new one.',
  ],
}

const researcher: CredentialKind<Static<typeof TiktokSettings>> = {
  id: 'researcher',
  settings: ['TIKTOK_CLIENT_KEY', 'TIKTOK_CLIENT_SECRET'],
  read: ({ TIKTOK_CLIENT_KEY: id, TIKTOK_CLIENT_SECRET: secret }) => [{ secrets: { id, secret } }],
  // A form of TikTok’s own: what others call an id is a key here, and a refusal comes with 200.
  async obtain({ id = '', secret = '' }, send) {
    const form = { client_key: id, client_secret: secret, grant_type: 'client_credentials' }
    const response = await send({ url: `${API}/v2/oauth/token/`, body: { form } })
    const { access_token: token, expires_in: life } = jsonObject(response.json())
    if (typeof token !== 'string' || token === '') throw new Refused('credential_refused')
    return { secrets: { token }, ...(typeof life === 'number' && life > 0 && { expiresInSeconds: life }) }
  },
  sign: bearer,
  steps: [
    'Apply for the Research API at https://developers.tiktok.com/products/research-api: it is for researchers of institutions that seek no profit, and TikTok’s terms forbid commercial use.',
    'Set TIKTOK_CLIENT_KEY and TIKTOK_CLIENT_SECRET to those of the approved application. It has 1,000 requests and 100,000 records a day.',
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
  variants: { posts: 'films and picture posts, newest first' },
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
      // Where a scope is missing, finding out what may be asked takes several calls.
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
    'TikTok tells a service the posts of an account only where its owner has connected it; those of any other account it tells approved researchers alone. No interface gives the files of films: they are shown in TikTok’s own player.',
})
