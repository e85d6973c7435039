import { ApiError } from '../../errors.ts'
import { POSTS_ONLY } from '../../platforms/posts-only.ts'
import { createRecognize } from '../../scanning/recognize.ts'
import { endpoint } from '../endpoint.ts'
import { okEnvelope } from '../envelope.ts'
import { describeRecognized } from './describe-recognized.ts'
import { RecognizeBody, RecognizeData } from './schema.ts'

/** Enough for people who type, too few for a list of names. */
const CALLS_PER_MINUTE = 120

export const recognize = endpoint({
  path: '/recognize',
  summary: 'Recognize what a text names',
  description: `Returns the platforms and handles that a pasted URL, name, hashtag or embed code can mean, so that a form needs one field only. Use \`platform\`, \`handle\` and \`variant\` of a match in \`scan-profile\`. It parses the text only: it requests no platform, follows no redirect, and does not check that the profile exists. Free of charge, at most ${CALLS_PER_MINUTE} calls a minute for each license.`,
  body: RecognizeBody,
  data: RecognizeData,
  example: { text: '#demo' },
  codes: [],
  needsToken: true,
  handle: (parts) => {
    const recognizeText = createRecognize(parts.registry.platforms, POSTS_ONLY)
    return async (request) => {
      const { caller } = request
      if (!caller) throw new ApiError('token_missing')
      await parts.allowances.take(caller.license.id, 'recognitions', CALLS_PER_MINUTE)
      const { text } = request.body as RecognizeBody
      return okEnvelope(describeRecognized(recognizeText(text), parts, caller))
    }
  },
})
