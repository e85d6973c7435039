// docs/reference/errors.md: a section per code, from the error table and the guide.

import { ERRORS, type ErrorCode } from '../../packages/service/src/errors.ts'
import { ERROR_GROUPS, ERROR_GUIDE, ERROR_RULES } from '../../packages/service/src/http/docs/error-guide/error-guide.ts'
import { type GeneratedDocument, generatedHead, table } from './document.ts'

const INTRODUCTION = `${generatedHead('Error codes')}Look up an error code: what happened, and what a client should do. Every error of the API has one form. \`error.docs\` links to the section of
its code on this page of the running service:

\`\`\`json
{
  "ok": false,
  "error": {
    "code": "variant_unknown",
    "message": "Sandbox offers posts, media, videos, replies, not “stories”.",
    "retryable": false,
    "docs": "https://api.example.com/docs/errors#variant_unknown"
  }
}
\`\`\``

const overview = (): string =>
  table(
    ['code', 'status', 'retryable', 'in short'],
    ERROR_GROUPS.flatMap(({ codes }) =>
      codes.map((code) => {
        const { status, retryable, title } = ERRORS[code]
        return [`[\`${code}\`](#${code})`, String(status), retryable ? 'yes' : 'no', title]
      }),
    ),
  ).trimEnd()

const section = (code: ErrorCode): string => {
  const { status, retryable, title } = ERRORS[code]
  const { happened, todo } = ERROR_GUIDE[code]
  return [
    // The heading is the code alone, so that its anchor is too.
    `### ${code}`,
    `${title}. Status ${status}, ${retryable ? 'retryable' : 'not retryable'}.`,
    `**What happened:** ${happened}`,
    `**What to do:** ${todo}`,
  ].join('\n\n')
}

const generate = (): string =>
  `${[
    INTRODUCTION,
    ERROR_RULES.map((rule) => `- ${rule}`).join('\n'),
    overview(),
    ...ERROR_GROUPS.flatMap(({ title, codes }) => [`## ${title}`, ...codes.map(section)]),
  ].join('\n\n')}\n`

export const errorsDocument: GeneratedDocument = { path: 'docs/reference/errors.md', generate }
