// Responses of WordPress's REST API, and the fields that are in no post.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import type { FoundList } from '@central-api/service/platforms/wordpress/find-list.ts'
import { mapPost } from '@central-api/service/platforms/wordpress/map-post.ts'
import {
  mapAuthorProfile,
  mapHostedSite,
  mapList,
  mapSite,
} from '@central-api/service/platforms/wordpress/map-profile.ts'
import { mapProduct } from '@central-api/service/platforms/wordpress/read-products.ts'
import {
  ArchivedTerm,
  HostedSite,
  Root,
  readAs,
  readList,
  User,
  WordPressPost,
} from '@central-api/service/platforms/wordpress/wordpress-objects.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, INSTEAD, LOOKS, NO_PLACE, OWNER, PROGRAM } from '../suite/reasons-fixture.ts'

const SITE = 'blog.example'
/** A header of the list of posts has the number of posts. */
const COUNTS = { posts: 33 }

const postsIn = (response: unknown) =>
  readList(WordPressPost, jsonList(response).map(jsonObject)).map((post) => mapPost(post, `https://${SITE}`))

/** The profile of a type of content, or of a term of a taxonomy. */
const mapPlace = (site: unknown, found: Pick<FoundList, 'name' | 'description' | 'term'>, handle: string) => {
  const root = readAs(Root, site)
  const list = { route: 'wp/v2/books', filter: {}, ...found }
  return root && mapList(list, { handle, id: `section ${handle}`, site: root, total: COUNTS.posts })
}

export const fixtures = platformFixtures(
  import.meta.url,
  'wordpress',
  [
    {
      files: ['site.json'],
      map(response) {
        const root = readAs(Root, response)
        return { profile: root && mapSite(root, SITE, COUNTS) }
      },
    },
    {
      files: ['hosted-site.json'],
      map(response) {
        const site = readAs(HostedSite, response)
        return { profile: site && mapHostedSite(site, 'fish.wordpress.com', COUNTS) }
      },
    },
    {
      files: ['author.json'],
      map(response) {
        const user = readAs(User, response)
        return { profile: user && mapAuthorProfile(user, `${SITE}/author/ann`, COUNTS) }
      },
    },
    {
      files: ['posts.json'],
      map: (response) => ({ posts: postsIn(response) }),
    },
    {
      files: ['site.json', 'types.json', 'books.json'],
      map: (site, types, books) => {
        const { book } = jsonObject(types)
        const [name, description] = [jsonObject(book).name, jsonObject(book).description].map(String)
        return {
          profile: mapPlace(site, { name, description, term: undefined }, `${SITE}/type/book`),
          posts: postsIn(books),
        }
      },
    },
    {
      files: ['site.json', 'genres.json', 'books.json'],
      map: (site, genres, books) => {
        const [term] = readList(ArchivedTerm, genres)
        return {
          profile: mapPlace(site, { name: undefined, description: undefined, term }, `${SITE}/taxonomy/genre/jazz`),
          posts: postsIn(books),
        }
      },
    },
    {
      files: ['products.json'],
      map: (response) => ({ posts: jsonList(response).map((product) => mapProduct(product, `https://${SITE}`)) }),
    },
  ],
  {
    'The normalized form has no field for what a shop says of its stock, prices and ratings.': [
      ...['prices.*', 'on_sale', 'sku', 'average_rating', 'review_count', 'is_in_stock'].map(
        (field) => `products.json: [].${field}`,
      ),
    ],
    [INSTEAD]: [
      'types.json: book.slug',
      'types.json: book.rest_base',
      'types.json: book.rest_namespace',
      'types.json: book.taxonomies[]',
      'books.json: [].author',
      'books.json: [].genres[]',
      'genres.json: [].count',
      'genres.json: [].taxonomy',
      'products.json: [].images[].id',
      'products.json: [].images[].name',
      'products.json: [].categories[].*',
      'products.json: [].tags[].*',
      'url',
      'post_count',
      'slug',
      '[].guid.rendered',
      '[].slug',
      '[].date',
      '[].modified',
      '[].featured_media',
      '[].categories[]',
      '[].tags[]',
      '[].jetpack_featured_media_url',
      '[].excerpt.protected',
      '*media_type',
    ],
    [OWNER]: [
      'types.json: book.hierarchical',
      'types.json: book.has_archive',
      'genres.json: [].parent',
      'gmt_offset',
      'timezone_string',
      'page_for_posts',
      'page_on_front',
      'show_on_front',
      'namespaces[]',
      'authentication.*',
      'capabilities.*',
      'jetpack',
      'is_multisite',
      'visible',
      'is_private',
      'is_coming_soon',
      '[].status',
      '[].type',
      '[].comment_status',
      '[].ping_status',
    ],
    [COPY]: ['site_logo', 'site_icon', 'icon.*', 'logo.*', '*avatar_urls.*', '*media_details.sizes.*'],
    [PROGRAM]: ['meta.links.self', '*_links.*', '*wp:featuredmedia[].*', '*wp:term[][].*'],
    [LOOKS]: ['types.json: book.icon', '[].format', '[].class_list[]'],
    [NO_PLACE]: ['lang', 'author.json: url', '*author[].url', '*author[].description'],
  },
)
