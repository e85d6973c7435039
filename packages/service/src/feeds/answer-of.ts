// An answer of an upstream made of a body alone. Only tests use it.

import { decodeText, utf8Of } from '../parsing/decode-text.ts'
import { parseJson } from '../parsing/parse-json.ts'
import { tellUtf8 } from '../upstream/contract/answer-bytes.ts'
import type { Answer } from '../upstream/contract/call.ts'

export const answerOf = (
  body: string | Buffer,
  { type = 'application/xml', url = 'https://blog.example/feed.xml', status = 200, headers = {} } = {},
): Answer => {
  const bytes = Buffer.from(body as string)
  const answer: Answer = {
    status,
    url,
    headers: { 'content-type': type, ...headers },
    text: () => decodeText(bytes, type).text,
    json: () => parseJson(decodeText(bytes, 'application/json').text),
  }
  tellUtf8(answer, () => utf8Of(bytes, type))
  return answer
}
