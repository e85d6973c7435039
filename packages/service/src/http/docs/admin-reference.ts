// The reference of the admin API, built from its OpenAPI document.

import { ADMIN_OBJECTS } from '../openapi/create-admin-openapi.ts'
import type { Openapi } from '../openapi/document.ts'
import { ADMIN_PATHS, type Reference } from './reference.ts'

export const adminReference = (document: Openapi): Reference => ({
  document,
  ...ADMIN_PATHS,
  objects: {
    title: 'Common objects',
    text: 'Times are RFC 3339 in UTC. A key or a secret is returned only once, in the response that created it.',
    names: ADMIN_OBJECTS,
  },
})
