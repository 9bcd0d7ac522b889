/** Traces where they are wanted: only then are the libraries for them loaded. */
import type { Logger } from 'pino'
import type { Config } from '#lib/config.ts'
import { NO_TRACING, type Tracing } from '#lib/platform/trace/tracing-port.ts'

/** Returns the configured tracing, or one that does nothing. The exporter's libraries are loaded only when needed. */
export async function openTracing(config: Config['tracing'], log: Logger): Promise<Tracing> {
  if (!config) return NO_TRACING
  const { startTracing } = await import('./tracing-otlp.ts')
  return startTracing(config, log)
}
