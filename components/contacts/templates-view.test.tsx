import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import {
  changeMessageTemplate,
  listMessageTemplates,
  MESSAGES,
  type MessageTemplate,
  TEMPLATES,
} from '#lib/domains/contacts/messages.ts'
import { TemplatesView } from './templates-view.tsx'

const HERE = { environment: 'test' }
let templates: MessageTemplate[] = []
const sent: unknown[] = []

beforeEach(() => {
  sent.length = 0
  templates = TEMPLATES.map((template) => {
    const { label: _, blank: __, ...texts } = MESSAGES[template]
    return { template, version: 0, changed_at: null, changed_by: null, ...texts }
  })
  server.use(
    mock(at(listMessageTemplates, HERE), () => HttpResponse.json({ templates })),
    mock(at(changeMessageTemplate, { ...HERE, template: 'visit_time' }), async ({ request }) => {
      const { version, ...texts } = changeMessageTemplate.body.parse(await request.json())
      sent.push({ version, ...texts })
      const changed = { changed_at: '2026-11-19T20:00:00Z', changed_by: 'Ann Cole', version: version + 1, ...texts }
      templates = templates.map((one) => (one.template === 'visit_time' ? { ...one, ...changed } : one))
      return HttpResponse.json({ template: 'visit_time', ...changed })
    }),
  )
})

const show = (mayChange: boolean) =>
  renderPage(<TemplatesView environment="test" mayChange={mayChange} failure={null} />)
const card = async () => within(await screen.findByRole('region', { name: 'Visit time' }))

test('a text is changed over what was seen; one that can’t be filled in is refused at its field', async () => {
  show(true)
  const visit = await card()
  const sms = visit.getByRole('textbox', { name: 'SMS' })
  await userEvent.clear(sms)
  await userEvent.type(sms, 'See you soon.')
  await userEvent.click(visit.getByRole('button', { name: 'Save message' }))
  expect(await visit.findByText('Put {visit_time} where the value goes.')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.type(sms, ' On {{visit_time}.')
  await userEvent.click(visit.getByRole('button', { name: 'Save message' }))
  expect(await visit.findByText('Ann Cole')).toBeTruthy()
  expect(sent).toMatchObject([{ version: 0, sms_text: 'See you soon. On {visit_time}.' }])
})

test('whoever may not change them reads them', async () => {
  show(false)
  const visit = await card()
  expect(visit.getByText(MESSAGES.visit_time.sms_text)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})
