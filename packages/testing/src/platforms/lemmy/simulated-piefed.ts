// The same user, community and posts in the format of PieFed.

import { type JsonObject, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { community, person, type View } from './simulated-posts.ts'

const renamedPerson = (): JsonObject => {
  const { name, display_name: title, bio: about, ...rest } = person()
  return { ...rest, user_name: name, title, about }
}

export const piefedSite = (languages: readonly JsonObject[]): JsonObject => ({
  version: '1.3.0',
  admins: [],
  site: {
    ...{ name: 'Wells & more', sidebar: 'A server for **wells**', description: 'Wells', user_count: 1_234 },
    ...{ actor_id: 'https://piefed.example/', icon: 'https://piefed.example/icon.png', all_languages: languages },
  },
})

export const piefedCommunity = (): JsonObject => ({
  community_view: {
    community: community(),
    counts: { id: 7, subscriptions_count: 12, total_subscriptions_count: 310, post_count: 95 },
    flair_list: [],
  },
  moderators: [],
})

export const piefedPerson = (): JsonObject => ({
  person_view: { person: renamedPerson(), counts: { person_id: 812, post_count: 90, comment_count: 40 } },
  moderates: [],
  ...{ posts: [], comments: [] },
})

export const piefedView = (view: View): JsonObject => {
  const {
    name: title,
    updated: edited_at,
    featured_community: sticky,
    featured_local: instance_sticky,
    ...post
  } = jsonObject(view.post)
  return {
    ...view,
    post: {
      ...post,
      title,
      sticky,
      instance_sticky,
      ...(edited_at !== undefined && { edited_at }),
      tags: '',
      flair: '',
    },
    creator: renamedPerson(),
    flair_list: [],
  }
}

export const piefedFeed = (): JsonObject => ({
  ...{ id: 31, name: 'tides', title: 'Tides & wells', description: 'All about **tides**', user_id: 812, public: true },
  ...{ actor_id: 'https://piefed.example/f/tides', icon: 'https://piefed.example/tides.png', banner: null },
  ...{
    published: '2025-04-01T00:00:00Z',
    subscriptions_count: 12,
    communities_count: 3,
    communities: [],
    children: [],
  },
})
