import { describe, expect, test } from 'vitest'
import { blankProblem, filledText, MESSAGES, messageHref, messageTexts, TEMPLATES } from './messages.ts'

describe.each(TEMPLATES)('the default texts of %s', (template) => {
  const { label: _, blank, ...texts } = MESSAGES[template]
  test('can be saved, and have one value', () => {
    expect(messageTexts.safeParse(texts).success).toBe(true)
    for (const words of [texts.email_text, texts.sms_text]) {
      expect(blankProblem(template, words)).toBeNull()
      expect(filledText(template, words, 'VALUE')).toBe(words.replace(blank, 'VALUE'))
    }
  })
})

test.each([
  ['no blank', 'Open your portal.', 'Put {link} where the value goes.'],
  ['another’s blank', 'Open {link} by {visit_time}.', 'Use no braces except in {link}.'],
  ['half a blank', 'Open {link} or {', 'Use no braces except in {link}.'],
  ['a stray brace', 'Open {link}}', 'Use no braces except in {link}.'],
  ['a blank twice', '{link} {link}', null],
])('%s', (_, words, problem) => {
  expect(blankProblem('portal_link', words)).toBe(problem)
})

test('a value is put in as it is, whatever signs it has', () => {
  expect(filledText('portal_link', 'At {link}', 'https://a.test/$&{link}')).toBe('At https://a.test/$&{link}')
})

test.each([
  ['sms', '+1 (602) 555-0143', 'sms:+16025550143?&body=A%26b%0Ac%3F'],
  ['email', 'a+b@mail.example', 'mailto:a%2Bb%40mail.example?subject=Hi%20%26%20more&body=A%26b%0D%0Ac%3F'],
] as const)('%s has nothing but its receiver and its text in the address', (channel, to, href) => {
  expect(messageHref(channel, to, { email_title: 'Hi & more', body: 'A&b\nc?' })).toBe(href)
})

test('an email address can’t add receivers or fields', () => {
  const href = messageHref('email', 'a@mail.example?bcc=b@mail.example', { email_title: 'S', body: 'B' })
  expect(new URL(href).searchParams.has('bcc')).toBe(false)
})
