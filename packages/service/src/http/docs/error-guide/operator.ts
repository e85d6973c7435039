import type { Advice } from './advice.ts'

/** Met by the operator alone, below `/admin/v1/`. */
export const OPERATOR_ADVICE = {
  forbidden: {
    happened:
      'The token is good, but its role is not enough: `read` only looks, `support` suspends, resumes, rotates keys and releases sites, `admin` does everything. Only the operator’s API below `/admin/v1/` answers so. Nothing was changed.',
    todo: 'Ask an operator with the role that `message` names, or one with the role `admin` for a token of another role.',
  },
  conflict: {
    happened:
      'What the operator asked for does not go with the state that things are in: a revoked license is never active again, and an expired one is renewed before it is resumed. Only the operator’s API below `/admin/v1/` answers so. Nothing was changed.',
    todo: 'Do not ask again as it is. `message` names the state; look at the license as it is now, and take the step that leads from there, or make another license.',
  },
  idempotency_key_in_use: {
    happened:
      'Another request with this `Idempotency-Key`, of the same operator, has not been answered yet. Only the operator’s API below `/admin/v1/` answers so. This one changed nothing.',
    todo: 'Send the same request with the same key again, after `Retry-After`: it is answered as the other one was.',
  },
  idempotency_key_reused: {
    happened:
      'An operator sent an `Idempotency-Key` that came with another request, or another body, in the last 24 hours. Only the operator’s API below `/admin/v1/` answers so. Nothing was changed.',
    todo: 'Do not ask again as it is. Make a new key for each thing that is to be made, such as a UUID, and send it again only with the very request that it was made for.',
  },
} as const satisfies Record<string, Advice>
