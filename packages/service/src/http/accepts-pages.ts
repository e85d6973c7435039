// Whether a client prefers a page over JSON, by its `Accept` header (RFC 9110, section 12.5.1).

/** RFC 9110, section 12.4.2. An invalid weight counts as zero. */
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

const weightOf = (parameters: readonly string[]): number => {
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return weight === undefined ? 1 : Number(WEIGHT.exec(weight)?.[1] ?? 0)
}

/** Browsers name `text/html`, curl and `fetch` accept anything. A client that names JSON and no page, such as axios, reads JSON. */
export const acceptsPages = (accepted: string | undefined): boolean => {
  if (accepted === undefined || accepted.trim() === '') return true
  const weights = new Map<string, number>()
  for (const element of accepted.toLowerCase().split(',')) {
    const [range = '', ...parameters] = element.split(';').map((part) => part.trim())
    weights.set(range, weightOf(parameters))
  }
  const page = weights.get('text/html') ?? weights.get('application/xhtml+xml') ?? weights.get('text/*')
  const json = weights.get('application/json')
  if (page === undefined && json !== undefined && json > 0) return false
  const weight = page ?? weights.get('*/*') ?? 0
  return weight > 0 && weight >= (json ?? 0)
}
