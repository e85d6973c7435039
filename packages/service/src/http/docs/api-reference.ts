// The reference of the API, built from its OpenAPI document, with a quick start and rules for all endpoints.

import { API_PREFIX } from '../endpoints.ts'
import { type Openapi, operationsOf } from '../openapi/document.ts'
import { jsonOf } from './call.ts'
import { jsonSample } from './code-sample.ts'
import { html, type Markup } from './markup.ts'
import { API_PATHS, type Reference } from './reference.ts'
import { GUIDE_ENTRIES, guide, quickStart } from './reference-guide.ts'

/** The named schemas with a section of their own. */
export const API_OBJECTS = [
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

/** A short example of a page that shows what the service returns. */
const glance = (document: Openapi): Markup => {
  const scan = operationsOf(document).find(({ operation }) => operation.operationId === 'scanProfile')
  const [example] = Object.values(jsonOf(scan?.operation.responses[200]?.content)?.examples ?? {})
  if (example === undefined) return html``
  const { body } = (example.value as { readonly data: ShownPage }).data
  const posts = body.posts.map((post) => only(post, 'id', 'kind', 'text', 'publishedAt', 'metrics'))
  const profile = only(body.profile, 'handle', 'displayName', 'counts')
  return jsonSample('A page (excerpt)', { ...body, profile, posts })
}

export const apiReference = (document: Openapi): Reference => {
  const baseUrl = document.servers[0]?.url ?? ''
  return {
    document,
    ...API_PATHS,
    pathPrefix: `${API_PREFIX}/`,
    glance: glance(document),
    introduction: {
      nav: { title: 'Start', links: GUIDE_ENTRIES.map(({ id, title }) => ({ href: `#${id}`, text: title })) },
      entries: GUIDE_ENTRIES,
      sections: html`${quickStart(baseUrl)}${guide(baseUrl)}`,
    },
    objects: {
      title: 'The normalized format',
      text: 'Every field is always present. A value that a platform does not provide is `null`, never `0` or an empty text; lists are empty instead. Times are RFC 3339 in UTC with milliseconds, URLs are absolute, and ids are strings.',
      names: API_OBJECTS,
    },
    briefTag: 'Service',
  }
}
