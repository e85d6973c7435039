// Fixtures of Ghost's Content API, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapPost } from '@central-api/service/platforms/ghost/map-post.ts'
import { languageOf, mapCollection, mapSite } from '@central-api/service/platforms/ghost/map-profile.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { INSTEAD, LOOKS, NO_PLACE, OWNER, PAGING, PROGRAM } from '../suite/reasons-fixture.ts'

const BASE = 'https://site.example/'

export const fixtures = platformFixtures(
  import.meta.url,
  'ghost',
  [
    {
      files: ['author.json'],
      map: (response) => ({
        profile: mapCollection(response, 'site.example/author/rosa', { kind: 'author', base: 'https://site.example' }),
      }),
    },
    {
      files: ['tag.json'],
      map: (response) => ({
        profile: mapCollection(response, 'site.example/tag/winter', { kind: 'tag', base: 'https://site.example' }),
      }),
    },
    {
      files: ['settings.json', 'posts.json'],
      map: (settings, response) => {
        const { posts, meta } = jsonObject(response)
        const { total } = jsonObject(jsonObject(meta).pagination)
        const where = { base: BASE, language: languageOf(settings) }
        return {
          profile: mapSite(settings, 'site.example', BASE, total),
          posts: jsonList(posts).map((post) => mapPost(post, where)),
        }
      },
    },
    {
      files: ['posts-of-authors.json'],
      map: (response) => ({
        posts: jsonList(jsonObject(response).posts).map((post) => mapPost(post, { base: BASE, language: null })),
      }),
    },
  ],
  {
    [PAGING]: ['meta.pagination.*'],
    [INSTEAD]: [
      '*slug',
      '*authors[].id',
      '*authors[].name',
      '*authors[].url',
      '*authors[].profile_image',
      'posts-of-authors.json: posts[].excerpt',
      '*primary_tag.*',
      'settings.json: settings.lang',
      'posts[].created_at',
    ],
    [OWNER]: [
      '*visibility',
      'settings.timezone',
      'settings.members_support_address',
      'posts[].access',
      'posts[].comments',
    ],
    [LOOKS]: ['settings.accent_color', 'settings.navigation[].*'],
    [PROGRAM]: ['posts[].uuid', 'posts[].comment_id', 'posts[].tags[].*'],
    'Featured is not pinned: the theme may mark the post, but it does not come first.': ['posts[].featured'],
    [NO_PLACE]: ['settings.twitter', 'posts[].feature_image_caption', 'posts[].reading_time'],
  },
)
