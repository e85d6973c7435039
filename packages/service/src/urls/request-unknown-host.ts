// Requests a post from an unknown host through one program's API. A URL such as `/post/12` does not say which program serves
// it: a host whose response does not have the program's form has no such post.

import { ApiError } from '../errors.ts'
import type { JsonObject } from '../parsing/json-value.ts'
import type { Call, Response, Send } from '../upstream/contract/call.ts'
import { jsonBody } from './json-body.ts'

/** Statuses of hosts that do not have the path or the method. */
const NO_ENDPOINT_STATUSES = [400, 401, 403, 404, 405, 406, 410, 415, 422, 500, 501]

/** Throws `unsupported_post_url` when the host does not run the program, and Refused for the source's refusals.
 * `speaks`: whether the body has the program's form. */
export const requestUnknownHost = async (
  send: Send,
  call: Call,
  speaks: (body: JsonObject) => boolean,
): Promise<Response> => {
  const response = await send({ ...call, about: 'post', redirect: 'answer', answers: NO_ENDPOINT_STATUSES })
  if (response.status !== 200 || !speaks(jsonBody(response))) throw new ApiError('unsupported_post_url')
  return response
}
