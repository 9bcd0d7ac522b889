/** Counts the tests for `npm test`; one that passed without an `expect` of its own has failed. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FullResult, Reporter, Suite, TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter'

const REPORT = fileURLToPath(new URL('../../.results/e2e.json', import.meta.url))

/** Expectations of hooks and fixtures are the same for every test and say nothing about this one. */
function asserts(steps: TestStep[]): boolean {
  return steps.some(
    (step) => step.category === 'expect' || (!['hook', 'fixture'].includes(step.category) && asserts(step.steps)),
  )
}

export default class CountingReporter implements Reporter {
  #suite: Suite | null = null
  readonly #asserting = new Set<TestCase>()
  /** Errors outside of any test: a file that does not load, a server that does not stop. */
  readonly #failures: string[] = []

  printsToStdio(): boolean {
    return false
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (asserts(result.steps)) this.#asserting.add(test)
  }

  onError(error: TestError): void {
    this.#failures.push(error.stack ?? error.message ?? String(error.value))
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const tests = this.#suite?.allTests() ?? []
    const passed = tests.filter((test) => ['expected', 'flaky'].includes(test.outcome()) && this.#asserting.has(test))
    const retried = passed.filter((test) => test.outcome() === 'flaky').map(failureText)
    const skipped = tests.filter((test) => test.outcome() === 'skipped')
    const failed = tests.filter((test) => !passed.includes(test) && !skipped.includes(test))
    const failures = [...this.#failures, ...failed.map(failureText)]
    for (const test of failed.filter((one) => one.outcome() === 'expected'))
      process.stdout.write(`${failureText(test)}\n`)
    mkdirSync(dirname(REPORT), { recursive: true })
    const counts = { passed: passed.length, failed: failures.length, skipped: skipped.length }
    writeFileSync(REPORT, `${JSON.stringify({ ...counts, failures, retried }, null, 2)}\n`)
    return { status: status === 'passed' && failures.length > 0 ? 'failed' : status }
  }
}

function failureText(test: TestCase): string {
  const errors = test.results.flatMap(({ errors: list }) => list.map((error) => error.stack ?? error.message ?? ''))
  const why = errors.length > 0 ? errors.join('\n') : 'It passed without an assertion.'
  return `${test.location.file}:${test.location.line}: ${test.titlePath().slice(3).join(' › ')}\n${why}`
}
