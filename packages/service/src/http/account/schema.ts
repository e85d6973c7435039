import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'
import { PlatformDescription } from '../../platforms/describe-platforms.ts'
import { nullable } from '../../post/post.ts'

export const AccountBody = Type.Object({
  release: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'A site that will not call again, in any spelling: its place is free from then on',
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
        'What the plan allows; null for a test license, which never runs out',
      ),
      used: Type.Integer({ minimum: 0 }),
      until: Time('When counting begins anew'),
    },
    { description: what },
  )

export const AccountData = Type.Object({
  license: Type.Object({
    id: Type.String(),
    name: nullable(Type.String(), 'Whose it is'),
    plan: Type.String({ description: 'The plan’s name' }),
    status: Type.Enum(['active', 'suspended', 'expired', 'revoked'], { description: '`active`: others get an error' }),
    mode: Type.Enum(['live', 'test'], { description: 'A test license scans only the sandbox, and never runs out' }),
    expiresAt: nullable(Time('When it ends'), 'null for never'),
  }),
  usage: Type.Object({
    scans: Used('Of this month'),
    validations: Used('Of this month'),
    burst: Used('Of this minute'),
    sites: Type.Object(
      {
        limit: nullable(Type.Integer({ minimum: 1 }), 'null for any number'),
        used: Type.Integer({ minimum: 0 }),
      },
      { description: 'Places that are taken' },
    ),
  }),
  sites: Type.Array(
    Type.Object({
      site: Type.String({ description: 'In its canonical spelling' }),
      firstSeenAt: Time('When it first used the license'),
    }),
    { maxItems: 1000, description: 'Those that count, the oldest first; local and staging sites never do' },
  ),
  platforms: Type.Array(PlatformDescription, {
    description: 'What this license may scan now, in the order of their ids',
  }),
})
export type AccountData = Static<typeof AccountData>
