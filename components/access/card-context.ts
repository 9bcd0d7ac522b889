import type { AllowSecret } from '#components/patterns/secret/secret-field.tsx'

/** Whom the cards are about, and who is asked before a secret is seen. */
export interface AccessCardContext {
  environment: string
  user_id: string
  allow: AllowSecret
}
