/** The build's last step: the empty database that a first start copies. */
import { makeBlank } from '#lib/platform/database/database.ts'

await makeBlank()
