// The reference of the operator's API, from its document.

import { ADMIN_OBJECTS } from '../openapi/create-admin-openapi.ts'
import type { Openapi } from '../openapi/document.ts'
import { ADMIN_PATHS, type Reference } from './reference.ts'

export const adminReference = (document: Openapi): Reference => ({
  document,
  ...ADMIN_PATHS,
  objects: {
    title: 'What answers have in common',
    text: 'Times are RFC 3339 in UTC. A key or a secret is in no answer but the one that made it.',
    names: ADMIN_OBJECTS,
  },
})
