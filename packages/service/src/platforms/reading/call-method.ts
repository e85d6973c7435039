// Asks a source, by the name of what is asked and with it as data.

import type { Answer } from '../contract/call.ts'
import type { Account, Context, Source } from '../contract/source.ts'
import type { Question } from './jobs.ts'

/** What is no data of a question. */
export type Request = Context<unknown> & {
  readonly account: () => Promise<Account>
  readonly page: Answer | undefined
}

/** Throws what the source throws. */
export const callMethod = async (source: Source, question: Question, request: Request): Promise<unknown> => {
  const { account, page, ...context } = request
  const { method, handle = '', limit = 0, variant = '', after, match = {} } = question
  const url = new URL(question.url ?? 'https://invalid.example/')
  switch (method) {
    case 'account':
      return source.account({ ...context, handle, limit })
    case 'posts':
      return source.posts({ ...context, handle, limit, variant, after, account })
    case 'post':
      return source.post?.({ ...context, url, match })
    case 'findPost':
      return page && source.findPost?.({ ...context, url, page })
  }
}
