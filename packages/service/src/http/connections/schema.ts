import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { nullable } from '../../post/post.ts'
import { CONNECTION_REASONS, CONNECTION_STATES } from '../../storage/connection-records.ts'
import { labelText } from './label.ts'

export const ConnectionId = (description: string) => Type.String({ pattern: '^cn_[A-Za-z0-9_-]{1,64}$', description })

/** Printable ASCII without a space: what forms and headers carry unchanged. */
const CREDENTIAL = '^[!-~]{1,512}$'

export const ConnectionsBody = Type.Object({
  id: Type.Optional(ConnectionId('The connection to change')),
  label: Type.Optional(nullable(labelText('Its new name'), 'Its new name; null for none. Requires `id`')),
  disconnect: Type.Optional(Type.Literal(true, { description: 'Ends the connection. Requires `id`' })),
  app: Type.Optional(
    Type.Object(
      {
        platform: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Id of the platform' })),
        clientId: Type.Optional(
          Type.String({ pattern: CREDENTIAL, description: 'Client id of your application at the platform' }),
        ),
        clientSecret: Type.Optional(
          Type.String({ pattern: CREDENTIAL, description: 'Its secret. It is never returned' }),
        ),
        label: Type.Optional(labelText('A name for it')),
        id: Type.Optional(
          Type.String({
            pattern: '^ca_[0-9a-f]{1,64}$',
            description: 'An application of the license. Requires `remove`',
          }),
        ),
        remove: Type.Optional(
          Type.Literal(true, {
            description: 'Removes it and ends the connections that were made with it. Requires `id`',
          }),
        ),
      },
      {
        description:
          'An application of your own: `platform`, `clientId` and `clientSecret` add one, or replace the secret of the one with that client id; `id` and `remove` remove one',
      },
    ),
  ),
  ticket: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', description: 'The ticket of a consent: returns what became of it' }),
  ),
})
export type ConnectionsBody = Static<typeof ConnectionsBody>

const Time = (description: string) => nullable(Type.String({ format: 'date-time' }), description)

export const ConnectionDescription = Type.Object({
  id: Type.String({ description: 'For `connection` of a scan' }),
  platform: Type.String({ description: 'Id of the platform' }),
  account: Type.Object({
    id: Type.String({ description: 'The platform’s id of the account' }),
    handle: Type.String({ description: 'The canonical form' }),
    displayName: nullable(Type.String(), 'null if unknown'),
    url: nullable(Type.String(), 'Page of the account; null if unknown'),
    avatarUrl: nullable(Type.String(), 'null if unknown'),
  }),
  label: nullable(Type.String(), 'Name that the license gave it'),
  siteId: nullable(Type.String(), 'The only site that may use it; null for every site of the license'),
  state: Type.Enum(CONNECTION_STATES, {
    description:
      '`limited`: the platform’s rate limit is reached. `ending`: the owner must connect again before `endsAt`. `ended`: the owner must connect again',
  }),
  endsAt: Time('When the permission ends and the service cannot renew it; null if it does not end'),
  reason: nullable(Type.Enum(CONNECTION_REASONS), 'Why it ends or ended'),
  scopes: Type.Array(Type.String(), { description: 'Granted permissions, in the platform’s words' }),
  missing: Type.Array(Type.String(), { description: 'Requested permissions that the owner did not grant' }),
  lastReadAt: Time('When posts were last read through it, rounded down to the hour; null for never'),
})

const ConnectableDescription = Type.Object({
  platform: Type.String({ description: 'For `platform` of `connect`' }),
  name: Type.String({ description: 'Name of the platform' }),
  needsHost: Type.Boolean({ description: 'Whether `connect` needs `host` or `handle`: the platform has many servers' }),
  acceptsHandle: Type.Boolean({
    description:
      'Whether `connect` accepts `handle` or `host` and can do without: accounts choose their server. Without them, that of the platform itself asks the owner',
  }),
})

export const ConnectionsData = Type.Object({
  connectable: Type.Array(ConnectableDescription, {
    description: 'Platforms on which the license can connect accounts now',
  }),
  apps: Type.Array(
    Type.Object({
      id: Type.String({ description: 'For `app` of `connect`' }),
      platform: Type.String({ description: 'Id of the platform' }),
      clientId: Type.String({ description: 'Its client id at the platform' }),
      label: nullable(Type.String(), 'Name that the license gave it'),
    }),
    { description: 'Applications of the license’s own, if the operator accepts them' },
  ),
  connections: Type.Array(ConnectionDescription, { description: 'In the order in which they were connected' }),
  ticket: Type.Optional(
    Type.Object(
      {
        state: Type.Enum(['open', 'connected', 'failed', 'unknown'], {
          description:
            '`open`: the person has not finished. `failed`: it was refused, or its time is over. `unknown`: there is no such ticket, or it is over for almost an hour',
        }),
        connections: Type.Array(Type.String(), { description: 'Ids of the connections that it brought' }),
        leftOut: Type.Array(Type.String(), {
          description:
            'Names of chosen accounts that were not connected: the plan had no place left, or another site connected them for itself',
        }),
        error: nullable(Type.String(), 'Why it failed, as in `connect_error`'),
      },
      { description: 'Only if the request has `ticket`' },
    ),
  ),
})
