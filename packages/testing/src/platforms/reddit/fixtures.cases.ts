// Responses of Reddit's API, and the fields that are in no post.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapAccount } from '@central-api/service/platforms/reddit/map-account.ts'
import { mapPlace } from '@central-api/service/platforms/reddit/map-place.ts'
import { mapThing, readThing } from '@central-api/service/platforms/reddit/map-thing.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, FILE, INSTEAD, NO_PLACE, OTHERS, OWNER, PAGING, PROGRAM, READER } from '../suite/reasons-fixture.ts'

const NOW = Date.parse('2026-10-02T00:00:00Z')

const mapListing = (response: unknown) => ({
  posts: jsonList(jsonObject(jsonObject(response).data).children).map((child) => {
    const thing = readThing(child)
    return thing && mapThing(thing, 'user', NOW)
  }),
})

export const fixtures = platformFixtures(
  import.meta.url,
  'reddit',
  [
    { files: ['user-about.json'], map: (response) => ({ profile: mapAccount(response, 'u/acme', { kind: 'user' }) }) },
    {
      files: ['subreddit-about.json'],
      map: (response) => ({ profile: mapAccount(response, 'r/breadit', { kind: 'subreddit' }) }),
    },
    {
      files: ['multi.json'],
      map: (response) => ({
        profile: mapPlace(jsonObject(response).data, 'u/acme/m/bread', { is: 'custom', user: 'acme', name: 'bread' }),
      }),
    },
    { files: ['submitted.json'], map: mapListing },
    { files: ['comments.json'], map: mapListing },
    { files: ['links.json'], map: mapListing },
  ],
  {
    [PAGING]: ['data.after', 'data.dist'],
    [PROGRAM]: [
      'multi.json: data.owner_id',
      'kind',
      '*.id',
      '*subreddit_id',
      '*subreddit_type',
      '*media_metadata.*',
      '*gallery_data.items[].id',
      '*post_hint',
    ],
    [INSTEAD]: [
      'multi.json: data.visibility',
      'multi.json: data.path',
      'multi.json: data.owner',
      '*created',
      'data.name',
      '*display_name',
      '*icon_img',
      '*.url',
      '*description*',
      '*selftext',
      '*.body',
      '*ups',
      '*is_video',
      '*is_gallery',
      '*fallback_url',
      '*thumbnail',
      '*stickied',
      '*crosspost_parent_list[].name',
    ],
    [NO_PLACE]: [
      'multi.json: data.num_subscribers',
      'multi.json: data.subreddits[].name',
      'multi.json: data.over_18',
      '*karma',
      '*active_user_count',
      '*lang',
      '*domain',
      '*downs',
      '*upvote_ratio',
      '*total_awards_received',
      '*num_comments',
    ],
    'Whether the account’s e-mail address was confirmed; that does not vouch for its identity.': [
      '*.verified',
      '*has_verified_email',
    ],
    [OWNER]: [
      '*is_gold',
      '*is_mod',
      '*is_employee',
      '*accept_followers',
      '*hide_from_robots',
      '*over_18',
      '*over18',
      '*quarantine',
      '*locked',
      '*archived',
      '*preview.enabled',
      '*is_prediction',
    ],
    [READER]: [
      'multi.json: data.can_edit',
      'multi.json: data.is_favorited',
      'multi.json: data.is_subscriber',
      '*is_friend',
    ],
    [FILE]: ['*bitrate_kbps', '*transcoding_status'],
    [COPY]: ['*preview.images[].*'],
    [OTHERS]: ['*crosspost_parent_list[].*', '*subreddit', '*link_title', '*link_url'],
  },
)
