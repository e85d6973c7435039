import { describeSite } from '../../../licensing/licenses/describe-license.ts'
import { requireLicense } from '../../../licensing/licenses/require-license.ts'
import { canonicalSite } from '../../../licensing/sites/site.ts'
import { Type } from '../../../parsing/type.ts'
import { adminRoute } from '../admin-route.ts'
import { Site, SiteLimit } from '../schemas.ts'

export const listSites = adminRoute({
  method: 'GET',
  path: '/licenses/:id/sites',
  role: 'read',
  operationId: 'listTheSitesOfALicense',
  summary: 'List the sites of a license',
  description: 'Returns the sites that count against the plan, oldest first. Local and staging sites never count.',
  data: Type.Object({ siteLimit: SiteLimit, sites: Type.Array(Site) }),
  example: { path: '/licenses/$ID/sites' },
  handle:
    ({ store, sites }) =>
    async ({ params: { id = '' } }) => {
      const license = await requireLicense(store, id)
      const plan = await store.plans.find(license.plan)
      return { siteLimit: plan?.sites ?? null, sites: (await sites.list(id)).map(describeSite) }
    },
})

// A query parameter, since a site may contain a slash, which many proxies unescape or refuse in a path.
export const releaseSite = adminRoute({
  method: 'DELETE',
  path: '/licenses/:id/sites',
  role: 'support',
  operationId: 'releaseASite',
  summary: 'Release a site',
  description: 'Frees the slot of a site. The site counts again as soon as it uses the license.',
  query: Type.Object({
    siteId: Type.String({ minLength: 1, maxLength: 255, description: 'The site, in any spelling' }),
  }),
  data: Type.Object({ id: Type.String(), site: Type.String(), released: Type.Literal(true) }),
  example: { path: '/licenses/$ID/sites?siteId=blog.example.com' },
  handle:
    ({ store, sites }) =>
    async ({ params: { id = '' }, query: { siteId }, actor }) => {
      await requireLicense(store, id)
      await sites.release(id, siteId, actor)
      return { id, site: canonicalSite(siteId), released: true as const }
    },
})
