// A response of an upstream with a given body, for tests.

import { decodeText, utf8Of } from '../parsing/decode-text.ts'
import { parseJson } from '../parsing/parse-json.ts'
import type { Response } from '../upstream/contract/call.ts'
import { tellUtf8 } from '../upstream/contract/response-bytes.ts'

export const responseOf = (
  body: string | Buffer,
  { type = 'application/xml', url = 'https://blog.example/feed.xml', status = 200, headers = {} } = {},
): Response => {
  const bytes = Buffer.from(body as string)
  const response: Response = {
    status,
    url,
    headers: { 'content-type': type, ...headers },
    text: () => decodeText(bytes, type).text,
    json: () => parseJson(decodeText(bytes, 'application/json').text),
  }
  tellUtf8(response, () => utf8Of(bytes, type))
  return response
}
