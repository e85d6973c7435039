// A signal behind another one, as `AbortSignal.any` makes it, but for a piece of work that has an end. Signals of `any` and of
// `timeout` are held by weak references, which to a collection of young garbage are as good as any: all that a piece of work
// made would stay, from its signal's listeners on, until the whole heap is collected.

export type Follower = {
  /** Aborted with the leader's reason when that is aborted. */
  readonly signal: AbortSignal
  abort(reason?: unknown): void
  /** To be called when the work is over: the leader, which may live longer, knows of it no more. */
  end(): void
}

export const followSignal = (leader: AbortSignal | undefined): Follower => {
  const controller = new AbortController()
  const follow = (): void => controller.abort(leader?.reason)
  if (leader?.aborted) follow()
  else leader?.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    end: () => leader?.removeEventListener('abort', follow),
  }
}
