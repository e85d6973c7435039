import { POSTS_ONLY } from '../../../platforms/posts-only.ts'
import { createRecognize } from '../../../scanning/recognize.ts'
import { describeRecognized } from '../../recognize/describe-recognized.ts'
import { RecognizeBody, RecognizeData } from '../../recognize/schema.ts'
import { adminRoute } from '../admin-route.ts'
import { requireCachedLicense } from './require-cached-license.ts'

export const recognizeAs = adminRoute({
  method: 'POST',
  path: '/licenses/:id/recognize',
  role: 'read',
  operationId: 'recognizeATextAsALicense',
  summary: 'Recognize a text as a license',
  description:
    'Returns what `recognize` returns to the license: the platforms and handles that a pasted text can mean, and whether the license can scan them. It requests no platform and counts nothing.',
  body: RecognizeBody,
  data: RecognizeData,
  example: { path: '/licenses/$ID/recognize', body: { text: '#demo' } },
  handle: (parts) => {
    const recognize = createRecognize(parts.registry.platforms, POSTS_ONLY)
    return async ({ params: { id = '' }, body: { text } }) => {
      const { license, plan } = await requireCachedLicense(parts, id)
      return describeRecognized(recognize(text), parts, { license, plan, siteId: undefined })
    }
  },
})
