// Opens the request that the URL of a page names.

/** @import { LoggedRequest } from '../../../service/src/http/admin/traffic/schemas.ts' */
/** @import { RequestLog } from './requests.js' */

import { openIn, withoutOpen } from '../app/open-in-url.js'
import { fill, h } from '../parts/element.js'
import { plural } from '../parts/format.js'
import { problemText } from '../parts/problem.js'
import { openRequest } from './request-details.js'

/** As many as may have the same request ID: a client can send its own. */
const LOOKED_AT = '200'

/**
 * Returns what the page shows above its requests: nothing, or why the request could not be opened.
 * @param {Pick<import('../app/routes.js').Visit, 'api' | 'query'>} visit
 * @param {Pick<RequestLog, 'requests' | 'keptHours'>} shown the requests of the page
 */
export const linkedRequest = (visit, shown) => {
  // Exists from the start: screen readers announce only what is added to an existing live region.
  const problem = h('div', { role: 'status' })
  open(visit, shown, (text) => fill(problem, h('p', { class: 'missing' }, text)))
  return problem
}

/**
 * @param {Parameters<typeof linkedRequest>[0]} visit
 * @param {Parameters<typeof linkedRequest>[1]} shown
 * @param {(text: string) => void} report
 */
const open = async ({ api, query }, { requests, keptHours }, report) => {
  const record = openIn(query)
  if (record === undefined) return
  const here = location.hash
  const at = record.lastIndexOf('/')
  // Without the slash, it is a request ID alone, such as one that was copied.
  const [requestId, id] = at < 0 ? [record, undefined] : [record.slice(0, at), record.slice(at + 1)]
  const load = async () => {
    /** @type {RequestLog} */
    const log = await api.get(`/requests?${new URLSearchParams({ requestId, limit: LOOKED_AT })}`)
    return log.requests
  }
  const isMeant = (/** @type {LoggedRequest} */ request) =>
    id === undefined ? request.requestId === requestId : request.id === id
  try {
    const found = requests.find(isMeant) ?? (requestId === '' ? undefined : (await load()).find(isMeant))
    if (location.hash !== here) return
    if (found) return openRequest(found)
    report(`This request is not in the log. Requests are kept for ${plural(keptHours, 'hour')}.`)
  } catch (error) {
    report(problemText(error))
  }
  if (location.hash === here) history.replaceState(null, '', withoutOpen(here))
}
