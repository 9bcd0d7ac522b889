import { useIsEmbedded } from '#components/patterns/page/role.tsx'
import { readIdQuery } from '#lib/utils/ids/id-part.ts'

/** Says below a search for a name that a remote service may not know all of its spellings; nothing for IDs and dates. */
export function LetterNote({ texts }: { texts: readonly string[] }) {
  const isEmbedded = useIsEmbedded()
  if (isEmbedded || !texts.some((text) => /\p{L}{2}/u.test(text) && readIdQuery(text) === null)) return null
  return (
    <p className="text-sm text-ink-3">This service may need the exact spelling. Common variants were tried, too.</p>
  )
}
