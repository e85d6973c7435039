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
} as const satisfies Record<string, Advice>
