// Client of the admin API. The token is sent in the request header and nowhere else.

/** @typedef {{ readonly field: string, readonly message: string }} Detail */

/**
 * An error response of the service, or one of three codes for a response that never arrived: `offline` for a read, `lost` if
 * the change may have been made and the request is safe to repeat, `unsure` if repeating it is not safe. */
export class RequestError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{ details?: readonly Detail[], requestId?: string | null }} [more]
   */
  constructor(code, message, { details = [], requestId } = {}) {
    super(message)
    this.name = 'RequestError'
    this.code = code
    this.details = Array.isArray(details) ? details : []
    this.requestId = requestId ?? undefined
  }
}

/**
 * An invalid field that the console finds before it sends a request.
 * @param {string} field
 * @param {string} message
 */
export const invalidField = (field, message) =>
  new RequestError('invalid_request', message, { details: [{ field, message }] })

/** @typedef {ReturnType<typeof createApi>} Api */

/** @typedef {'offline' | 'lost' | 'unsure'} WhenLost */

const LOST = 'The connection was lost before the service’s response arrived'
const NAMED = /filename="(?<name>[^"]+)"/
const BASE = new URL('../admin/v1', document.baseURI).href

/**
 * @param {string} token
 * @param {(error: RequestError) => void} [onInvalidToken]
 */
export const createApi = (token, onInvalidToken) => {
  /**
   * @param {Response} response
   * @param {WhenLost} whenLost
   * @returns {Promise<any>} the data of the response
   */
  const read = async (response, whenLost) => {
    const body = await response.json().catch(() => undefined)
    if (body?.ok === true) return body.data
    // A proxy produced this response, or the connection broke before the end of the body.
    if (body?.error === undefined && whenLost !== 'offline') throw new RequestError(whenLost, LOST)
    const { code = 'internal_error', message = 'The response could not be read', details } = body?.error ?? {}
    const error = new RequestError(code, message, { details, requestId: response.headers.get('x-request-id') })
    if (code.startsWith('token_')) onInvalidToken?.(error)
    throw error
  }
  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {string} [key] the `Idempotency-Key`: a retry with the same key creates nothing twice
   */
  const call = async (method, path, body, key) => {
    const whenLost = method === 'GET' ? 'offline' : method === 'POST' && key === undefined ? 'unsure' : 'lost'
    return read(await send(method, path, token, { body, key, whenLost }), whenLost)
  }
  /** @param {string} path */
  const file = async (path) => {
    const response = await send('GET', path, token, { whenLost: 'offline' })
    if (!response.ok) return read(response, 'offline')
    const { name = 'file' } = NAMED.exec(response.headers.get('content-disposition') ?? '')?.groups ?? {}
    return { name, content: await response.blob() }
  }
  return {
    /** @param {string} path */
    get: (path) => call('GET', path),
    /** @param {string} path @param {unknown} [body] @param {string} [key] */
    post: (path, body, key) => call('POST', path, body, key),
    /** @param {string} path @param {unknown} body @param {string} [key] */
    put: (path, body, key) => call('PUT', path, body, key),
    /** @param {string} path @param {unknown} body */
    patch: (path, body) => call('PATCH', path, body),
    /** @param {string} path */
    delete: (path) => call('DELETE', path),
    /** @type {(path: string) => Promise<{ name: string, content: Blob }>} the file that a browser would download */
    file,
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {string} token
 * @param {{ body?: unknown, key?: string | undefined, whenLost: WhenLost }} options
 */
const send = async (method, path, token, { body, key, whenLost }) => {
  try {
    return await fetch(BASE + path, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    })
  } catch {
    throw new RequestError(whenLost, whenLost === 'offline' ? 'The service is not responding' : LOST)
  }
}
