import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { PlatformDescription } from '../../platforms/describe-platforms.ts'
import { nullable } from '../../post/post.ts'
import { PLAN_MEDIA } from '../../storage/store.ts'
import { ConnectionDescription } from '../connections/schema.ts'

export const AccountBody = Type.Object({
  release: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'A site that no longer uses the license, in any spelling. Its slot becomes free',
    }),
  ),
})
export type AccountBody = Static<typeof AccountBody>

const Time = (description: string) => Type.String({ format: 'date-time', description })

const Used = (what: string) =>
  Type.Object(
    {
      limit: nullable(
        Type.Integer({ minimum: 0 }),
        'The limit of the plan; null for a test license, which has no limit',
      ),
      used: Type.Integer({ minimum: 0 }),
      until: Time('When the quota resets'),
    },
    { description: what },
  )

export const AccountData = Type.Object({
  license: Type.Object({
    id: Type.String(),
    name: nullable(Type.String(), 'Name of the license'),
    plan: Type.String({ description: 'Name of the plan' }),
    status: Type.Enum(['active', 'suspended', 'expired', 'revoked'], {
      description: 'Always `active` here: a request with any other status gets an error',
    }),
    mode: Type.Enum(['live', 'test'], { description: 'A test license can only scan the sandbox and has no limits' }),
    expiresAt: nullable(Time('When it expires'), 'null for never'),
  }),
  usage: Type.Object({
    scans: Used('This month'),
    validations: Used('This month'),
    burst: Used('This minute'),
    sites: Type.Object(
      {
        limit: nullable(Type.Integer({ minimum: 1 }), 'null for no limit'),
        used: Type.Integer({ minimum: 0 }),
      },
      { description: 'Sites that count against the plan' },
    ),
    connections: Type.Object(
      {
        limit: nullable(Type.Integer({ minimum: 0 }), 'null for no limit'),
        used: Type.Integer({ minimum: 0 }),
      },
      { description: 'Connected accounts of the license, those of its other sites included' },
    ),
    media: Type.Object(
      {
        mode: Type.Enum([...PLAN_MEDIA], {
          description:
            '`proxy`: responses name URLs of images of the service. `none`: they name those of the platforms',
        }),
        limit: nullable(Type.Integer({ minimum: 0 }), 'Bytes; null for no limit'),
        used: Type.Integer({ minimum: 0, description: 'Bytes' }),
        until: Time('When the quota resets'),
      },
      {
        description:
          'Images that were fetched for the license this month. When the limit is reached, responses name the URLs of the platforms',
      },
    ),
  }),
  sites: Type.Array(
    Type.Object({
      site: Type.String({ description: 'The canonical form' }),
      firstSeenAt: Time('When it first used the license'),
    }),
    {
      maxItems: 1000,
      description: 'Sites that count against the plan, oldest first. Local and staging sites never count',
    },
  ),
  connections: Type.Array(
    Type.Object({
      id: ConnectionDescription.properties.id,
      platform: ConnectionDescription.properties.platform,
      handle: ConnectionDescription.properties.account.properties.handle,
      state: ConnectionDescription.properties.state,
      endsAt: ConnectionDescription.properties.endsAt,
    }),
    { description: 'Connected accounts that the site of the token may use. The endpoint connections shows more' },
  ),
  platforms: Type.Array(PlatformDescription, {
    description: 'Platforms that this license may scan now, ordered by id',
  }),
})
export type AccountData = Static<typeof AccountData>
