// The reference of the API: its document, with the way from a key to posts and what holds for all endpoints before it.

import { API_PREFIX } from '../endpoints.ts'
import { type Openapi, operationsOf } from '../openapi/document.ts'
import { jsonOf } from './call.ts'
import { jsonSample } from './code-sample.ts'
import { html, type Markup } from './markup.ts'
import { API_PATHS, type Reference } from './reference.ts'
import { GUIDE_LINKS, guide, quickStart } from './reference-guide.ts'

const FORM = [
  'Page',
  'Profile',
  'Post',
  'Author',
  'Media',
  'LinkCard',
  'Poll',
  'PostReference',
  'Preview',
  'Platform',
] as const

type ShownPage = {
  readonly body: { readonly profile: Record<string, unknown>; readonly posts: readonly Record<string, unknown>[] }
}

const only = (value: Record<string, unknown> = {}, ...keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, value[key]]))

/** What the service is about, at a glance: a page with most of its fields left out. */
const glance = (document: Openapi): Markup => {
  const scan = operationsOf(document).find(({ operation }) => operation.operationId === 'scanProfile')
  const [example] = Object.values(jsonOf(scan?.operation.responses[200]?.content)?.examples ?? {})
  if (example === undefined) return html``
  const { body } = (example.value as { readonly data: ShownPage }).data
  const posts = body.posts.map((post) => only(post, 'id', 'kind', 'text', 'publishedAt', 'metrics'))
  const profile = only(body.profile, 'handle', 'displayName', 'counts')
  return jsonSample('A page, some fields of it', { ...body, profile, posts })
}

export const apiReference = (document: Openapi): Reference => {
  const baseUrl = document.servers[0]?.url ?? ''
  return {
    document,
    ...API_PATHS,
    shownBehind: `${API_PREFIX}/`,
    glance: glance(document),
    introduction: {
      nav: { title: 'Start', links: GUIDE_LINKS },
      sections: html`${quickStart(baseUrl)}${guide(baseUrl)}`,
    },
    objects: {
      title: 'The normalized form',
      text: 'Every field is always there. What a platform does not tell is `null`, never `0` and never an empty text; lists are empty instead. Times are RFC 3339 in UTC with milliseconds, addresses are absolute, ids are strings.',
      names: FORM,
    },
    briefTag: 'Service',
  }
}
