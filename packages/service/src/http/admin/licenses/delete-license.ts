import { Type } from '../../../parsing/type.ts'
import { adminRoute } from '../admin-route.ts'

export const deleteLicense = adminRoute({
  method: 'DELETE',
  path: '/licenses/:id',
  role: 'admin',
  summary: 'Delete a license',
  description:
    'With its keys, its sites and everything that was noted of it, for good: for whoever asks that nothing of him is kept. Its tokens stop at once. What it used stays in the sums of the months, under nobody’s name. To end a license and keep its history, revoke it. Backups that were made before still hold it; those made afterwards do not.',
  data: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }),
  example: { path: '/licenses/$ID' },
  handle:
    ({ licenses }) =>
    async ({ params: { id = '' }, actor }) => {
      await licenses.remove(id, actor)
      return { id, deleted: true as const }
    },
})
