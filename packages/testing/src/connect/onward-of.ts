// Where a page of a consent leads the browser by itself.

import assert from 'node:assert/strict'

export const onwardOf = (page: string): string => {
  const [, refreshed] = /<meta http-equiv="refresh" content="0;url=([^"]+)">/.exec(page) ?? []
  const [, linked] = /<a class="onward" href="([^"]+)">/.exec(page) ?? []
  assert.ok(refreshed, page)
  assert.equal(refreshed, linked)
  return refreshed.replaceAll('&amp;', '&')
}
