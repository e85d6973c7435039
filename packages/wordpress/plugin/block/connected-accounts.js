// The connected accounts in the form of an empty block: one button for each. An account is read with its owner's permission.

;(() => {
  const { Button } = wp.components
  const { createElement: h, useEffect, useId, useState } = wp.element
  const { __, sprintf } = wp.i18n
  const { callApi, ErrorNotice } = window.centralPosts

  /** `onFound` receives the response of the route `find`. Shows nothing if there is no account, or the list cannot be read. */
  const ConnectedAccounts = ({ onFound }) => {
    const [accounts, setAccounts] = useState([])
    const [error, setError] = useState()
    const [busyId, setBusyId] = useState()
    const title = useId()

    useEffect(() => {
      let isMounted = true
      callApi('accounts', {}).then(
        (found) => isMounted && setAccounts(found.accounts),
        () => {},
      )
      return () => {
        isMounted = false
      }
    }, [])

    const choose = async ({ id, platform, handle }) => {
      setBusyId(id)
      setError(undefined)
      try {
        await onFound(await callApi('find', { text: handle, platform }))
      } catch (caught) {
        setError(caught)
      }
      setBusyId(undefined)
    }

    if (accounts.length === 0) return null
    return h(
      'div',
      { className: 'central-posts-connected', role: 'group', 'aria-labelledby': title },
      h('p', { id: title, className: 'central-posts-connected-title' }, __('Connected accounts', 'central-posts')),
      accounts.map((account) =>
        h(
          Button,
          {
            key: account.id,
            variant: 'secondary',
            isBusy: busyId === account.id,
            disabled: busyId !== undefined,
            onClick: () => choose(account),
            __next40pxDefaultSize: true,
          },
          account.state === ''
            ? /* translators: 1: name of an account, 2: name of a platform. */
              sprintf(__('%1$s (%2$s)', 'central-posts'), account.title, account.name)
            : /* translators: 1: name of an account, 2: name of a platform, 3: state, such as “Ends on 1 May”. */
              sprintf(__('%1$s (%2$s): %3$s', 'central-posts'), account.title, account.name, account.state),
        ),
      ),
      h(ErrorNotice, { error }),
    )
  }

  window.centralPosts.ConnectedAccounts = ConnectedAccounts
})()
