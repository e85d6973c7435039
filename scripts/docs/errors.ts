// docs/errors.md: a section per code, from the error table and the guide.

import { ERRORS, type ErrorCode } from '../../packages/service/src/errors.ts'
import { ERROR_GROUPS, ERROR_GUIDE, ERROR_RULES } from '../../packages/service/src/http/docs/error-guide/error-guide.ts'
import { type GeneratedDocument, generatedHead, table } from './document.ts'

const overview = (): string =>
  table(
    ['code', 'status', 'retryable', 'title'],
    ERROR_GROUPS.flatMap(({ codes }) =>
      codes.map((code) => {
        const { status, retryable, title } = ERRORS[code]
        return [`[\`${code}\`](#${code})`, String(status), retryable ? 'yes' : 'no', title]
      }),
    ),
  )

const section = (code: ErrorCode): string => {
  const { status, retryable, title } = ERRORS[code]
  const { happened, todo } = ERROR_GUIDE[code]
  return `### ${code}

${title}. HTTP ${status}, ${retryable ? 'retryable' : 'not retryable'}.

**What happened.** ${happened}

**What to do.** ${todo}
`
}

const generate = (): string =>
  [
    `${generatedHead('Errors')}Every answer that is not a good one has this form, whatever went wrong:

\`\`\`json
{
  "ok": false,
  "error": {
    "code": "handle_malformed",
    "message": "This is no handle of Sandbox; one looks like demo or empty.",
    "retryable": false,
    "docs": "https://api.example.com/docs/errors#handle_malformed"
  }
}
\`\`\`

`,
    `${ERROR_RULES.map((rule) => `- ${rule}\n`).join('')}\n${overview()}`,
    ...ERROR_GROUPS.map(({ title, codes }) => `\n## ${title}\n\n${codes.map(section).join('\n')}`),
  ].join('')

export const errorsDocument: GeneratedDocument = { path: 'docs/errors.md', generate }
