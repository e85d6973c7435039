const BASE = 'https://api.example.com/api/v1'
const KEY = 'ck_live_…'

const post = async (path, body, token) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const signal = AbortSignal.timeout(20_000)
  const response = await fetch(BASE + path, { method: 'POST', headers, body: JSON.stringify(body), signal })
  return { status: response.status, headers: response.headers, body: await response.json().catch(() => undefined) }
}

let cached

/** The current token. Keep it where all your processes find it. */
const token = async (renew) => {
  if (renew || cached === undefined || Date.now() >= cached.until) {
    const { status, body } = await post('/auth/token', { licenseKey: KEY })
    if (!body?.ok) throw new Error(body?.error.code ?? `status ${status}`)
    cached = { token: body.data.token, until: Date.now() + (body.data.expiresIn - 60) * 1000 }
  }
  return cached.token
}

/** Sends a request and returns the `data` of its response. Retries retryable errors. */
const call = async (path, request) => {
  for (let attempt = 1, renew = false; ; attempt += 1) {
    const { status, headers, body } = await post(path, request, await token(renew))
    if (body?.ok) return body.data
    const { code = `status ${status}`, retryable = status >= 500 } = body?.error ?? {}
    renew = !renew && ['token_expired', 'token_invalid'].includes(code)
    if (renew) continue
    const wait = Number(headers.get('retry-after') ?? 30 * 2 ** (attempt - 1))
    if (!retryable || attempt >= 3 || wait > 60) throw new Error(code)
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
  }
}

/** Every post of a profile, newest first. */
export async function* posts(platform, handle) {
  const request = { platform, handle }
  let page = await call('/scan-profile', request)
  for (;;) {
    yield* page.body.posts
    if (page.nextCursor === null) return
    page = await call('/load-more-posts', { ...request, cursor: page.nextCursor })
  }
}
