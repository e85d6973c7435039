// central-api validate URL: what validate-post answers where the address is one of a post, else what validate-link does.
// Without a license: nothing is counted.

import type { Command } from 'commander'
import { isApiError } from '../errors.ts'
import type { Validation, Validations } from '../validation/validations.ts'
import type { Io } from './io.ts'
import { withEngine } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { withSpinner } from './output/spinner.ts'
import { type ValidationData, validationView } from './validate/validation-view.ts'

type ValidateOptions = { readonly link?: true; readonly json?: true }

export const registerValidate = (program: Command, io: Io): void => {
  program
    .command('validate <url>')
    .description('check a link or the address of a post, and show what is there')
    .option('--link', 'take the address of a post for any other link')
    .option('--json', 'print one JSON document: data of the answer of validate-link or validate-post')
    .action((url: string, options: ValidateOptions) => validate(io, url, options))
}

const validate = (io: Io, url: string, { link, json }: ValidateOptions): Promise<void> =>
  withEngine(io, async ({ validations }) => {
    const validation = link ? validations.parseLink(url) : parse(validations, url)
    const { bytes } = await withSpinner(io, `Asking ${new URL(url).host}`, () => validations.get(validation))
    const { data } = JSON.parse(bytes.toString()) as { data: ValidationData }
    if (json) printJson(io, data)
    else io.out(validationView(url, data, io))
  })

const parse = (validations: Validations, url: string): Validation => {
  try {
    return validations.parsePost(url)
  } catch (error) {
    if (!isApiError(error, 'unsupported_post_url')) throw error
    return validations.parseLink(url)
  }
}
