/** The endpoints of the API in the request log: their paths without the first slash, and with hyphens. */
export const ENDPOINT_NAMES = [
  'auth-token',
  'recognize',
  'scan-profile',
  'load-more-posts',
  'posts',
  'validate-link',
  'validate-post',
  'account',
  'connections',
  'connect',
] as const
