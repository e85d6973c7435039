// Asks anybody's host for a post in the words of one program. An address such as `/post/12` says little of what stands
// there: a host that does not answer in that program's words has no post of it.

import { ApiError } from '../errors.ts'
import type { JsonObject } from '../parsing/json-value.ts'
import type { Call, Response, Send } from '../upstream/contract/call.ts'
import { bodyOf } from './body-of.ts'

/** What hosts answer to a path or a method that they do not know. */
const UNKNOWN = [400, 401, 403, 404, 405, 406, 410, 415, 422, 500, 501]

/** Throws `unsupported_post_url` where the host speaks otherwise, and Refused for what the source’s rows name.
 * `speaks`: whether the body is one of the program’s. */
export const requestStranger = async (
  send: Send,
  call: Call,
  speaks: (body: JsonObject) => boolean,
): Promise<Response> => {
  const response = await send({ ...call, about: 'post', redirect: 'answer', answers: UNKNOWN })
  if (response.status !== 200 || !speaks(bodyOf(response))) throw new ApiError('unsupported_post_url')
  return response
}
