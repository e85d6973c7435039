import type { RequestRecord, StatusRange } from '../storage/store.ts'

/** A request of the log as shown by the command line and the admin API. */
export const describeRequest = ({ at, licenseId, durationUs, ...request }: RequestRecord) => ({
  id: request.id,
  at: new Date(at).toISOString(),
  license: licenseId,
  site: request.site,
  endpoint: request.endpoint,
  status: request.status,
  code: request.code,
  platform: request.platform,
  handle: request.handle,
  durationMs: Math.round(durationUs / 100) / 10,
  cache: request.cache,
  requestId: request.requestId,
  replica: request.replica,
})

/** What a filter for the status may be. */
export const STATUS_PATTERN = '^([245]xx|error|aborted|[1-5][0-9]{2})$'
export const STATUS_FORMS =
  '`2xx`, `4xx`, `5xx`, `error` for 4xx and 5xx, `aborted` if the client hung up before the response, or a status such as `429`'

/** The filter in a text that matches the pattern. */
export const readStatus = (text: string): StatusRange | null => {
  if (text === 'aborted') return null
  if (text === 'error') return { from: 400, before: 600 }
  const from = Number(text.replace('xx', '00'))
  return { from, before: text.endsWith('xx') ? from + 100 : from + 1 }
}

/** The license in a filter: `none` for requests without one. */
export const NO_LICENSE = 'none'
export const readLicense = (text: string | undefined): string | null | undefined => (text === NO_LICENSE ? null : text)
