// Code samples of a request in each language of the pages. They run unchanged if the token is in `$TOKEN`, `token` or `$token`,
// and need only the standard library of the language.

import type { Call } from './call.ts'
import { enclose, JAVASCRIPT, literal, PHP } from './literal.ts'

const JSON_FIELD = ['Content-Type', 'application/json'] as const

/** The header fields of all languages. The token is written differently in each language. */
const fieldsOf = ({ headers, body }: Call): readonly (readonly [name: string, value: string])[] => [
  ...(body === undefined ? [] : [JSON_FIELD]),
  ...Object.entries(headers),
]

export const inCurl = (call: Call): string => {
  const { method, url, body, needsToken } = call
  const defaultMethod = body === undefined ? 'GET' : 'POST'
  return [
    // A URL with characters that the shell interprets needs quotes.
    `curl -s ${/[?&{}]/.test(url) ? `'${url}'` : url}`,
    ...(method === defaultMethod ? [] : [`  -X ${method}`]),
    ...fieldsOf(call).map(([name, value]) => `  -H '${name}: ${value}'`),
    ...(needsToken ? ['  -H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined ? [] : [`  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`]),
  ].join(' \\\n')
}

export const inJavascript = (call: Call): string => {
  const { method, url, body, needsToken } = call
  const headers = [
    ...fieldsOf(call).map(([name, value]) => JAVASCRIPT.field(name, JAVASCRIPT.text(value))),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the sample's template, not this one's.
    ...(needsToken ? ['Authorization: `Bearer ${token}`'] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length === 0 ? [] : [`headers: ${enclose(JAVASCRIPT.object, headers, JAVASCRIPT, JAVASCRIPT.step)}`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${literal(body, JAVASCRIPT, JAVASCRIPT.step)})`]),
  ]
  const first = JAVASCRIPT.text(url)
  const args = options.length === 0 ? `(${first})` : `(${first}, {\n${options.map((it) => `  ${it},\n`).join('')}})`
  return `const response = await fetch${args}\nconst result = await response.json()`
}

export const inPhp = (call: Call): string => {
  const { method, url, body, needsToken } = call
  const headers = [
    ...fieldsOf(call).map(([name, value]) => PHP.text(`${name}: ${value}`)),
    ...(needsToken ? ['"Authorization: Bearer $token"'] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}'`]),
    'CURLOPT_RETURNTRANSFER => true',
    ...(headers.length === 0 ? [] : [`CURLOPT_HTTPHEADER => ${enclose(['[', ']'], headers, PHP, PHP.step)}`]),
    ...(body === undefined ? [] : [`CURLOPT_POSTFIELDS => json_encode(${literal(body, PHP, PHP.step)})`]),
  ]
  return `$curl = curl_init(${PHP.text(url)});
curl_setopt_array($curl, [
${options.map((it) => `${PHP.step}${it},\n`).join('')}]);
$result = json_decode(curl_exec($curl), true);`
}
