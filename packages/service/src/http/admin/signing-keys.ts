import { describeSigningKey } from '../../licensing/tokens/describe-signing-key.ts'
import { Type } from '../../parsing/type.ts'
import { adminRoute } from './admin-route.ts'
import { SigningKey } from './schemas.ts'

const newestFirst = (left: { createdAt: number }, right: { createdAt: number }) => right.createdAt - left.createdAt

export const listSigningKeys = adminRoute({
  method: 'GET',
  path: '/signing-keys',
  role: 'read',
  summary: 'List the signing keys',
  description:
    'The keys that sign tokens, newest first. One signs; those before it verify until their last token has expired.',
  data: Type.Object({ keys: Type.Array(SigningKey) }),
  example: { path: '/signing-keys' },
  handle:
    ({ store, now }) =>
    async () => ({
      keys: (await store.signingKeys.list()).toSorted(newestFirst).map((key) => describeSigningKey(key, now())),
    }),
})

export const rotateSigningKey = adminRoute({
  method: 'POST',
  path: '/signing-keys/rotate',
  role: 'admin',
  summary: 'Rotate the signing key',
  description: 'A new key signs from now on. Nobody is logged out: tokens that are out there stay good.',
  data: SigningKey,
  example: { path: '/signing-keys/rotate' },
  handle:
    ({ store, signingKeys, now }) =>
    async ({ actor }) => {
      const { kid } = await signingKeys.rotate(actor)
      const made = (await store.signingKeys.list()).find((key) => key.kid === kid)
      if (made === undefined) throw new Error(`The signing key ${kid} was rotated away at once`)
      return describeSigningKey(made, now())
    },
})
