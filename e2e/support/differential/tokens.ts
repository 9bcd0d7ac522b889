/** The parts of a text that differ each time it is made: random ids, secrets, instants and hosts. */

type TokenKind = 'id' | 'instant' | 'origin'

interface Token {
  kind: TokenKind
  text: string
}

const ORIGIN = String.raw`https?:\/\/[\w.-]+(?::\d+)?`
const INSTANT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)`
const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
/** A secret, a cursor or an id of another form: long, with a digit and a letter in it. */
const OPAQUE = String.raw`(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{16,}`
/** The cursor of a list in order of time. */
const CURSOR = String.raw`\d{13}\.${UUID}`
const TOKEN = new RegExp(
  `(?<origin>${ORIGIN})|(?<instant>${INSTANT})|(?<id>(?<![\\w-])(?:${CURSOR}|${UUID}|${OPAQUE})(?![\\w-]))`,
  'g',
)

/** The tokens of a text, and the text around them: one part more than there are tokens. */
export function tokensIn(text: string): { tokens: Token[]; around: string[] } {
  const tokens: Token[] = []
  const around: string[] = []
  let from = 0
  for (const match of text.matchAll(TOKEN)) {
    around.push(text.slice(from, match.index))
    tokens.push({ kind: kindOf(match.groups), text: match[0] })
    from = match.index + match[0].length
  }
  return { tokens, around: [...around, text.slice(from)] }
}

function kindOf(groups: Record<string, string> | undefined): TokenKind {
  if (groups?.origin !== undefined) return 'origin'
  return groups?.instant === undefined ? 'id' : 'instant'
}

/** The text with every id that `known` has replaced by what stands there. */
export function replaceIds(text: string, known: ReadonlyMap<string, string>): string {
  return text.replace(TOKEN, (token) => known.get(token) ?? token)
}
