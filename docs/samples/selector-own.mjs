import { LoadError } from '@central-api/selector'

/** For `selector.source`: your own route, with any form of response. */
export const loadFromOwnRoute = async (request, { signal }) => {
  const response = await fetch('/posts', { method: 'POST', body: JSON.stringify(request), signal })
  const { ok, data, error } = await response.json()
  if (!ok) throw new LoadError({ code: error.code, sentence: 'Shown instead of the default sentence for the code.' })
  return data // { body: { handle, posts }, nextCursor }
}
