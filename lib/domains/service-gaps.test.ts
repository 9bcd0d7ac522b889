import { expect, test } from 'vitest'
import { gaps } from './service-gaps.ts'

const HEAD = `# Gaps in the specification

What the specification leaves open, and what this project does there. Made of \`gaps.ts\` of each domain and
\`lib/kernel/gaps/wire.ts\` by \`npm run test:unit -- lib/domains/service-gaps.test.ts -u\`.

| gap | where | what the project does |
|---|---|---|
`

test('service-gaps.md is the list of gaps', async () => {
  const rows = gaps.map(
    ({ name, section, decision }) => `| ${name} | ${section} | ${decision.replaceAll('|', '\\|')} |\n`,
  )
  await expect(HEAD + rows.join('')).toMatchFileSnapshot('service-gaps.md')
})
