// The selector, as an editor of a site has it. Its pages are asked for of whoever holds the token.

/** @import { SourceRequest } from '../../selector/src/source.ts' */

import { make } from './make.js'

const TAG = 'central-post-selector'
/** Where the service has its modules, which is not where the repository does. */
const MODULE = './selector/post-selector.ts'

/** @type {Map<number, { resolve: (page: any) => void, reject: (error: unknown) => void }>} */
const waiting = new Map()
let serial = 0

/** @param {MessagePort} port */
const listen = (port) =>
  port.addEventListener('message', ({ data: { answer, page, failure } }) => {
    const asked = waiting.get(answer)
    waiting.delete(answer)
    if (failure) asked?.reject(failure)
    else asked?.resolve(page)
  })

/** @param {{ readonly profile: { platform: string, handle: string, variant: string } }} shown @param {MessagePort} port */
export const showSelector = async ({ profile }, port) => {
  /** @type {typeof import('../../selector/src/post-selector.ts')} */
  const { PostSelector } = await import(MODULE)
  PostSelector.define(TAG)
  listen(port)
  const source = (/** @type {SourceRequest} */ request) =>
    new Promise((resolve, reject) => {
      serial += 1
      waiting.set(serial, { resolve, reject })
      port.postMessage({ ask: serial, request })
    })
  const label = make('label', { for: 'posts' }, 'Posts to show on this page')
  const selector = Object.assign(make(TAG, { id: 'posts' }), { source, profiles: [profile] })
  selector.addEventListener('change', () => port.postMessage({ chosen: Reflect.get(selector, 'value') }))
  return make('main', {}, label, selector)
}
