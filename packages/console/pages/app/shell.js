// The layout around all pages, and the router: it shows a loading state, the page or an error, and moves the focus.

import { closeDialogs } from '../parts/dialog.js'
import { fill, h } from '../parts/element.js'
import { withoutKey } from '../parts/pasted-key.js'
import { problemState } from '../parts/problem.js'
import { pageSkeleton } from '../parts/skeleton.js'
import { createAccountMenu } from './account-menu.js'
import { createNavigation } from './navigation.js'
import { withoutOpen } from './open-in-url.js'
import { onPaletteKey, openPalette } from './palette.js'
import { HOME, IS_HOME, NOT_FOUND, ROUTES } from './routes.js'
import { createTopBar } from './top-bar.js'

const NAME = 'Central API'

/** A page that loads faster shows no loading state, which would only flicker. */
const LOADING_DELAY_MS = 200

/**
 * @param {{ api: import('./api.js').Api, onSignOut: () => void }} options
 */
export const createShell = ({ api, onSignOut }) => {
  const main = h('main', { id: 'main', tabindex: -1 })
  const navigation = createNavigation(HOME)
  const side = h('div', { class: 'side' }, navigation.element)
  const account = createAccountMenu({ onSignOut })
  const search = () => {
    // Without the operator's role, the palette cannot tell which actions are allowed.
    if (known !== undefined && document.querySelector('dialog[open]') === null) openPalette({ api, me: known })
  }
  const bar = createTopBar({ side, account: account.element, onSearch: search })
  const element = h(
    'div',
    { class: 'shell' },
    h('a', { class: 'skip', href: '#main', onclick: (event) => skip(event, main) }, 'Skip to content'),
    side,
    bar.element,
    main,
  )

  let visits = 0
  let stopListening = () => {}
  let isOver = false
  const show = async () => {
    if (isOver) return
    const [path = '', search = ''] = location.hash.split('?')
    if (IS_HOME.test(path)) return location.replace(HOME)
    const route = ROUTES.find(({ pattern }) => pattern.test(path)) ?? NOT_FOUND
    const query = new URLSearchParams(search)
    // A pasted license key must not stay in the URL.
    const safe = withoutKey(query)
    if (safe !== query) return location.replace(`${path}?${safe}`)
    visits += 1
    const visit = visits
    navigation.mark(route.section)
    main.setAttribute('aria-busy', 'true')
    const loadingTimer = setTimeout(() => {
      if (visit === visits) fill(main, ...pageSkeleton())
    }, LOADING_DELAY_MS)
    const { title, content } = await build(route, path, query)
    clearTimeout(loadingTimer)
    // The operator opened another page meanwhile, or signed out.
    if (visit !== visits || isOver) return
    document.title = title === '' ? NAME : `${title} – ${NAME}`
    bar.locate({ section: route.section, isList: route.section === '' || path === `#/${route.section}`, title })
    fill(main, ...content)
    // The focused element was replaced. Keyboard users continue at the new content.
    if (document.activeElement === document.body) main.focus({ preventScroll: true })
    main.removeAttribute('aria-busy')
  }

  /**
   * @param {(typeof ROUTES)[number]} route
   * @param {string} path
   * @param {URLSearchParams} query
   */
  const build = async ({ pattern, view }, path, query) => {
    const { id = '' } = pattern.exec(path)?.groups ?? {}
    const here = withoutOpen(location.hash)
    // An action that finishes after the operator left its page must not change the page that is shown then.
    const reload = () => {
      if (pathOf(location.hash) === pathOf(here)) show()
    }
    const go = (/** @type {string} */ hash) => {
      if (withoutOpen(location.hash) !== here || isOver) return
      if (location.hash === hash) show()
      else location.hash = hash
    }
    try {
      const me = await identify()
      const { title, content } = await view({ api, me, id, query, reload, go })
      return { title, content }
    } catch (error) {
      return { title: '', content: [problemState(error, show)] }
    }
  }

  /** @type {import('./roles.js').Me | undefined} */
  let known
  /** The signed-in operator. Requested once: the name and the role of a token never change. */
  const identify = async () => {
    if (known) return known
    /** @type {import('./roles.js').Me} */
    const me = await api.get('/me')
    account.show(me)
    known = me
    return me
  }

  const visitPage = async () => {
    closeDialogs()
    await show()
    scrollTo(0, 0)
    main.focus({ preventScroll: true })
  }

  return {
    element,
    start() {
      addEventListener('hashchange', visitPage)
      stopListening = onPaletteKey(search)
      visitPage()
    },
    stop() {
      isOver = true
      removeEventListener('hashchange', visitPage)
      stopListening()
      closeDialogs()
    },
  }
}

/** A page may write its filters into the URL while it is shown. @param {string} hash */
const pathOf = (hash) => hash.split('?')[0]

/**
 * Moves the focus by script: the fragment holds the route, so the link cannot use it.
 * @param {Event} event
 * @param {HTMLElement} main
 */
const skip = (event, main) => {
  event.preventDefault()
  main.focus()
}
