// A response of a platform, made from a body.

import { decodeText, utf8Of } from '@central-api/service/parsing/decode-text.ts'
import { parseJson } from '@central-api/service/parsing/parse-json.ts'
import type { Response } from '@central-api/service/upstream/contract/call.ts'
import { setUtf8 } from '@central-api/service/upstream/contract/response-bytes.ts'

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
  setUtf8(response, () => utf8Of(bytes, type))
  return response
}
