// The applications that accounts are connected with: those of the settings, those that operators add, and those that
// licenses bring. A secret goes in and never comes out.

import { AddedApp, describeAddedApp, OperatorConnectApp } from '../../../connect/operator-app.ts'
import { OperatorError } from '../../../licensing/licenses/operator-error.ts'
import { Type } from '../../../parsing/type.ts'
import { CONNECT_APP_STATES, type ConnectAppState } from '../../../storage/connection-records.ts'
import { adminRoute } from '../admin-route.ts'

const LicenseId = Type.String({ minLength: 1, maxLength: 64, description: 'Id of a license' })

export const listConnectApps = adminRoute({
  method: 'GET',
  path: '/connect-apps',
  role: 'read',
  operationId: 'listTheApplicationsOfConnectedAccounts',
  summary: 'List the applications of connected accounts',
  description:
    'Returns the platforms whose accounts can be connected, with the settings of the application that each needs, what to register at the platform, and the applications that you added. With `license`, also the applications that this license brought. No secret is returned.',
  query: Type.Object({ license: Type.Optional(LicenseId) }),
  data: Type.Object({
    apps: Type.Array(OperatorConnectApp),
    own: Type.Array(AddedApp, { description: 'Applications of the license; empty without `license`' }),
  }),
  example: { path: '/connect-apps' },
  handle:
    ({ connectApps, store }) =>
    async ({ query: { license } }) => {
      const own = license === undefined ? [] : await store.connectApps.list(license)
      return { apps: await connectApps(), own: own.map(describeAddedApp) }
    },
})

export const addConnectApp = adminRoute({
  method: 'POST',
  path: '/connect-apps',
  role: 'admin',
  operationId: 'addAnApplicationOfConnectedAccounts',
  summary: 'Add an application',
  description:
    'Adds an application of yours to those of the settings, or with `license` one of that license. The same client id again replaces the secret, and the label and the state if they are sent. The secret is stored encrypted and never returned.',
  body: Type.Object({
    platform: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the platform' }),
    clientId: Type.String({ minLength: 1, maxLength: 200, description: 'Its client id at the platform' }),
    clientSecret: Type.String({ minLength: 1, maxLength: 500, description: 'Its secret at the platform' }),
    license: Type.Optional(LicenseId),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Name for the lists' })),
    state: Type.Optional(Type.Enum(CONNECT_APP_STATES, { description: 'As in the list. Default: `live`' })),
  }),
  data: AddedApp,
  example: {
    path: '/connect-apps',
    body: { platform: 'tiktok', clientId: 'aw0h2vs3s39ad7dk', clientSecret: 'a-secret', label: 'Second application' },
  },
  handle:
    ({ connector, store, act }) =>
    async ({ body: { platform, clientId, clientSecret, license, label = null, state }, actor }) => {
      if (license !== undefined && (await store.licenses.find(license)) === undefined)
        throw new OperatorError('not_found', `There is no license ${license}`)
      const { ownApps } = await connector()
      const added = { platform, clientId, clientSecret, label, state: state as ConnectAppState | undefined }
      return describeAddedApp(await ownApps.put(license ?? null, added, act('connect_app.put', actor)))
    },
})

export const removeConnectApp = adminRoute({
  method: 'DELETE',
  path: '/connect-apps/:app',
  role: 'admin',
  operationId: 'removeAnApplicationOfConnectedAccounts',
  summary: 'Remove an application',
  description:
    'Removes an application that you or a license added, and ends the connections that were made with it, with the reason `app_closed`. Those of the settings are removed there.',
  data: Type.Object({ id: Type.String(), removed: Type.Literal(true) }),
  example: { path: '/connect-apps/$APP' },
  handle:
    ({ connector, store, act }) =>
    async ({ params: { app: id = '' }, actor }) => {
      const found = await store.connectApps.find(id)
      // Those with a host are the service's own registrations.
      if (found === undefined || found.host !== null)
        throw new OperatorError('not_found', `There is no application ${id}`)
      await (await connector()).ownApps.remove(found.licenseId, id, act('connect_app.remove', actor))
      return { id, removed: true as const }
    },
})
