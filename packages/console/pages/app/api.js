// The operator's API, as the pages call it. The token goes into the header of the request and nowhere else.

/** @typedef {{ readonly field: string, readonly message: string }} Detail */

/**
 * What the service said no to; or that it could not be reached (`offline`); or that the response to a change was lost, which
 * may have been made all the same: `lost` where sending it once more changes nothing more, `unsure` where it might. */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{ details?: readonly Detail[], requestId?: string | null }} [more]
   */
  constructor(code, message, { details = [], requestId } = {}) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.details = Array.isArray(details) ? details : []
    this.requestId = requestId ?? undefined
  }
}

/**
 * What is wrong of a field, noticed before it is sent.
 * @param {string} field
 * @param {string} message
 */
export const wrong = (field, message) => new Refusal('invalid_request', message, { details: [{ field, message }] })

/** @typedef {ReturnType<typeof createApi>} Api */

/** @typedef {'offline' | 'lost' | 'unsure'} WhenLost */

const LOST = 'The connection was lost before the service’s response arrived'
const NAMED = /filename="(?<name>[^"]+)"/
const BASE = new URL('../admin/v1', document.baseURI).href

/**
 * @param {string} token
 * @param {(refusal: Refusal) => void} [onRefusedToken]
 */
export const createApi = (token, onRefusedToken) => {
  /**
   * @param {Response} response
   * @param {WhenLost} whenLost
   * @returns {Promise<any>} the data of the answer
   */
  const read = async (response, whenLost) => {
    const answer = await response.json().catch(() => undefined)
    if (answer?.ok === true) return answer.data
    // Of a proxy, or broken off on its way.
    if (answer?.error === undefined && whenLost !== 'offline') throw new Refusal(whenLost, LOST)
    const { code = 'internal_error', message = 'The answer could not be read', details } = answer?.error ?? {}
    const refusal = new Refusal(code, message, { details, requestId: response.headers.get('x-request-id') })
    if (code.startsWith('token_')) onRefusedToken?.(refusal)
    throw refusal
  }
  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {string} [key] of the form: a request that is sent again with it makes nothing twice
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
    /** @type {(path: string) => Promise<{ name: string, content: Blob }>} what a browser would save */
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
    throw new Refusal(whenLost, whenLost === 'offline' ? 'The service does not answer' : LOST)
  }
}
