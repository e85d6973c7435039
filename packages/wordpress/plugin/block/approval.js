// Approval in the block: the switch in the sidebar, and what the canvas says about sources where anybody can post.

;(() => {
  const { Button, Notice, ToggleControl } = wp.components
  const { createElement: h, Fragment, useEffect, useState } = wp.element
  const { __, _n, sprintf } = wp.i18n
  const { callApi, renderAgain } = window.centralPosts

  /** The last response of the route, which the sidebar and the canvas share. */
  let last = { key: '' }
  /** Components that show it, which look again after a decision. */
  const watchers = new Set()

  /** What the site has stored about the sources: `byOthers`, `always`, `waiting` and `url`. */
  const useCuration = ({ sources, approved }) => {
    const [found, setFound] = useState()
    const [looks, setLooks] = useState(0)
    const key = JSON.stringify([sources, approved])
    useEffect(() => {
      const look = () => setLooks((count) => count + 1)
      watchers.add(look)
      return () => watchers.delete(look)
    }, [])
    useEffect(() => {
      let isCurrent = true
      if (last.key !== key && sources.length > 0) last = { key, response: callApi('curation', { sources, approved }) }
      last.response?.then((response) => isCurrent && setFound(response)).catch(() => {})
      return () => {
        isCurrent = false
      }
    }, [key, looks])
    return sources.length > 0 ? found : undefined
  }

  const lookAgain = () => {
    last = { key: '' }
    for (const look of watchers) look()
    renderAgain()
  }

  /** What the last switch in a block has kept approved: `posts` and `id`, by client id of the block. */
  const kept = new Map()

  /** Shows only approved posts from now on. What the block shows at this moment stays approved, if the user may decide that. */
  const turnOn = async ({ attributes, setAttributes, clientId }, { url } = {}) => {
    const { links, ...shown } = attributes
    const done = url ? await callApi('keep-shown', { attributes: shown }).catch(() => undefined) : undefined
    if (done) kept.set(clientId, done)
    setAttributes({ approved: true })
    lookAgain()
  }

  const ApproveButton = ({ waiting, url }) =>
    waiting > 0 && url
      ? h(
          Button,
          { variant: 'secondary', size: 'compact', href: url, target: '_blank' },
          /* translators: %s: number of posts. */
          sprintf(_n('Approve %s waiting post', 'Approve %s waiting posts', waiting, 'central-posts'), waiting),
        )
      : null

  /** Says that anybody can post at the sources of a block, and offers approval; or says that visitors see only approved posts. */
  const Offer = ({ canDismiss = false, ...block }) => {
    const { attributes, setAttributes } = block
    const curation = useCuration(attributes)
    const { byOthers, always, waiting, url } = curation ?? {}
    const [isDismissed, setDismissed] = useState(false)
    if (!byOthers || always || isDismissed) return null
    if (attributes.approved && (!canDismiss || waiting === 0)) return null
    const showAll = () => {
      setDismissed(true)
      if (attributes.approved) setAttributes({ approved: false })
    }
    const say = (status, sentence, ...buttons) =>
      h(
        Notice,
        { status, isDismissible: false, className: 'central-posts-offer' },
        h('p', null, sentence),
        h('div', { className: 'central-posts-offer-buttons' }, ...buttons),
      )
    const button = (variant, label, onClick) => h(Button, { variant, size: 'compact', onClick }, label)
    if (attributes.approved)
      return say(
        'info',
        __('Anybody can post there, so visitors see only posts that were approved.', 'central-posts'),
        h(ApproveButton, { waiting, url }),
        button('secondary', __('Show all posts', 'central-posts'), showAll),
      )
    return say(
      'warning',
      __('These posts are by other people. Anybody can post there.', 'central-posts'),
      button('primary', __('Show only what I approved', 'central-posts'), () => turnOn(block, curation)),
      canDismiss && button('secondary', __('Show all posts', 'central-posts'), showAll),
    )
  }

  /** What became of the posts that the block showed when approval was switched on, with the other choice. */
  const Kept = ({ clientId }) => {
    const [isUndone, setUndone] = useState(false)
    const { posts = 0, id } = kept.get(clientId) ?? {}
    if (isUndone || posts === 0)
      return isUndone
        ? h(
            Notice,
            { status: 'info', isDismissible: false },
            __('Visitors see no posts here until you approve some.', 'central-posts'),
          )
        : null
    const undo = async () => {
      await callApi('keep-shown', { undo: id }).catch(() => {})
      kept.delete(clientId)
      setUndone(true)
      lookAgain()
    }
    return h(
      Notice,
      {
        status: 'success',
        isDismissible: false,
        actions: [{ label: __('Let them wait, too', 'central-posts'), variant: 'secondary', onClick: undo }],
      },
      /* translators: %s: number of posts. */
      sprintf(
        _n(
          'The %s post shown now stays approved. New posts wait.',
          'The %s posts shown now stay approved. New posts wait.',
          posts,
          'central-posts',
        ),
        posts,
      ),
    )
  }

  /** The controls in the sidebar. */
  const Approval = (block) => {
    const { attributes, setAttributes, clientId } = block
    const curation = useCuration(attributes)
    const { always, waiting, url } = curation ?? {}
    const [isBusy, setBusy] = useState(false)
    const isOn = attributes.approved || always
    const toggle = async (value) => {
      if (!value) {
        kept.delete(clientId)
        setAttributes({ approved: false })
        return
      }
      setBusy(true)
      await turnOn(block, curation)
      setBusy(false)
    }
    return h(
      Fragment,
      null,
      h(Offer, block),
      h(ToggleControl, {
        label: __('Only what I approved', 'central-posts'),
        help: always
          ? __('These profiles need approval on every page. Change this under Tools → Approve posts.', 'central-posts')
          : __('New posts wait under Tools → Approve posts, and visitors do not see them.', 'central-posts'),
        checked: Boolean(isOn),
        disabled: Boolean(always) || isBusy,
        onChange: toggle,
        __nextHasNoMarginBottom: true,
      }),
      attributes.approved && h(Kept, { clientId, key: clientId }),
      isOn && h('div', { className: 'central-posts-approve' }, h(ApproveButton, { waiting, url })),
    )
  }

  window.centralPosts = {
    ...window.centralPosts,
    Approval,
    ApprovalOffer: (props) => h(Offer, { ...props, canDismiss: true }),
  }
})()
