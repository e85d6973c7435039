// An application that accounts are connected with, as the operator sees it. Never its secret.

import type { Static } from 'typebox'
import { Type } from '../parsing/type.ts'

export const OperatorConnectApp = Type.Object({
  platform: Type.String({ description: 'Id of the platform' }),
  name: Type.String({ description: 'Name of the platform' }),
  configured: Type.Boolean({ description: 'Whether accounts can be connected' }),
  settings: Type.Array(Type.String(), {
    description: 'The settings of the application; empty if the service registers itself',
  }),
  redirectUri: Type.String({
    description:
      'The URL to register at the platform. `{host}` is the server, where the service registers itself at each server',
  }),
  scopes: Type.Array(Type.String(), { description: 'The permissions that the application needs' }),
})
export type OperatorConnectApp = Static<typeof OperatorConnectApp>
