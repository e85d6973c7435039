import type { Advice } from './advice.ts'

/** Errors of the admin API below `/admin/v1/`. */
export const OPERATOR_ADVICE = {
  forbidden: {
    happened:
      'The token is valid, but its role does not allow this action. `read` only views. `support` suspends, resumes, rotates keys and releases sites. `admin` has full access. Only the admin API below `/admin/v1/` returns this code. Nothing was changed.',
    todo: 'Ask an operator with the role that `message` names, or ask an `admin` for a token with another role.',
  },
  conflict: {
    happened:
      'The current state does not allow this action: a revoked license cannot be reactivated, and an expired license must be renewed before it is resumed. Only the admin API below `/admin/v1/` returns this code. Nothing was changed.',
    todo: 'Do not repeat the request unchanged. `message` names the state. Check the current license and use an action that its state allows, or create another license.',
  },
  idempotency_key_in_use: {
    happened:
      'Another request of the same operator with this `Idempotency-Key` is still in progress. Only the admin API below `/admin/v1/` returns this code. This request changed nothing.',
    todo: 'Send the same request with the same key again after `Retry-After`. It gets the same response as the first request.',
  },
  idempotency_key_reused: {
    happened:
      'The operator has used this `Idempotency-Key` with another request or another body in the last 24 hours. Only the admin API below `/admin/v1/` returns this code. Nothing was changed.',
    todo: 'Do not repeat the request unchanged. Use a new key, such as a UUID, for each thing that you create. Reuse a key only to repeat the identical request.',
  },
} as const satisfies Record<string, Advice>
