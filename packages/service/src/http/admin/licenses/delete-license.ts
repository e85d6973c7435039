import { Type } from '../../../parsing/type.ts'
import { adminRoute } from '../admin-route.ts'

export const deleteLicense = adminRoute({
  method: 'DELETE',
  path: '/licenses/:id',
  role: 'admin',
  operationId: 'deleteALicense',
  summary: 'Delete a license',
  description:
    'Deletes the license with its keys, its sites and all of its details, for example when a customer requests erasure. This cannot be undone. Its tokens stop working immediately. Its usage stays in the monthly totals, without a name. To end a license but keep its history, revoke it instead. Existing backups still contain it; later ones do not.',
  data: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }),
  example: { path: '/licenses/$ID' },
  handle:
    ({ licenses }) =>
    async ({ params: { id = '' }, actor }) => {
      await licenses.remove(id, actor)
      return { id, deleted: true as const }
    },
})
