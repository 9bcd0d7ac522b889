import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'

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
