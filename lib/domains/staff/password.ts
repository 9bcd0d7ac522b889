/** What a password must be: the same for the page that asks for it, the server that takes it and the configuration. */

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128

/** The most common ones that are long enough, without the digits and marks people put around them. */
const COMMON = new Set(
  `administrator adminadmin adminadminadmin adminpassword changeme changemechangeme changemenow computer correcthorsebatterystaple
  football iloveyou iloveyouiloveyou iloveyouforever letmein letmeinletmein letmeinplease mypassword newpassword
  password passwordpassword passw0rd p@ssword p@ssw0rd pa$$word princess qwerty qwertyqwerty qwertyuiop qwertyuiopasdf
  qazwsxedcrfv qweasdzxc qweasdzxcrty 1qaz2wsx3edc zaq12wsxcde3 secret secretsecret secretpassword sunshine superman
  superpassword temporarypassword thisismypassword trustno1 welcome welcomewelcome welcome1234 vialdesk`.split(/\s+/),
)

/** Rows that fingers run along, both ways. */
const RUNS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
]

/** What is wrong with a password as one sentence; null when nothing is. */
export function passwordProblem(password: string, email: string): string | null {
  if (password.length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`
  if (password.length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`
  const lower = password.toLowerCase()
  const local = email.split('@')[0]?.trim().toLowerCase() ?? ''
  if (local.length >= 3 && lower.includes(local)) return 'Do not use a part of the e-mail address.'
  if (isRepeated(lower) || isRun(lower) || isCommon(lower))
    return 'This is one of the first passwords that are guessed.'
  return null
}

/** One piece of up to four characters, again and again. */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+$/u.test(text)
}

function isRun(text: string): boolean {
  return RUNS.some((run) => run.includes(text) || [...run].reverse().join('').includes(text))
}

function isCommon(text: string): boolean {
  return COMMON.has(text) || COMMON.has(text.replace(/^[\d\W_]+|[\d\W_]+$/g, ''))
}
