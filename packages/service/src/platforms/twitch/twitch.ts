// Twitch through Helix, with the operator's application. https://dev.twitch.tv/docs/api

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import type { Given } from '../../upstream/contract/credential.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { bearer } from '../../upstream/credentials/bearer.ts'
import { clientCredentials } from '../../upstream/credentials/client-credentials.ts'
import { listOf } from '../../upstream/credentials/given.ts'
import { canonicalizeChannel, handleOfId } from './canonicalize-channel.ts'
import { canonicalizeGame } from './canonicalize-game.ts'
import { KINDS, kindOf } from './kinds.ts'
import { REFUSAL_FORM, REFUSALS } from './refusals.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { API, POSTS } from './urls.ts'
import { variantsIn } from './variants-in.ts'

const read = late(() => import('./read-twitch.ts'))

const TOKENS = 'https://id.twitch.tv'

const TwitchSettings = Type.Object({
  TWITCH_CLIENT_ID: Type.String({
    default: '',
    description: 'Client id of a Twitch application, or several, comma-separated',
  }),
  TWITCH_CLIENT_SECRET: Type.String({
    default: '',
    description: 'Client secrets of the applications, comma-separated, in the same order',
  }),
})

/** Each id and its secret form an application. */
const readApplications = (settings: Static<typeof TwitchSettings>): readonly Given[] => {
  const ids = listOf(settings.TWITCH_CLIENT_ID)
  const secrets = listOf(settings.TWITCH_CLIENT_SECRET)
  if (ids.length !== secrets.length)
    throw new Error('TWITCH_CLIENT_SECRET must have one secret for each TWITCH_CLIENT_ID')
  return ids.map((id, at) => ({ secrets: { id, secret: secrets[at] ?? '' } }))
}

export const twitch = platform({
  id: 'twitch',
  name: 'Twitch',
  handles: [
    'name',
    '@name',
    'https://www.twitch.tv/name',
    'https://m.twitch.tv/name/videos',
    'https://dashboard.twitch.tv/u/name/home',
    'https://player.twitch.tv/?channel=name',
  ],
  variants: {
    posts: 'videos: broadcasts, highlights and uploads',
    broadcasts: 'recordings of broadcasts',
    highlights: 'highlights of broadcasts',
    uploads: 'uploaded videos',
    clips: 'clips by viewers, most views first',
  },
  // Twitch allows storing for at most 24 hours. https://www.twitch.tv/p/legal/developer-agreement/
  keepsPictures: false,
  settings: TwitchSettings,
  origins: [API, TOKENS],
  hasAccountIds: true,
  handleOfId,
  credentials: [
    {
      id: 'app',
      settings: ['TWITCH_CLIENT_ID', 'TWITCH_CLIENT_SECRET'],
      origins: [API],
      read: readApplications,
      obtain: clientCredentials(`${TOKENS}/oauth2/token`, { by: 'form' }),
      sign: ({ id = '', ...fields }) => ({ headers: { ...bearer(fields).headers, 'client-id': id } }),
      connects: true,
      probe: () => ({ url: `${API}/helix/users`, query: { login: 'twitch' } }),
      steps: [
        'Turn on two-factor authentication for a Twitch account; registering an application requires it.',
        'Register an application at https://dev.twitch.tv/console/apps, of the type “Confidential”, with any OAuth redirect URL.',
        'Set TWITCH_CLIENT_ID to its client id and TWITCH_CLIENT_SECRET to a new secret of it. Each application allows 800 calls a minute.',
      ],
    },
  ],
  canonicalize: (input) => canonicalizeGame(input) ?? canonicalizeChannel(input),
  kinds: KINDS,
  variantsIn,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [
    source<Static<typeof TwitchSettings>, undefined>({
      id: 'api',
      provenance: 'official_api',
      credential: 'app',
      refusals: REFUSALS,
      refusalForm: REFUSAL_FORM,
      account: read('readAccount'),
      posts: read('readPosts'),
      post: read('readPost'),
    }),
  ],
  posts: POSTS,
  refuses:
    'Twitch exposes the number of followers of a channel only if its owner connects it, and no files of videos and clips. Videos and clips play in its embedded player.',
})
