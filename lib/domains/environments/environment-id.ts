/** Which environment a call to the console is about. */
import { z } from 'zod'

export const environmentId = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/)

/** Path parameters of endpoints that belong to one environment. */
export const inEnvironment = z.object({ environment: environmentId })
