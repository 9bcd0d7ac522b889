/** Configurations for tests: what is wrong with one, and an environment of it. */
import { BadConfiguration, readConfig } from '#lib/config.ts'

/** Returns the lines that name a problem; empty for a configuration that can be used. */
export function problems(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return error instanceof BadConfiguration ? error.message.split('\n').slice(1) : ['another error']
  }
}

/** `SERVICE_ENVIRONMENTS` with these. */
export const list = (...environments: object[]) => ({ SERVICE_ENVIRONMENTS: JSON.stringify(environments) })
export const remote = {
  id: 'production',
  label: 'Production',
  kind: 'production',
  base_url: 'https://api.service.test/',
}
