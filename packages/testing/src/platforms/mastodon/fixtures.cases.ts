// Fixtures of Mastodon's API, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapProfile } from '@central-api/service/platforms/mastodon/map-account.ts'
import { isPublicStatus, mapStatus } from '@central-api/service/platforms/mastodon/map-status.ts'
import { mapServer } from '@central-api/service/platforms/mastodon/read-timeline.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, INSTEAD, NO_PLACE, OTHERS, OWNER, PROGRAM } from '../suite/reasons-fixture.ts'

const HOST = 'social.example'

export const fixtures = platformFixtures(
  import.meta.url,
  'mastodon',
  [
    {
      files: ['account.json'],
      map: (response) => ({ profile: mapProfile(jsonObject(response), `garden@${HOST}`, HOST) }),
    },
    {
      files: ['instance.json'],
      map: (response) => ({
        profile: mapServer(response, {
          ...{ handle: `${HOST}/local`, id: `community ${HOST}/local` },
          ...{ url: `https://${HOST}/public/local`, host: HOST },
        }),
      }),
    },
    {
      files: ['statuses.json'],
      map: (response) => ({
        posts: jsonList(response)
          .filter(isPublicStatus)
          .map((status, index) => mapStatus(status, HOST, index === 0)),
      }),
    },
  ],
  {
    [INSTEAD]: [
      'instance.json: uri',
      'instance.json: description',
      '*username',
      'acct',
      '*uri',
      '[].tags[].url',
      '[].media_attachments[].type',
      '[].media_attachments[].meta.*',
    ],
    [OWNER]: [
      'locked',
      'bot',
      'discoverable',
      'indexable',
      'group',
      'hide_collections',
      'noindex',
      '[].quote_approval.*',
    ],
    [COPY]: ['avatar_static', 'header_static', '*blurhash'],
    [NO_PLACE]: [
      ...['email', 'version', 'urls.*', 'stats.domain_count', 'languages[]', 'registrations', 'approval_required'],
      'invites_enabled',

      'avatar_description',
      'header_description',
      'last_status_at',
      'roles[].*',
      'fields[].*',
      '[].quotes_count',
      '[].application.*',
      '*card.*',
    ],
    'A custom emoji becomes its short code.': ['emojis[].*'],
    [PROGRAM]: ['*media_attachments[].id', '*poll.id'],
    [OTHERS]: ['[].reblog.created_at', '[].quote.quoted_status.*'],
  },
)
