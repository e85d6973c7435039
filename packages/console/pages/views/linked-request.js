// Opens the request that the URL of a page names.

/** @import { LoggedRequest } from '../../../service/src/http/admin/traffic/schemas.ts' */
/** @import { RequestLog } from './requests.js' */

import { openIn, withoutOpen } from '../app/open-in-url.js'
import { notify } from '../parts/notice.js'
import { problemText } from '../parts/problem.js'
import { openRequest } from './request-details.js'

/** As many as may have the same request ID: a client can send its own. */
const LOOKED_AT = '200'

/**
 * @param {Pick<import('../app/routes.js').Visit, 'api' | 'query'>} visit
 * @param {readonly LoggedRequest[]} shown the requests of the page
 */
export const openLinkedRequest = async ({ api, query }, shown) => {
  const record = openIn(query)
  if (record === undefined) return
  const here = location.hash
  const at = record.lastIndexOf('/')
  const [requestId, id] = [record.slice(0, at), record.slice(at + 1)]
  const load = async () => {
    /** @type {RequestLog} */
    const log = await api.get(`/requests?${new URLSearchParams({ requestId, limit: LOOKED_AT })}`)
    return log.requests
  }
  const isMeant = (/** @type {LoggedRequest} */ request) => request.id === id
  try {
    const found = shown.find(isMeant) ?? (requestId === '' ? undefined : (await load()).find(isMeant))
    if (location.hash !== here) return
    if (found) return openRequest(found)
    notify('This request is no longer in the log.')
  } catch (error) {
    notify(problemText(error))
  }
  if (location.hash === here) history.replaceState(null, '', withoutOpen(here))
}
