import { expect, test } from 'vitest'
import { curlOf } from './delivery-panel.tsx'

test('a command repeats the message, with a placeholder where its signature was', () => {
  const body = { data: { name: "Grace O'Hara", text: '$(rm) `x`' } }
  expect(curlOf('https://portal.test/hook?a=1&b=2', { message_id: 'msg_1' }, body).split('\n')).toEqual([
    `curl -X POST 'https://portal.test/hook?a=1&b=2' \\`,
    `  -H 'content-type: application/json' \\`,
    `  -H 'webhook-id: msg_1' \\`,
    `  -H "webhook-timestamp: $(date +%s)" \\`,
    `  -H 'webhook-signature: v1,SIGNATURE' \\`,
    `  --data-raw '{"data":{"name":"Grace O'\\''Hara","text":"$(rm) \`x\`"}}'`,
  ])
})

test('what a terminal would take for keys is escaped, in the URL too', () => {
  const text = '\u001b[201~\u007f\u0085\u009b201~\u202eab\u2066\nü'
  const command = curlOf(`https://portal.test/${text}`, { message_id: 'msg_1' }, { text })
  expect(command.replaceAll(' \\\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
  expect(command).toContain('https://portal.test/%1B[201~%7F%C2%85%C2%9B201~%E2%80%AEab%E2%81%A6%0Aü')
  const [, json = ''] = command.split("--data-raw '")
  expect(JSON.parse(json.slice(0, -1))).toEqual({ text })
})
