// The right side of the playground: the status line, and tabs for the preview, the JSON, the request as code and the selector.

import { copyButton } from '../parts/copy-button.js'
import { fill, h } from '../parts/element.js'
import { jsonTree, setAllOpen } from '../parts/json-tree.js'
import { tabList } from '../parts/tabs.js'
import { isScan } from './playground-endpoints.js'
import { errorState } from './playground-error.js'
import { sitePreview } from './playground-preview.js'
import { selectorStage } from './playground-selector.js'
import { statusLine } from './playground-status.js'

/** @typedef {import('./playground-status.js').TestResponse} TestResponse */
/** @typedef {(license: string, endpoint: string, request: Record<string, unknown>) => Promise<TestResponse>} SendRequest */

const TABS = { preview: 'Feed', json: 'JSON', request: 'Request', selector: 'Selector' }

/**
 * @param {{
 *   sendRequest: SendRequest,
 *   samples: HTMLElement,
 *   state: { tab: string, width: string },
 *   onState: (change: { tab?: string, width?: string }) => void,
 *   onCursor: (cursor: string) => void,
 * }} options `onCursor` receives the cursor of each page
 */
export const resultPane = ({ sendRequest, samples, state, onState, onCursor }) => {
  const status = h('div', { class: 'status-line', role: 'status' })
  const panels = {
    preview: h('div', {}, beforeRun('Run the request to see what a visitor of a site would see.')),
    json: h('div', {}, beforeRun('Run the request to see the response.')),
    request: h('div', {}, samples),
    selector: h('div', {}, beforeRun('Run a scan to choose from its posts, as an editor of a site would.')),
  }
  let tab = Object.hasOwn(TABS, state.tab) ? state.tab : 'preview'
  const tabs = tabList({
    label: 'Result',
    tabs: Object.entries(TABS).map(([id, label]) => ({ id, label, panel: Reflect.get(panels, id) })),
    selected: tab,
    onSelect(id) {
      tab = id
      onState({ tab: id })
    },
  })
  const element = h(
    'section',
    { class: 'card result', 'aria-label': 'Result' },
    status,
    tabs.list,
    ...Object.values(panels),
  )

  /** @param {string} endpoint @param {string} license @param {TestResponse} response */
  const showResponse = (endpoint, license, response) => {
    fill(status, ...statusLine(endpoint, license, response))
    const parsed = JSON.parse(response.body)
    fill(panels.json, ...jsonPanel(response.body, parsed))
    if (parsed.data?.nextCursor) onCursor(parsed.data.nextCursor)
    return parsed
  }

  return {
    element,
    /** @param {boolean} isRunning */
    setRunning(isRunning) {
      element.toggleAttribute('data-running', isRunning)
      element.setAttribute('aria-busy', String(isRunning))
      // On small screens, the result is below the request.
      if (!isRunning && element.getBoundingClientRect().top > innerHeight / 2) element.scrollIntoView()
    },
    /** @param {string} endpoint @param {Record<string, unknown>} request @param {TestResponse} response @param {string} license */
    async show(endpoint, request, response, license) {
      const { ok, data, error } = showResponse(endpoint, license, response)
      tabs.rename('preview', isScan(endpoint) ? TABS.preview : 'Preview')
      // A result is never hidden behind the request that produced it.
      if (tab !== 'json') {
        tab = 'preview'
        tabs.select(tab)
      }
      if (ok !== true) {
        fill(panels.preview, await errorState(error, response, { license, platform: request.platform }))
        fill(panels.selector, beforeRun('The request failed, so there is nothing to choose from.'))
        return error
      }
      const loadMore = async (/** @type {string} */ cursor) => {
        const next = await sendRequest(license, 'load-more-posts', { ...request, cursor }).catch(() => undefined)
        if (next === undefined) return undefined
        const page = showResponse('load-more-posts', license, next)
        return page.ok === true ? { posts: page.data.body.posts, nextCursor: page.data.nextCursor } : undefined
      }
      const onWidth = (/** @type {string} */ width) => {
        state.width = width
        onState({ width })
      }
      fill(panels.preview, sitePreview({ endpoint, data, width: state.width, onWidth, loadMore }))
      fill(
        panels.selector,
        isScan(endpoint)
          ? openSelector(() => fill(panels.selector, selectorStage(sendRequest.bind(undefined, license), request)))
          : beforeRun('Run a scan to choose from its posts, as an editor of a site would.'),
      )
      return undefined
    },
  }
}

/** @param {string} text */
const beforeRun = (text) =>
  h(
    'div',
    { class: 'before-run' },
    h('div', { class: 'ghosts', 'aria-hidden': 'true' }, ...[0, 1, 2].map(() => h('div', { class: 'ghost' }))),
    h('p', {}, text),
  )

/** @param {() => void} open */
const openSelector = (open) =>
  h(
    'div',
    { class: 'before-run' },
    h('p', {}, 'The post selector lets the editors of a site choose posts. It scans the profile again.'),
    h('button', { type: 'button', onclick: open }, 'Open in the selector'),
  )

/** @param {string} body @param {unknown} parsed */
const jsonPanel = (body, parsed) => {
  const tree = h('div', { class: 'json', tabindex: 0, role: 'region', 'aria-label': 'Response body' }, jsonTree(parsed))
  const fold = () => {
    setAllOpen(tree, false)
    const root = tree.querySelector('details')
    if (root) root.open = true
  }
  return [
    h(
      'div',
      { class: 'json-bar' },
      copyButton({ label: 'Copy JSON', text: body, shown: tree }),
      h('button', { type: 'button', onclick: () => setAllOpen(tree, true) }, 'Expand all'),
      h('button', { type: 'button', onclick: fold }, 'Collapse all'),
    ),
    tree,
  ]
}
