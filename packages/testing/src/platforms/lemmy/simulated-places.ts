// The simulated servers' own descriptions, and a multi-community, in the formats of 0.19 and 1.0.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'
import { NEW_HOST, OLD_HOST, personOfNew } from './simulated-posts.ts'

/** `site_view`: the counts are next to the site in 0.19, and in `local_site` in 1.0. */
export const serverView = (version: 'v3' | 'v4'): JsonObject =>
  version === 'v3'
    ? {
        site: {
          ...{ id: 1, name: 'Wells & more', sidebar: 'A server for **wells**', published: '2023-06-01T00:00:00Z' },
          ...{
            icon: `https://${OLD_HOST}/pictrs/image/site.png`,
            description: 'Wells',
            actor_id: `https://${OLD_HOST}/`,
          },
        },
        counts: { site_id: 1, users: 1_234, posts: 5_678, comments: 9, communities: 10 },
      }
    : {
        site: {
          ...{ id: 1, name: 'Wells & more', sidebar: 'A server for **wells**', published_at: '2023-06-01T00:00:00Z' },
          ...{ icon: `https://${NEW_HOST}/pictrs/image/site.png`, summary: 'Wells', ap_id: `https://${NEW_HOST}/` },
        },
        local_site: { id: 1, users: 1_234, posts: 5_678, comments: 9, communities: 10 },
      }

export const multiView = (): JsonObject => ({
  multi: {
    ...{ id: 3, name: 'wells', title: 'Wells everywhere', summary: 'Many **wells**', creator_id: 815, local: true },
    ...{ ap_id: `https://${NEW_HOST}/m/wells`, published_at: '2026-01-02T03:04:05Z', subscribers: 21, communities: 4 },
  },
  owner: { ...personOfNew(), id: 815, name: 'wes', display_name: 'Wes', ap_id: `https://${NEW_HOST}/u/wes` },
})
