// What LinkedIn's API answers, and what of it is in no post.

import { type JsonObject, jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapPage } from '@central-api/service/platforms/linkedin/map-page.ts'
import { mapPost, type Reported } from '@central-api/service/platforms/linkedin/map-post.ts'
import { buildAuthor } from '@central-api/service/post/build-post.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { INSTEAD, NO_PLACE, OTHERS, OWNER, PAGING } from '../suite/reasons-fixture.ts'

const reportedBy = (response: unknown): Reported =>
  new Map(
    Object.entries(jsonObject(jsonObject(response).results)).map(([urn, each]): [string, JsonObject] => [
      urn,
      jsonObject(each),
    ]),
  )
const NOW = Date.UTC(2026, 8, 30)
const mapAll = (response: unknown, reported: Parameters<typeof mapPost>[1]) =>
  jsonList(jsonObject(response).elements).map((post) => mapPost(jsonObject(post), reported))

export const fixtures = platformFixtures(
  import.meta.url,
  'linkedin',
  [
    {
      files: ['organization.json', 'posts.json', 'images.json', 'metadata.json'],
      map(organization, response, images, metadata) {
        // The pictures and the followers are told by calls of their own.
        const [page] = jsonList(jsonObject(organization).elements)
        const profile = mapPage(jsonObject(page), 'acme', {
          logo: 'https://media.licdn.com/l',
          cover: 'https://media.licdn.com/c',
          followers: 1520,
        })
        const reported = {
          media: reportedBy(images),
          metadata: reportedBy(metadata),
          author: buildAuthor(profile),
          now: NOW,
        }
        return { profile, posts: mapAll(response, reported) }
      },
    },
    {
      files: ['posts-with-files.json', 'files.json'],
      map: (response, files) => ({
        posts: mapAll(response, { media: reportedBy(files), metadata: new Map(), author: null, now: NOW }),
      }),
    },
  ],
  {
    [PAGING]: ['*paging.*'],
    [INSTEAD]: [
      '*name.*',
      'elements[].author',
      'elements[].createdAt',
      '*.entity',
      '*images.json: *.id',
      'files.json: *.id',
      'files.json: *.status',
      'files.json: *.downloadUrlExpiresAt',
      '*reactionType',
    ],
    [NO_PLACE]: ['*localizedWebsite', '*content.media.title'],
    'Asked for by calls of their own, which tell the address.': [
      '*logoV2.original',
      '*coverPhotoV2.original',
      '*content.article.thumbnail',
    ],
    [OWNER]: [
      '*primaryOrganizationType',
      '*feedDistribution',
      '*isReshareDisabledByAuthor',
      '*isVoterVisibleToAuthor',
      '*commentsState',
      '*.owner',
    ],
    [OTHERS]: ['*reshareContext.root'],
    'A time of editing where the post says that it was edited, and nothing otherwise.': [
      'posts-with-files.json: *.lastModifiedAt',
    ],
    'A proportion, which tells no size.': ['*aspectRatio*'],
    'Without the answers to comments: `comments` counts them all.': ['*topLevelCount'],
  },
)
