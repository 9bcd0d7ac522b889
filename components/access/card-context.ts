import type { AllowSecret } from '#components/patterns/secret/secret-field.tsx'

/** The user that the cards act for, and the check that runs before a secret is shown. */
export interface AccessCardContext {
  environment: string
  user_id: string
  allow: AllowSecret
}
