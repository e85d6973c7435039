// Fixtures of both versions of Lemmy's API and of PieFed's, and reasons for fields that no post uses.

import { type JsonObject, jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapProfile } from '@central-api/service/platforms/lemmy/map-actor.ts'
import { mapFeed, mapMulti, mapServer } from '@central-api/service/platforms/lemmy/map-place.ts'
import { mapPost } from '@central-api/service/platforms/lemmy/map-post.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { INSTEAD, LOOKS, NO_PLACE, OTHERS, OWNER, PAGING, PROGRAM, READER } from '../suite/reasons-fixture.ts'

/** From the response of `site`. */
const context = { languages: new Map([['37', 'en']]), listedIn: 'person' } as const
const personIn = (response: unknown): JsonObject => jsonObject(jsonObject(response).person_view)

export const fixtures = platformFixtures(
  import.meta.url,
  'lemmy',
  [
    {
      files: ['user-0.19.json'],
      map: (response) => ({
        profile: mapProfile(personIn(response), 'person', 'nia@l.example'),
        posts: jsonList(jsonObject(response).posts).map((post) => mapPost(post, context)),
      }),
    },
    {
      files: ['person-1.0.json'],
      map: (response) => ({ profile: mapProfile(personIn(response), 'person', 'nia@l.example') }),
    },
    {
      files: ['content-1.0.json'],
      map: (response) => ({ posts: jsonList(jsonObject(response).items).map((post) => mapPost(post, context)) }),
    },
    {
      files: ['posts-0.19.json'],
      map: (response) => ({
        posts: jsonList(jsonObject(response).posts).map((post) => mapPost(post, { ...context, listedIn: 'community' })),
      }),
    },
    {
      files: ['community-0.19.json'],
      map: (response) => ({
        profile: mapProfile(jsonObject(jsonObject(response).community_view), 'community', '!wells@l.example'),
      }),
    },
    {
      files: ['site-0.19.json'],
      map: (response) => ({
        profile: mapServer(jsonObject(jsonObject(response).site_view), {
          ...{ handle: 'l.example/local', id: 'community l.example/local', host: 'l.example', listing: 'Local' },
        }),
      }),
    },
    {
      files: ['multi-1.0.json'],
      map: (response) => ({
        profile: mapMulti(jsonObject(jsonObject(response).multi_community_view), {
          ...{ handle: 'new.example/multi/wells', id: 'list new.example/multi/wells', host: 'new.example' },
        }),
      }),
    },
    {
      files: ['piefed-posts.json'],
      map: (response) => ({
        posts: jsonList(jsonObject(response).posts).map((post) => mapPost(post, { ...context, listedIn: 'community' })),
      }),
    },
    {
      files: ['piefed-feed.json'],
      map: (response) => ({
        profile: mapFeed(jsonObject(response), {
          ...{ handle: 'piefed.example/f/tides', id: 'list piefed.example/f/tides', host: 'piefed.example' },
        }),
      }),
    },
  ],
  {
    [PAGING]: ['next_page'],
    [INSTEAD]: [
      'site-0.19.json: site_view.site.id',
      'site-0.19.json: site_view.site.description',
      'site-0.19.json: site_view.site.actor_id',
      'site-0.19.json: site_view.counts.site_id',
      'multi-1.0.json: multi_community_view.multi.id',
      'multi-1.0.json: multi_community_view.multi.name',
      '*person.name',
      '*post.id',
      '*tags[].name',
      '*creator_id',
      '*community_id',
      '*image_details.link',
      '*image_details.content_type',
      '*counts.published',
      '*url_content_type',
      'piefed-feed.json: id',
      'piefed-feed.json: name',
      'piefed-feed.json: communities[].*',
    ],
    [OWNER]: [
      '*banned*',
      '*local',
      '*deleted',
      '*removed',
      '*hidden',
      'discussion_languages[]',
      '*locked',
      '*bot_account',
      '*is_admin',
      'piefed-feed.json: is_instance_feed',
      'piefed-feed.json: public',
      '*federation_pending',
      '*creator_is_*',
      '*instance_id',
      '*type_',
    ],
    'Pinned only in its community, not among the posts of a user.': ['*featured_*'],
    [READER]: [
      'piefed-feed.json: owner',
      '*subscribed',
      '*saved',
      '*read',
      '*creator_blocked',
      '*unread_comments',
      '*can_mod',
    ],
    [NO_PLACE]: [
      'piefed-feed.json: nsf*',
      'piefed-feed.json: updated',
      'site-0.19.json: site_view.counts.comments',
      'site-0.19.json: site_view.counts.communities',
      'site-0.19.json: version',
      'multi-1.0.json: multi_community_view.owner.published_at',
      '*comment_count',
      '*community_view.counts.comments',
      '*users_active_*',
      '*score',
      '*downvotes',
      '*newest_comment_time*',
      '*creator.post_count',
    ],
    [OTHERS]: ['*community.*', '*creator.published*', 'site.*'],
    [PROGRAM]: [
      'piefed-feed.json: ap_domain',
      'piefed-feed.json: user_id',
      '*person_id',
      '*counts.post_id',
      '*tags[].id',
      '*tags[].ap_id',
    ],
    [LOOKS]: ['*tags[].color'],
  },
)
