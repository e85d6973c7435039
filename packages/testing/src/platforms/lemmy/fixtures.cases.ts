// Fixtures of both versions of Lemmy's API, of PieFed's and of Mbin's, and reasons for fields that no post uses.

import { type JsonObject, jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { adaptContent, adaptProfile } from '@central-api/service/platforms/lemmy/adapt-mbin.ts'
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
      files: ['mbin-user.json'],
      map: (response) => ({
        profile: mapProfile(adaptProfile(jsonObject(response), 'person', 'mbin.example'), 'person', 'nia@far.example'),
      }),
    },
    {
      files: ['mbin-magazine.json'],
      map: (response) => ({
        profile: mapProfile(
          adaptProfile(jsonObject(response), 'community', 'mbin.example'),
          ...(['community', '!maps@far.example'] as const),
        ),
      }),
    },
    {
      files: ['mbin-combined.json'],
      map: (response) => ({
        posts: jsonList(jsonObject(response).items).map((item) =>
          mapPost(adaptContent(item, 'mbin.example'), { ...context, listedIn: 'community' }),
        ),
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
    [PAGING]: ['mbin-combined.json: pagination.*', 'next_page'],
    [INSTEAD]: [
      'mbin-user.json: apId',
      'mbin-user.json: avatar.sourceUrl',
      'mbin-magazine.json: apId',
      'mbin-magazine.json: name',
      'mbin-combined.json: *.image.sourceUrl',
      'mbin-combined.json: *.entryId',
      'mbin-combined.json: *.domain.name',

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
      'mbin-user.json: isBot',
      'mbin-combined.json: *.isBot',
      'mbin-magazine.json: isAdult',
      'mbin-combined.json: *.isOc',

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
      'mbin-user.json: serverSoftware*',
      'mbin-user.json: avatar.altText',
      'mbin-user.json: avatar.height',
      'mbin-user.json: avatar.width',
      'mbin-user.json: cover.height',
      'mbin-user.json: cover.width',
      'mbin-magazine.json: icon.height',
      'mbin-magazine.json: icon.width',
      'mbin-magazine.json: entryCommentCount',
      'mbin-magazine.json: post*Count',
      'mbin-magazine.json: rules',
      'mbin-magazine.json: owner.*',
      'mbin-combined.json: *.avatar.height',
      'mbin-combined.json: *.avatar.width',
      'mbin-combined.json: *.dv',
      'mbin-combined.json: *.lastActive',

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
    [OTHERS]: [
      'mbin-combined.json: *.magazine.*',
      'mbin-combined.json: *.mentions[]',
      'mbin-combined.json: *.domain.*Count',
      '*community.*',
      '*creator.published*',
      'site.*',
    ],
    [PROGRAM]: [
      'mbin-user.json: *.blurHash',
      'mbin-user.json: *.filePath',
      'mbin-magazine.json: *.blurHash',
      'mbin-magazine.json: *.filePath',
      'mbin-combined.json: *.blurHash',
      'mbin-combined.json: *.filePath',
      'mbin-combined.json: *.slug',
      'mbin-combined.json: *.type',
      'mbin-combined.json: *.domain.domainId',

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
