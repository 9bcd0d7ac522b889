/**
 * Reads JSON while it arrives: counts values and levels on the raw bytes, and parses the lists of an object in short
 * pieces, so that no body holds up others for longer than a small one does. Our own: `JSON.parse` takes all at once, and
 * streaming parsers build values token by token, ten times slower. Whatever is JSON or not is for `JSON.parse` to say.
 */

import type { ValidationIssue } from '#lib/kernel/error-body.ts'
import { DEEPEST, MOST, TOO_DEEP, TOO_MANY, unstorable } from '#lib/kernel/storable.ts'
import { parseJson } from '#lib/utils/text/bytes.ts'

/** Bytes of entries that are parsed at once. */
const PIECE = 16 * 1024
/** Characters of one entry of a list, and of all that is in no list: what a body without a list may have. */
const LARGEST = 64 * 1024

const [QUOTE, COMMA, BACKSLASH, SPACE] = [0x22, 0x2c, 0x5c, 0x20]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

const MALFORMED: ValidationIssue = { loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' }
const NOT_UTF8: ValidationIssue = { loc: ['body'], msg: 'The body is not UTF-8.', type: 'json_invalid' }
const TOO_LARGE: ValidationIssue = {
  loc: ['body'],
  msg: `A body of this size is a list of entries of at most ${LARGEST / 1024} KiB each.`,
  type: 'too_large',
}

export interface ReadJson {
  /** Undefined for an empty text, and where there is an issue. */
  value: unknown
  issue: ValidationIssue | null
}

export interface JsonReader {
  /** Takes the next bytes, no more than 64 KiB at once. */
  take(bytes: Uint8Array): void
  end(): ReadJson
}

/** Returns a reader of one text. The lists of the outermost object are read in pieces, everything else at the end. */
export function createJsonReader(): JsonReader {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })
  const lists: unknown[][] = []
  /** The text with a number in place of the entries of each list, and the entries that are not parsed yet. */
  let outside = ''
  let inside = ''
  let list: unknown[] | null = null
  let depth = 0
  let values = 1
  let isText = false
  let isEscaped = false
  let isOpened = false
  let root = 0
  let issue: ValidationIssue | null = null
  /** Place of text that no database stores: its list, and its position there. */
  let found: { list: number; loc: ValidationIssue['loc']; issue: ValidationIssue } | null = null

  /** A byte of another encoding would become a question mark in somebody's name. */
  function decoded(bytes?: Uint8Array, stream = false): string {
    try {
      return decoder.decode(bytes, { stream })
    } catch {
      issue ??= NOT_UTF8
      return ''
    }
  }

  function keep(bytes: Uint8Array, isEnd: boolean) {
    const text = decoded(bytes, !isEnd)
    if (list) inside += text
    else outside += text
  }

  /** Parses the entries so far; a comma stands before or behind them, so there must be some. */
  function cut(into: unknown[], isLast: boolean) {
    const entries = parseJson(`[${inside}]`)
    inside = ''
    if (!Array.isArray(entries) || (entries.length === 0 && !(isLast && into.length === 0))) {
      issue ??= MALFORMED
      return
    }
    const bad = found ? null : unstorable('body', entries)
    if (bad) found = { list: lists.length, loc: [into.length + Number(bad.loc[1]), ...bad.loc.slice(2)], issue: bad }
    for (const entry of entries) into.push(entry)
  }

  /** Whether a byte is part of a text, its last quote included. */
  function isInText(byte: number): boolean {
    if (!isText) return false
    if (isEscaped) isEscaped = false
    else if (byte === BACKSLASH) isEscaped = true
    else if (byte === QUOTE) isText = false
    return true
  }

  function count(byte: number) {
    const isFirst = isOpened && byte !== CLOSE_LIST && byte !== CLOSE_OBJECT
    isOpened = byte === OPEN_LIST || byte === OPEN_OBJECT
    if (isFirst && depth >= DEEPEST) issue ??= TOO_DEEP
    if (isFirst || byte === COMMA) values += 1
    if (values > MOST) issue ??= TOO_MANY
  }

  /** Looks at one byte outside of texts; true where a list of the object begins or ends there, or one of its entries. */
  function isBoundary(byte: number): boolean {
    count(byte)
    if (byte === QUOTE) isText = true
    if (byte === COMMA) return list !== null && depth === 2
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1
      if (depth === 1) root = byte
      return depth === 2 && root === OPEN_OBJECT && byte === OPEN_LIST
    }
    if (byte !== CLOSE_LIST && byte !== CLOSE_OBJECT) return false
    depth -= 1
    return list !== null && depth === 1
  }

  /** Returns where what is not kept yet begins. */
  function part(bytes: Uint8Array, from: number, at: number): number {
    const byte = bytes[at]
    if (byte === OPEN_LIST) {
      keep(bytes.subarray(from, at + 1), true)
      list = []
      return at + 1
    }
    if (!list || (byte === COMMA && inside.length + at - from < PIECE)) return from
    keep(bytes.subarray(from, at), true)
    cut(list, byte !== COMMA)
    if (byte === COMMA) return at + 1
    outside += lists.length
    lists.push(list)
    list = null
    return at
  }

  return {
    take(bytes) {
      let from = 0
      for (let at = 0; at < bytes.length && !issue; at += 1) {
        const byte = bytes[at] ?? 0
        if (!isInText(byte) && byte > SPACE && isBoundary(byte)) from = part(bytes, from, at)
      }
      if (issue) return
      keep(bytes.subarray(from), false)
      if (outside.length > LARGEST || inside.length > LARGEST + PIECE) issue = TOO_LARGE
    },

    end() {
      if (issue) return { value: undefined, issue }
      if (list) return { value: undefined, issue: MALFORMED }
      const text = `${outside}${decoded()}`.replace(/^\uFEFF/, '')
      if (issue) return { value: undefined, issue }
      if (text === '') return { value: undefined, issue: null }
      const value = parseJson(text)
      if (value === undefined) return { value, issue: MALFORMED }
      const bad = unstorable('body', value)
      if (bad) return { value: undefined, issue: bad }
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return filled(value, lists, found)
      return { value, issue: null }
    },
  }
}

/** Puts the lists where their numbers stand; what one of them must not hold is named by its place. */
function filled(
  value: object,
  lists: readonly unknown[][],
  found: { list: number; loc: ValidationIssue['loc']; issue: ValidationIssue } | null,
): ReadJson {
  for (const [key, held] of Object.entries(value)) {
    if (!Array.isArray(held)) continue
    const at = Number(held[0])
    if (found?.list === at) return { value: undefined, issue: { ...found.issue, loc: ['body', key, ...found.loc] } }
    // A key may be `__proto__`: assigning to it would do something else.
    Object.defineProperty(value, key, { value: lists[at], enumerable: true, writable: true, configurable: true })
  }
  return { value, issue: null }
}
