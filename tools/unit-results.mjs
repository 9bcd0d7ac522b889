/** Counts Vitest's JSON report; a file that could not be loaded has no tests and counts as one that failed. */
export function readUnitTests({ testResults }) {
  const tests = testResults.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file: file.name })))
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failed = tests.filter((test) => test.status === 'failed')
  const passed = tests.filter((test) => test.status === 'passed')
  return {
    passed: passed.length,
    failed: failed.length + broken.length,
    skipped: tests.length - failed.length - passed.length,
    failures: [
      ...broken.map((file) => `${file.name}\n${file.message}`),
      ...failed.map((test) => `${test.file}: ${test.fullName}\n${test.failureMessages.join('\n')}`),
    ],
  }
}
