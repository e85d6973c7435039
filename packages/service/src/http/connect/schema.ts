import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { labelText } from '../connections/label.ts'

const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description })

export const ConnectBody = Type.Object({
  platform: text(64, 'An id that `GET /platforms` lists'),
  host: Type.Optional(text(253, 'The server of the account, for platforms with many servers, such as `mastodon`')),
  handle: Type.Optional(
    text(
      255,
      'The account that is expected. Its server replaces `host`. On `bluesky`, no other account can be connected',
    ),
  ),
  returnTo: Type.Optional(
    text(
      2_000,
      'The URL that the browser returns to, with `connection` or `connect_error` added to its query. It must be below a site of the license or an origin in `CONNECT_RETURN_ORIGINS`; a test license may use `localhost`. Without it the service shows a page at the end',
    ),
  ),
  siteId: Type.Optional(
    text(
      255,
      'Only this site may use the connection. Default: every site of the license. A connection that is renewed keeps its site, and an account that another site connected for itself ends as `connection_other_site`',
    ),
  ),
  label: Type.Optional(labelText('Your name for the connection')),
  include: Type.Optional(
    Type.Array(Type.Enum(['private']), {
      maxItems: 1,
      description: '`private`: also posts that the platform does not show to anybody. Default: public posts only',
    }),
  ),
  app: Type.Optional(
    text(255, 'The client id of the application, or the id of one of the license’s own, if there are several'),
  ),
  reconnect: Type.Optional(
    text(64, 'The id of the connection to renew, which this site may use. The same account must come back'),
  ),
})
export type ConnectBody = Static<typeof ConnectBody>

export const ConnectData = Type.Object({
  url: Type.String({ description: 'Open it in the browser of the person. It works once' }),
  expiresAt: Type.String({ format: 'date-time', description: 'When the URL stops working' }),
  ticket: Type.String({ description: 'Names this consent in `connections`. It gives no access' }),
})
