import { renderFeed } from '@central-api/feed'

const PROFILE = { platform: 'sandbox', handle: 'demo' }

/** A page of posts as JSON, for `src` of the element. `client` is the typed client. */
export const postsEndpoint = (client) => async (request) => {
  const cursor = new URL(request.url).searchParams.get('cursor')
  try {
    const page = await client.scan(cursor ? { ...PROFILE, cursor } : PROFILE)
    return Response.json(page, { headers: { 'cache-control': 'public, max-age=300' } })
  } catch (error) {
    return Response.json({ error: error.code }, { status: 502 })
  }
}

/** The same posts as HTML, for a page that works without a script. */
export const newsPage = (client) => async (request) => {
  const cursor = new URL(request.url).searchParams.get('cursor')
  const page = await client.scan(cursor ? { ...PROFILE, cursor } : PROFILE)
  const feed = renderFeed(page, { layout: 'masonry', id: 'news', more: '/news?cursor={cursor}' })
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>News</title>
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/assets/central-posts.css">
<script type="module" src="/assets/central-posts.js"></script>
<central-feed>${feed}</central-feed></html>`
  return new Response(html, { headers: { 'content-type': 'text/html', 'cache-control': 'public, max-age=300' } })
}
