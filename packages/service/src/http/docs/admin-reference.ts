// The reference of the operator's API, from its document.

import { ADMIN_PREFIX } from '../admin/admin-routes.ts'
import { ADMIN_OBJECTS } from '../openapi/create-admin-openapi.ts'
import type { Openapi } from '../openapi/document.ts'
import type { Reference } from './reference.ts'

export const ADMIN_DOCUMENT_PATH = `${ADMIN_PREFIX}/openapi.json`

export const adminReference = (document: Openapi): Reference => ({
  document,
  path: '/docs/admin',
  documentPath: ADMIN_DOCUMENT_PATH,
  objects: {
    title: 'What answers have in common',
    text: 'Times are RFC 3339 in UTC. A key or a secret is in no answer but the one that made it.',
    names: ADMIN_OBJECTS,
  },
})
