// The layout around all pages, and the router: it shows a loading state, the page or an error, and moves the focus.

import { closeDialogs } from '../parts/dialog.js'
import { fill, h } from '../parts/element.js'
import { withoutKey } from '../parts/pasted-key.js'
import { problemState } from '../parts/problem.js'
import { HOME, ROUTES, SECTIONS } from './routes.js'

/** A page that loads faster shows no loading state, which would only flicker. */
const LOADING_DELAY_MS = 200

/**
 * @param {{ api: import('./api.js').Api, onSignOut: () => void }} options
 */
export const createShell = ({ api, onSignOut }) => {
  const who = h('p', { class: 'who' })
  const main = h('main', { id: 'main', tabindex: -1 })
  const links = SECTIONS.map(({ section, label }) => ({ section, link: h('a', { href: `#/${section}` }, label) }))
  const element = h(
    'div',
    { class: 'shell' },
    h('a', { class: 'skip', href: '#main', onclick: (event) => skip(event, main) }, 'Skip to content'),
    h(
      'header',
      { class: 'bar' },
      h(
        'a',
        { class: 'brand', href: HOME },
        h('img', { src: 'assets/icon.svg', alt: '', width: 24, height: 24 }),
        h('span', { class: 'brand-name' }, 'Central API'),
      ),
      h('nav', { 'aria-label': 'Pages' }, h('ul', {}, ...links.map(({ link }) => h('li', {}, link)))),
      who,
      h('button', { type: 'button', class: 'sign-out', onclick: onSignOut }, 'Sign out'),
    ),
    main,
  )

  let visits = 0
  let isOver = false
  const show = async () => {
    if (isOver) return
    const [path = '', search = ''] = location.hash.split('?')
    const route = ROUTES.find(({ pattern }) => pattern.test(path))
    if (!route) return location.replace(HOME)
    const query = new URLSearchParams(search)
    // A pasted license key must not stay in the URL.
    const safe = withoutKey(query)
    if (safe !== query) return location.replace(`${path}?${safe}`)
    visits += 1
    const visit = visits
    for (const { section, link } of links) {
      if (section !== route.section) link.removeAttribute('aria-current')
      else {
        link.setAttribute('aria-current', 'page')
        // On small screens the list of links scrolls.
        link.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      }
    }
    main.setAttribute('aria-busy', 'true')
    const loadingTimer = setTimeout(() => {
      if (visit === visits) fill(main, h('p', { class: 'waiting' }, 'Loading…'))
    }, LOADING_DELAY_MS)
    const { title, content } = await build(route, path, query)
    clearTimeout(loadingTimer)
    // The operator opened another page meanwhile, or signed out.
    if (visit !== visits || isOver) return
    document.title = title
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
    const here = location.hash
    // An action that finishes after the operator left its page must not change the page that is shown then.
    const reload = () => {
      if (location.hash === here) show()
    }
    const go = (/** @type {string} */ hash) => {
      if (location.hash !== here || isOver) return
      if (here === hash) show()
      else location.hash = hash
    }
    try {
      const me = await identify()
      const { title, content } = await view({ api, me, id, query, reload, go })
      return { title: `${title} – Central API`, content }
    } catch (error) {
      return { title: 'Central API', content: [problemState(error, show)] }
    }
  }

  /** @type {import('./roles.js').Me | undefined} */
  let known
  /** The signed-in operator. Requested once: the name and the role of a token never change. */
  const identify = async () => {
    if (known) return known
    /** @type {import('./roles.js').Me} */
    const me = await api.get('/me')
    fill(who, h('span', { class: 'name' }, me.name), ' ', h('span', { class: 'quiet' }, `(${me.role})`))
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
      visitPage()
    },
    stop() {
      isOver = true
      removeEventListener('hashchange', visitPage)
      closeDialogs()
    },
  }
}

/**
 * Moves the focus by script: the fragment holds the route, so the link cannot use it.
 * @param {Event} event
 * @param {HTMLElement} main
 */
const skip = (event, main) => {
  event.preventDefault()
  main.focus()
}
