import { json } from 'node:stream/consumers'

const nameOf = ({ platform, handle, id }) => JSON.stringify([platform, handle, id])

/** A page of posts, in the response format that the element expects. Remembers the posts that an editor saw, because these will be stored. */
export const selectorPage = async (client, shownPosts, { platform, handle, variant, cursor }) => {
  try {
    const page = await client.scan({ platform, handle, variant, cursor })
    for (const post of page.body.posts) await shownPosts.set(nameOf({ ...page.body, id: post.id }), post)
    return { ok: true, data: page }
  } catch (error) {
    if (typeof error?.code !== 'string') throw error
    return { ok: false, error: { code: error.code, requestId: error.requestId } }
  }
}

/** The route of `source`, for node:http and frameworks based on it. `mayEdit` checks the session and limits the rate. */
export const selectorEndpoint = (client, shownPosts, mayEdit) => async (request, response) => {
  const respond = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  // Pages of other sites cannot send JSON with an editor's cookies.
  const isJson = request.method === 'POST' && request.headers['content-type'] === 'application/json'
  if (!isJson || !(await mayEdit(request))) return respond(403, { ok: false, error: { sentence: 'Sign in again.' } })
  return respond(200, await selectorPage(client, shownPosts, await json(request)))
}

/** The posts that a form submitted, in its order. The browser only identifies them; other data from it is not stored. */
export const chosenPosts = async (client, shownPosts, value) => {
  const posts = await Promise.all(
    JSON.parse(value).map(async ({ platform, handle, id, url }) => {
      const shown = await shownPosts.get(nameOf({ platform, handle, id }))
      if (shown) return shown
      const [found] = (await client.posts.read({ platform, posts: [url ?? id] })).body.posts
      return found.ok ? found.post : undefined
    }),
  )
  return posts.filter(Boolean)
}
