// The operator's API, as the pages call it. The token goes into the header of the request and nowhere else.

/** @typedef {{ readonly field: string, readonly message: string }} Detail */

/** What the service said no to, or that it could not be reached (`offline`). */
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

const NAMED = /filename="(?<name>[^"]+)"/
const BASE = new URL('../admin/v1', document.baseURI).href

/**
 * @param {string} token
 * @param {(refusal: Refusal) => void} [onRefusedToken]
 */
export const createApi = (token, onRefusedToken) => {
  /**
   * @param {Response} response
   * @returns {Promise<any>} the data of the answer
   */
  const read = async (response) => {
    const answer = await response.json().catch(() => undefined)
    if (answer?.ok === true) return answer.data
    const { code = 'internal_error', message = 'The answer could not be read', details } = answer?.error ?? {}
    const refusal = new Refusal(code, message, { details, requestId: response.headers.get('x-request-id') })
    if (code.startsWith('token_')) onRefusedToken?.(refusal)
    throw refusal
  }
  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   */
  const call = async (method, path, body) => read(await send(method, path, token, body))
  /** @param {string} path */
  const file = async (path) => {
    const response = await send('GET', path, token, undefined)
    if (!response.ok) return read(response)
    const { name = 'file' } = NAMED.exec(response.headers.get('content-disposition') ?? '')?.groups ?? {}
    return { name, content: await response.blob() }
  }
  return {
    /** @param {string} path */
    get: (path) => call('GET', path),
    /** @param {string} path @param {unknown} [body] */
    post: (path, body) => call('POST', path, body),
    /** @param {string} path @param {unknown} body */
    put: (path, body) => call('PUT', path, body),
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
 * @param {unknown} body
 */
const send = async (method, path, token, body) => {
  try {
    return await fetch(BASE + path, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    })
  } catch {
    throw new Refusal('offline', 'The service does not answer')
  }
}
