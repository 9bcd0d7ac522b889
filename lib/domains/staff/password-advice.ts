/** What the page says about a password while it is typed. Large, with its dictionaries: imported only when someone types. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { ownWords, type PasswordOwner, type PasswordProblem, passwordProblems } from './password-check.ts'

export interface PasswordAdvice {
  /** As the server finds them. */
  faults: PasswordProblem[]
  /** From 0, guessed at once, to 4; at most 1 where there are faults. */
  score: number
}

/** More characters take long and say nothing new. */
const CHECKED_CHARS = 64

const meter = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** Returns what is wrong with a password and how hard it is to guess. */
export function adviseOn(password: string, owner: PasswordOwner): PasswordAdvice {
  const faults = passwordProblems(password, owner)
  const { score } = meter.check(password.slice(0, CHECKED_CHARS), ownWords(owner))
  return { faults, score: faults.length > 0 ? Math.min(score, 1) : score }
}
