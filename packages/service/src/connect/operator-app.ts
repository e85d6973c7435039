// An application that accounts are connected with, as the operator sees it. Never its secret.

import type { Static } from 'typebox'
import { Type } from '../parsing/type.ts'
import { nullable } from '../post/post.ts'
import { isoTime } from '../runtime/clock/iso-time.ts'
import { CONNECT_APP_STATES, type ConnectAppRecord } from '../storage/connection-records.ts'

/** One in the store: a license's own, or added by an operator. */
export const AddedApp = Type.Object({
  id: Type.String(),
  platform: Type.String({ description: 'Id of the platform' }),
  clientId: Type.String({ description: 'Its client id at the platform' }),
  label: nullable(Type.String(), 'Name that was given to it'),
  state: Type.Enum(CONNECT_APP_STATES, {
    description:
      '`live`; `review`: used only for a `connect` that names it, and its pages say what each permission is for; `paused`: no new connections',
  }),
  createdAt: Type.String({ format: 'date-time', description: 'When it was added' }),
})
export type AddedApp = Static<typeof AddedApp>

export const describeAddedApp = ({
  id,
  platform,
  clientId,
  label,
  state,
  createdAt,
}: Pick<ConnectAppRecord, keyof AddedApp>): AddedApp => ({
  ...{ id, platform, clientId, label, state, createdAt: isoTime(createdAt) },
})

export const OperatorConnectApp = Type.Object({
  platform: Type.String({ description: 'Id of the platform' }),
  name: Type.String({ description: 'Name of the platform' }),
  configured: Type.Boolean({ description: 'Whether accounts can be connected' }),
  settings: Type.Array(Type.String(), {
    description: 'The settings of the application; empty if the operator registers none',
  }),
  needs: nullable(Type.String(), 'What is missing so that accounts can be connected'),
  redirectUri: Type.String({
    description:
      'The URL to register at the platform. `{host}` is the server, where the service registers itself at each server',
  }),
  callbacks: Type.Array(
    Type.Object({
      reports: Type.String({ description: 'What the platform reports to it' }),
      url: Type.String({ description: 'The URL to register' }),
    }),
    { description: 'Further URLs to register, at which the platform reports what owners ask there' },
  ),
  scopes: Type.Array(Type.String(), { description: 'The permissions that the application needs' }),
  privateScopes: Type.Array(Type.String(), {
    description: 'Those that `include: ["private"]` asks for in addition',
  }),
  added: Type.Array(AddedApp, { description: 'Your applications in the store, beside those of the settings' }),
})
export type OperatorConnectApp = Static<typeof OperatorConnectApp>
