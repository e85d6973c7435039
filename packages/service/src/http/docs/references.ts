// The references of the service. Their code is loaded when a page or a document is first requested.

import { memoize } from '../../runtime/event-loop/memoize.ts'
import { ADMIN_PREFIX } from '../admin/admin-route.ts'
import { API_PREFIX, ENDPOINTS } from '../endpoints.ts'
import { ADMIN_PATHS, API_PATHS, type Reference, type ReferencePaths } from './reference.ts'

export type LateReference = ReferencePaths & { readonly make: () => Promise<Reference> }

export const createApiReference = (baseUrl: string): LateReference => ({
  ...API_PATHS,
  make: memoize(async () => {
    const { createOpenapi } = await import('../openapi/create-openapi.ts')
    const { apiReference } = await import('./api-reference.ts')
    return apiReference(createOpenapi({ baseUrl, prefix: API_PREFIX, endpoints: ENDPOINTS }))
  }),
})

export const createAdminReference = (baseUrl: string): LateReference => ({
  ...ADMIN_PATHS,
  make: memoize(async () => {
    const { createAdminOpenapi } = await import('../openapi/create-admin-openapi.ts')
    const { ADMIN_ROUTES } = await import('../admin/admin-routes.ts')
    const { adminReference } = await import('./admin-reference.ts')
    return adminReference(createAdminOpenapi({ baseUrl, prefix: ADMIN_PREFIX, routes: ADMIN_ROUTES }))
  }),
})
