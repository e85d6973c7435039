// The post selector, as editors of a site see it. The console, which has the token, requests its pages.

/** @import { SourceRequest } from '../../selector/src/source.ts' */

import { make } from './make.js'

const TAG = 'central-post-selector'
/** The path under which the service serves the module, which differs from its path in the repository. */
const MODULE = './selector/post-selector.ts'

/** @type {Map<number, { resolve: (page: any) => void, reject: (error: unknown) => void }>} */
const pending = new Map()
let serial = 0

/** @param {MessagePort} port */
const listen = (port) =>
  port.addEventListener('message', ({ data: { id, page, error } }) => {
    const request = pending.get(id)
    pending.delete(id)
    if (error) request?.reject(error)
    else request?.resolve(page)
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
      pending.set(serial, { resolve, reject })
      port.postMessage({ id: serial, request })
    })
  const label = make('label', { for: 'posts' }, 'Posts to show on this page')
  const selector = Object.assign(make(TAG, { id: 'posts' }), { source, profiles: [profile] })
  selector.addEventListener('change', () => port.postMessage({ chosen: Reflect.get(selector, 'value') }))
  return make('main', {}, label, selector)
}
