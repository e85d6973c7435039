/** A page, and the metadata of its response. */
export const readPage = async (client) => {
  const { data, meta } = await client.scan({ platform: 'sandbox', handle: 'demo' }).withMeta()
  // meta: { status, requestId, quota: { limit, used, remaining, resetSeconds }, burst, cache, ageSeconds, retryAfterSeconds }
  return { posts: data.body.posts, left: meta.quota.remaining, isCached: meta.cache === 'hit' }
}
