/** A page, and what stood on its answer. */
export const readPage = async (client) => {
  const { data, meta } = await client.scan({ platform: 'sandbox', handle: 'demo' }).withMeta()
  // meta: { status, requestId, quota: { limit, used, remaining, resetSeconds }, burst, cache, ageSeconds, retryAfterSeconds }
  return { posts: data.body.posts, left: meta.quota.remaining, isHeld: meta.cache === 'hit' }
}
