// Fixtures of LinkedIn's API, and reasons for fields that no post uses.

import { type JsonObject, jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapPage } from '@central-api/service/platforms/linkedin/map-page.ts'
import { type ByUrn, mapPost } from '@central-api/service/platforms/linkedin/map-post.ts'
import { buildAuthor } from '@central-api/service/post/build-post.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { INSTEAD, NO_PLACE, OTHERS, OWNER, PAGING } from '../suite/reasons-fixture.ts'

const byUrn = (response: unknown): ByUrn =>
  new Map(
    Object.entries(jsonObject(jsonObject(response).results)).map(([urn, each]): [string, JsonObject] => [
      urn,
      jsonObject(each),
    ]),
  )
const NOW = Date.UTC(2026, 8, 30)
const mapAll = (response: unknown, context: Parameters<typeof mapPost>[1]) =>
  jsonList(jsonObject(response).elements).map((post) => mapPost(jsonObject(post), context))

export const fixtures = platformFixtures(
  import.meta.url,
  'linkedin',
  [
    {
      files: ['organization.json', 'posts.json', 'images.json', 'metadata.json'],
      map(organization, response, images, metadata) {
        // Images and followers come from other calls.
        const [page] = jsonList(jsonObject(organization).elements)
        const profile = mapPage(jsonObject(page), 'acme', {
          logo: 'https://media.licdn.com/l',
          cover: 'https://media.licdn.com/c',
          followers: 1520,
        })
        const context = {
          media: byUrn(images),
          metadata: byUrn(metadata),
          author: buildAuthor(profile),
          now: NOW,
        }
        return { profile, posts: mapAll(response, context) }
      },
    },
    {
      files: ['posts-with-files.json', 'files.json'],
      map: (response, files) => ({
        posts: mapAll(response, { media: byUrn(files), metadata: new Map(), author: null, now: NOW }),
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
    'URNs; other calls return the URLs.': ['*logoV2.original', '*coverPhotoV2.original', '*content.article.thumbnail'],
    [OWNER]: [
      '*primaryOrganizationType',
      '*feedDistribution',
      '*isReshareDisabledByAuthor',
      '*isVoterVisibleToAuthor',
      '*commentsState',
      '*.owner',
    ],
    [OTHERS]: ['*reshareContext.root'],
    'The time of an edit only if the post is marked as edited.': ['posts-with-files.json: *.lastModifiedAt'],
    'An aspect ratio is not a size.': ['*aspectRatio*'],
    'Excludes replies to comments; `comments` counts all of them.': ['*topLevelCount'],
  },
)
