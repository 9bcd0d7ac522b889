/** Order searches of services that compare letter by letter: every likely spelling is asked for, and the answers are one. */

import { z } from 'zod'
import { listOrders } from '#lib/domains/orders/order.ts'
import { parseJson } from '#lib/utils/text/bytes.ts'
import { latinLetters, likelySpellings } from '#lib/utils/text/typed-text.ts'
import { compareInstants } from '#lib/utils/time/instants.ts'
import { type Upstream, type UpstreamRequest, type UpstreamResponse, wholeBody } from './upstream.ts'

/** Rows of each spelling that are read to merge them; of more, the likeliest spelling stands alone, and is named. */
const MOST = 500
const PAGE = 100
/** Rows from which on equal pages of equal totals are of equal results; fewer say so only where they are all. */
const SURE = 20

/** One malformed order must not hide what the other spellings found: it goes to the page, which says that it can’t be read. */
const found = z.looseObject({
  orders: z.array(z.looseObject({ id: z.string().catch(''), created_at: z.string().catch('') })),
  total: z.int().min(0).nullish(),
})
type Found = z.infer<typeof found>

interface Answer {
  query: URLSearchParams
  response: UpstreamResponse
  bytes: Uint8Array
  /** Null for an answer that isn't one of a search. */
  found: Found | null
}

/** Returns the service, asked for an order search in each spelling that its texts may have there. */
export function askingSpellings(upstream: Upstream): Upstream {
  return async (request) => {
    const [path, search] = request.path.split('?')
    if (request.method !== 'GET' || path !== listOrders.path || search === undefined) return upstream(request)
    const queries = spelled(new URLSearchParams(search))
    if (queries.length === 1) return upstream({ ...request, path: `${path}?${queries[0]}` })
    const ask = (query: URLSearchParams) => answerTo(upstream, { ...request, path: `${path}?${query}` })
    const answers = await Promise.all(queries.map(ask))
    const [first] = answers
    const broken = answers.find((answer) => answer.found === null)
    if (broken || !first) return whole(broken ?? first)
    const any = answers.filter((answer) => isAny(answer.found))
    // A service that takes two spellings for one gives the same answer to both.
    const some = any.filter((answer, at) => !any.slice(0, at).some((before) => isSame(before.found, answer.found)))
    if (some.length <= 1) return whole(some[0] ?? first)
    const merged = await mergedOf(some, ask)
    const only = some[0] && { ...some[0].found, only_spelling: textOf(some[0].query) }
    return whole({ ...first, bytes: new TextEncoder().encode(JSON.stringify(merged ?? only)) })
  }
}

/** Orders without an ID are never the same. */
const keyOf = (order: Found['orders'][number]) => order.id || order

const isAny = (answer: Found | null) => answer !== null && (answer.total ?? answer.orders.length) > 0

/** An empty page says nothing of the others. */
function isSame(one: Found | null, other: Found | null): boolean {
  if (!one?.orders[0] || one.total !== other?.total || one.orders.length !== other?.orders.length) return false
  if (one.orders.length < SURE && one.orders.length !== one.total) return false
  return one.orders.every(({ id }, at) => id !== '' && id === other.orders[at]?.id)
}

/** Returns the first text that a query asks for. */
const textOf = (query: URLSearchParams) => listOrders.personal.flatMap((key) => query.get(key) || [])[0] ?? ''

const capital = (letter: string) => letter.toUpperCase()

/** Every text is spelled alike: a search for a name and its recipient asks for both in the same way. */
function spelled(query: URLSearchParams): URLSearchParams[] {
  const texts = listOrders.personal.flatMap((key) => {
    const text = query.get(key)
    if (text === null) return []
    const [likely = text, ...others] = likelySpellings(text)
    const asOnOrders = /\d|\p{Lu}/u.test(likely) ? likely : likely.replace(/(?<!\p{L})\p{L}/gu, capital)
    return [{ key, spellings: [...new Set([likely, asOnOrders, accentedNames(asOnOrders), ...others])] }]
  })
  const count = Math.max(1, ...texts.map(({ spellings }) => spellings.length))
  return Array.from({ length: count }, (_, at) => {
    const one = new URLSearchParams(query)
    for (const { key, spellings } of texts) one.set(key, spellings[at] ?? spellings[0] ?? '')
    return one
  })
}

/** Returns the page asked for of all that was found, each order once; null where that is too much to read. */
async function mergedOf(answers: readonly Answer[], ask: (query: URLSearchParams) => Promise<Answer>) {
  if (answers.some((answer) => (answer.found?.total ?? MOST + 1) > MOST)) return null
  const [first] = answers
  const orders = new Map<unknown, Found['orders'][number]>()
  for (const { query, found: page } of answers) {
    for (let number = 1; (number - 1) * PAGE < (page?.total ?? 0); number += 1) {
      const next = new URLSearchParams(query)
      next.set('page', String(number))
      next.set('size', String(PAGE))
      const { found: read } = await ask(next)
      if (read === null) return null
      for (const order of read.orders) orders.set(keyOf(order), orders.get(keyOf(order)) ?? order)
    }
  }
  const query = first?.query ?? new URLSearchParams()
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 50)]
  const way = query.get('order_direction') === 'asc' ? 1 : -1
  const byTime = (query.get('order_key') ?? 'created_at') === 'created_at'
  const all = [...orders.values()]
  if (byTime) all.sort((a, b) => way * compareInstants(a.created_at, b.created_at))
  return { ...first?.found, orders: all.slice((page - 1) * size, page * size), total: all.length, page, size }
}

async function answerTo(upstream: Upstream, request: UpstreamRequest): Promise<Answer> {
  const response = await upstream(request)
  const bytes = await wholeBody(response.body)
  const query = new URLSearchParams(request.path.split('?')[1])
  return {
    query,
    response,
    bytes,
    found: response.status === 200 ? (found.safeParse(parseJson(bytes)).data ?? null) : null,
  }
}

function whole(answer: Answer | undefined): UpstreamResponse {
  if (!answer) throw new Error('No spelling was asked for.')
  const { response, bytes } = answer
  return { ...response, header: (name) => (name === 'content-length' ? null : response.header(name)), body: [bytes] }
}

/** Accents of names as they are most often written in the US. */
const NAMES =
  'García Díaz Muñoz Peña Núñez Ibáñez Yáñez Ríos Solís Valdés Garzón Calderón Rincón Rendón León Chacón Colón Beltrán Galván Guzmán Durán Román Terán Millán Farías Macías Mejía Rentería Echeverría Begoña Ávila Ávalos Álvaro Ángel Ángela Óscar José María Jesús Andrés Inés Moisés Sofía Lucía Rocío Raúl Saúl Iván Adrián Julián Sebastián Fabián Germán Hernán Damián Martín Joaquín Agustín Benjamín Valentín Tomás Nicolás Matías Elías Isaías Zacarías Héctor Víctor César Rubén Belén Mónica Verónica Angélica Bárbara Débora Ramón Simón Aarón Asunción Concepción Encarnación René Renée André Chloé Zoë Noël Noëlle Joël François Françoise Hélène Thérèse Élise Éric Aimée Anaïs'
const ACCENTED: ReadonlyMap<string, string> = new Map(
  NAMES.split(' ').map((name): [string, string] => [latinLetters(name).toLowerCase(), name]),
)
/** The vowel before -ez. */
const STRESSED = /[aeiou](?=[^aeiou\P{L}]{1,3}ez$)/iu

/** `Jose Martinez` is `José Martínez`. */
function accentedNames(text: string): string {
  return text.replace(/\p{L}{3,}/gu, (word) => {
    const name =
      ACCENTED.get(word.toLowerCase()) ?? word.replace(STRESSED, (vowel) => `${vowel}\u0301`.normalize('NFC'))
    if (word === word.toLowerCase()) return name.toLowerCase()
    return word === word.toUpperCase() ? name.toUpperCase() : name
  })
}
