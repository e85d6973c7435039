import { Type } from '../../parsing/type.ts'
import { SANDBOX } from '../../scanning/may-scan.ts'
import { VERSION } from '../version.ts'
import { adminRoute } from './admin-route.ts'

export const showOverview = adminRoute({
  method: 'GET',
  path: '/overview',
  role: 'read',
  operationId: 'showHowThingsStand',
  summary: 'Show the overview',
  description: 'Returns facts about the service, and the numbers of licenses, plans and platforms.',
  data: Type.Object({
    version: Type.String(),
    store: Type.String({ description: 'The database: `sqlite` or `postgres`' }),
    baseUrl: Type.String({ description: 'URL at which clients reach the service' }),
    startedAt: Type.String({ format: 'date-time' }),
    uptimeSeconds: Type.Integer(),
    licenses: Type.Integer(),
    plans: Type.Integer(),
    platforms: Type.Object(
      { all: Type.Integer(), configured: Type.Integer() },
      { description: 'The numbers of platforms, and of those that are set up, without the sandbox' },
    ),
    memoryBytes: Type.Integer({ description: 'Resident memory of this process' }),
  }),
  example: { path: '/overview' },
  handle: ({ store, registry, baseUrl, now, elapsed }) => {
    const [startedAt, startedMs] = [now(), elapsed()]
    return async () => {
      const [licenses, plans] = await Promise.all([store.licenses.count(), store.plans.list()])
      const real = registry.platforms.filter(({ id }) => id !== SANDBOX)
      const configured = real.filter(({ id }) => registry.settingsOf(id).missing === undefined)
      return {
        version: VERSION,
        store: store.backend,
        baseUrl,
        startedAt: new Date(startedAt).toISOString(),
        uptimeSeconds: Math.floor((elapsed() - startedMs) / 1000),
        licenses,
        plans: plans.length,
        platforms: { all: real.length, configured: configured.length },
        memoryBytes: process.memoryUsage.rss(),
      }
    }
  },
})
