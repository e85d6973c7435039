import { describeSigningKey } from '../../licensing/tokens/describe-signing-key.ts'
import { Type } from '../../parsing/type.ts'
import { adminRoute } from './admin-route.ts'
import { SigningKey } from './schemas.ts'

const newestFirst = (left: { createdAt: number }, right: { createdAt: number }) => right.createdAt - left.createdAt

export const listSigningKeys = adminRoute({
  method: 'GET',
  path: '/signing-keys',
  role: 'read',
  operationId: 'listTheSigningKeys',
  summary: 'List signing keys',
  description:
    'Returns the keys that sign tokens, newest first. One of them signs. Older ones verify until their last token has expired.',
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
  operationId: 'rotateTheSigningKey',
  summary: 'Rotate the signing key',
  description: 'A new key signs from now on. Existing tokens stay valid.',
  data: SigningKey,
  example: { path: '/signing-keys/rotate' },
  handle:
    ({ store, signingKeys, now }) =>
    async ({ actor }) => {
      const { kid } = await signingKeys.rotate(actor)
      const made = (await store.signingKeys.list()).find((key) => key.kid === kid)
      if (made === undefined) throw new Error(`The signing key ${kid} was replaced immediately`)
      return describeSigningKey(made, now())
    },
})
