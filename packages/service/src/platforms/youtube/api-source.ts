// The YouTube Data API as a source, and the key that signs its calls.

import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import type { CredentialKind } from '../../upstream/contract/credential.ts'
import { late } from '../../upstream/contract/late.ts'
import type { Bucket } from '../../upstream/contract/limits.ts'
import { source } from '../../upstream/contract/platform.ts'
import { givenEach } from '../../upstream/credentials/given.ts'
import { API, PROBE } from './call-api.ts'
import { REFUSAL_FORM, REFUSALS, UNITS_RESET } from './refusals.ts'

export const YoutubeSettings = Type.Object({
  YOUTUBE_API_KEY: Type.String({
    default: '',
    description: 'Keys of the YouTube Data API, comma-separated. Without one, the service reads the public feeds.',
  }),
})
export type YoutubeSettings = Static<typeof YoutubeSettings>

export const apiKey: CredentialKind<YoutubeSettings> = {
  id: 'key',
  settings: ['YOUTUBE_API_KEY'],
  read: ({ YOUTUBE_API_KEY }) => givenEach(YOUTUBE_API_KEY, 'key'),
  origins: [API],
  // A header keeps the key out of logs of URLs. https://cloud.google.com/docs/authentication/api-keys-use
  sign: ({ key = '' }) => ({ headers: { 'x-goog-api-key': key } }),
  probe: () => PROBE,
  steps: [
    'Create a project in the Google Cloud console, https://console.cloud.google.com/projectcreate.',
    'Enable the YouTube Data API v3 for it, https://console.cloud.google.com/apis/library/youtube.googleapis.com.',
    'Create an API key under “APIs & Services”, “Credentials”, and restrict it to the YouTube Data API v3. Restrict it to IP addresses only if the service has fixed ones.',
    'Set YOUTUBE_API_KEY. Each project allows 10,000 units a day; a page of posts takes two. Searches and hashtags have a limit of their own: 100 requests a day. Separate the keys of several projects with commas.',
  ],
}

/** What a project may use in a day. */
export const UNITS: Bucket = { name: 'units', allows: 10_000, per: UNITS_RESET, of: 'credential' }

export const apiSource = source<YoutubeSettings, undefined>({
  id: 'api',
  provenance: 'official_api',
  credential: apiKey.id,
  refusals: REFUSALS,
  refusalForm: REFUSAL_FORM,
  limits: {
    buckets: [UNITS, { name: 'search', allows: 100, per: UNITS_RESET, of: 'credential', isSharedFairly: true }],
    only: { search: ['hashtag', 'search'] },
  },
  // Counts are rounded to three digits, and each request for them takes a unit.
  accountFreshSeconds: 3_600,
  account: late(() => import('./read-channel.ts'))('readChannel'),
  posts: late(() => import('./read-uploads.ts'))('readUploads'),
  post: late(() => import('./read-video.ts'))('readVideo'),
})
