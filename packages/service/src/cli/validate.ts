// central-api validate URL: shows the result of validate-post if the URL is a post URL or redirects to one, else that of
// validate-link. It uses no license, so it charges no quota.

import type { Command } from 'commander'
import { isApiError } from '../errors.ts'
import { pastedUrl } from '../parsing/pasted.ts'
import { contentAs } from '../runtime/content-coding/content.ts'
import type { PostValidation, Validations } from '../validation/validations.ts'
import type { Io } from './io.ts'
import { withEngine } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { withSpinner } from './output/spinner.ts'
import { type ValidationData, validationView } from './validate/validation-view.ts'

type ValidateOptions = { readonly link?: true; readonly json?: true }

export const registerValidate = (command: Command, io: Io): void => {
  command
    .option('--link', 'validate the URL as a link even if it is a post URL')
    .option('--json', 'print one JSON document: the data of the validate-link or validate-post response')
    .action((url: string, options: ValidateOptions) => validate(io, pastedUrl(url), options))
}

const validate = (io: Io, url: string, { link, json }: ValidateOptions): Promise<void> =>
  withEngine(io, async ({ validations }) => {
    const post = link ? undefined : parsePost(validations, url)
    const asLink = () => validations.get(validations.parseLink(url))
    const { content } = await withSpinner(io, `Requesting ${new URL(url).host}`, () => {
      if (post === undefined) return asLink()
      // A URL that is not known as a post URL is validated as a link if validating it as a post fails.
      return post.isRecognized ? validations.get(post) : validations.get(post).catch(asLink)
    })
    const { data } = JSON.parse((await contentAs(content, 'identity')).toString()) as { data: ValidationData }
    if (json) printJson(io, data)
    else io.out(validationView(url, data, io))
  })

const parsePost = (validations: Validations, url: string): PostValidation | undefined => {
  try {
    return validations.parsePost(url)
  } catch (error) {
    if (!isApiError(error, 'unsupported_post_url')) throw error
    return undefined
  }
}
