// The endpoints of the playground and the fields of each request.

/** @typedef {'scan-profile' | 'load-more-posts' | 'validate-link' | 'validate-post'} Endpoint */
/** @typedef {'platform' | 'handle' | 'variant' | 'cursor' | 'url' | 'withBody'} FieldName */

/** @type {Readonly<Record<Endpoint, { readonly does: string, readonly fields: readonly FieldName[] }>>} */
export const ENDPOINTS = {
  'scan-profile': {
    does: 'Returns a profile and its latest posts.',
    fields: ['platform', 'handle', 'variant'],
  },
  'load-more-posts': {
    does: 'Returns the next page of posts.',
    fields: ['platform', 'handle', 'variant', 'cursor'],
  },
  'validate-link': {
    does: 'Fetches a page and returns its preview.',
    fields: ['url', 'withBody'],
  },
  'validate-post': {
    does: 'Recognizes the URL of a post and returns the post or its embed.',
    fields: ['url', 'withBody'],
  },
}

/** @type {readonly Endpoint[]} */
export const ENDPOINT_NAMES = /** @type {Endpoint[]} */ (Object.keys(ENDPOINTS))

/** @param {string | null} name @returns {name is Endpoint} */
export const isEndpoint = (name) => name !== null && Object.hasOwn(ENDPOINTS, name)

/** Whether the response is a page of posts. @param {string} endpoint */
export const isScan = (endpoint) => endpoint === 'scan-profile' || endpoint === 'load-more-posts'
