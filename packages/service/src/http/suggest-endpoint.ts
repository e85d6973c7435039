// The endpoint that a request for an unknown path probably meant.

import { closest, question } from '../parsing/did-you-mean.ts'
import { API_PREFIX, ENDPOINTS } from './endpoints.ts'

/** What a client may write of a path, without a prefix → the request. */
const REQUESTS: ReadonlyMap<string, string> = new Map([
  ...ENDPOINTS.map(({ path }) => [path, `POST ${API_PREFIX}${path}`] as const),
  ...['/platforms', '/openapi.json', '/.well-known/jwks.json'].map((path) => [path, `GET ${path}`] as const),
])
const PREFIX = /^(?:\/api)?(?:\/v1)?(?=\/)/

/** A question; empty if the path resembles no endpoint. */
export const suggestEndpoint = (path: string): string => {
  const paths = closest(path.replace(PREFIX, '').replace(/\/+$/, ''), [...REQUESTS.keys()])
  return question(paths.map((each) => REQUESTS.get(each) ?? each))
}
