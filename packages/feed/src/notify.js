// Events for the page. They bubble from the element around the posts, whose name is also in its classes.

/**
 * Dispatches `central-posts-opened`, `-closed`, `-added` or `-played`.
 *
 * @param {Element | null} stream
 * @param {'opened' | 'closed' | 'added' | 'played'} what
 * @param {object} detail
 */
export const notify = (stream, what, detail) =>
  stream?.dispatchEvent(new CustomEvent(`central-posts-${what}`, { bubbles: true, composed: true, detail }))
