// URLs of single posts on all kinds of servers. `id` is the id in the API; `guid` exists only on the web.

import type { PostAddresses } from '../../upstream/contract/platform.ts'
import { oembedAt } from '../../urls/oembed-at.ts'

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** Elk and Phanpy have the server in the path. */
const inApp = (host: string): Readonly<Record<string, string>> => ({
  [`${host}/{host:server}/@{user:anyone}/{id}`]: 'https://{host}/@{user}/{id}',
  [`${host}/{host:server}/@{user:anyone}/{id:flake}`]: 'https://{host}/notice/{id}',
  [`${host}/{host:server}/s/{id}`]: 'https://{host}/web/statuses/{id}',
  [`${host}/{host:server}/s/{id:flake}`]: 'https://{host}/notice/{id}',
})

export const POSTS: PostAddresses = {
  parts: {
    id: '\\d{1,24}',
    number: '\\d{1,24}',
    user: '[^/@]+',
    anyone: '[^/@]+(?:@[^/@]+)?',
    // GoToSocial: https://github.com/ulid/spec
    ulid: '[0-9A-HJKMNP-TV-Z]{26}',
    // Pleroma and Akkoma: https://git.pleroma.social/pleroma/elixir-libraries/flake_id. Only times since 2018 match.
    flake: '(?=\\d*[A-Za-z])[9A-D][0-9A-Za-z]{17}',
    uuid: UUID,
    guid: '[0-9a-f-]{16,64}',
    // The embedded post, and subpages.
    form: 'activity|embed|replies',
    view: 'embed|reblogs|favourites|quotes|history',
    server: '[a-z0-9-]+(?:\\.[a-z0-9-]+)+',
    app: '[^.]+(?:\\.[^.]+)+',
  },
  patterns: {
    // Mastodon
    '{host}/@{user:anyone}/{id}': 'https://{host}/@{user}/{id}',
    '{host}/@{user:anyone}/{id}/{view}': 'https://{host}/@{user}/{id}',
    '{host}/web/@{user:anyone}/{id}': 'https://{host}/web/@{user}/{id}',
    '{host}/users/{user}/statuses/{id}': 'https://{host}/users/{user}/statuses/{id}',
    '{host}/users/{user}/statuses/{id}/{form}': 'https://{host}/users/{user}/statuses/{id}',
    '{host}/ap/users/{number}/statuses/{id}': 'https://{host}/ap/users/{number}/statuses/{id}',
    '{host}/ap/users/{number}/statuses/{id}/{form}': 'https://{host}/ap/users/{number}/statuses/{id}',
    '{host}/web/statuses/{id}': 'https://{host}/web/statuses/{id}',
    '{host}/deck/@{user:anyone}/{id}': 'https://{host}/@{user}/{id}',
    // Other apps, which have the server in the path
    ...inApp('elk.zone'),
    ...inApp('main.elk.zone'),
    ...inApp('phanpy.social'),
    ...inApp('dev.phanpy.social'),
    // GoToSocial
    '{host}/@{user}/statuses/{id:ulid}': 'https://{host}/@{user}/statuses/{id}',
    '{host}/@{user}/statuses/{id:ulid}/{view}': 'https://{host}/@{user}/statuses/{id}',
    '{host}/users/{user}/statuses/{id:ulid}': 'https://{host}/users/{user}/statuses/{id}',
    // Pleroma, Akkoma, and apps for them
    '{host}/notice/{id:flake}': 'https://{host}/notice/{id}',
    '{host}/@{user:anyone}/{id:flake}': 'https://{host}/notice/{id}',
    '{host}/@{user:anyone}/posts/{id:flake}': 'https://{host}/notice/{id}',
    '{host}/{user:anyone}/status/{id:flake}': 'https://{host}/notice/{id}',
    '{host}/@{user:anyone}/posts/{id}': 'https://{host}/@{user}/{id}',
    '{host}/objects/{guid:uuid}': 'https://{host}/objects/{guid}',
    // Hollo
    '{host}/@{user:anyone}/{id:uuid}': 'https://{host}/@{user}/{id}',
    // Pixelfed
    '{host}/i/web/post/{id}': 'https://{host}/i/web/post/{id}',
    '{host}/p/{user}/{id}': 'https://{host}/p/{user}/{id}',
    '{host}/p/{user}/{id}/{view}': 'https://{host}/p/{user}/{id}',
    // Friendica
    '{host}/display/{guid}': 'https://{host}/display/{guid}',
  },
  given: inApp('{app}'),
}

const MASTODON = /^\/(?:web\/)?@[^/]+\/\d+$|\/statuses\/\d+$/

/** Mastodon's oEmbed endpoint; undefined for URLs of servers without one. */
export const oembedUrl = (post: URL): URL | undefined =>
  MASTODON.test(post.pathname) ? oembedAt(new URL('/api/oembed', post).href)(post) : undefined
