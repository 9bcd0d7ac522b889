/** How a patient prepares for a lab test, and whom to call at its lab: beside orders and bookings, and on paper. */
import { useQuery } from '@tanstack/react-query'
import type { Fact } from '#components/patterns/page/section-card.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { type CatalogEntry, TEST_TEXT_NAMES, TEST_TEXTS } from '#lib/domains/catalog/catalog.ts'
import { entryOfTest, useCatalogEntries } from '#lib/domains/catalog/use-catalog.ts'
import { getContactBook, type Partner, partnerNamed } from '#lib/domains/contacts/contact-book.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'

type LabTest = Parameters<typeof entryOfTest>[1]

/** Returns what the catalog and the contacts know of a test; `isRead` once both have answered or failed. */
export function useLabTest(environment: string, lab_test: LabTest) {
  const { entries, problem, nameOf } = useCatalogEntries(environment)
  const book = useQuery(consoleQuery(getContactBook, { params: { environment } }, {}))
  const entry = entryOfTest(entries, lab_test)
  const partners = book.data?.partners ?? []
  return {
    entry,
    partners,
    lab: partnerNamed(partners, 'lab', entry?.lab_id ? nameOf('lab', entry.lab_id) : null),
    isRead: (entries !== null || problem !== null) && !book.isPending,
    problem,
  }
}

/** Returns the texts of a test that are there, and that its preparation isn't known. */
export function testFacts({ entry, isRead, problem }: ReturnType<typeof useLabTest>): Fact[] {
  const unknown = problem === null ? 'not in the catalog' : 'the catalog didn’t load'
  return TEST_TEXT_NAMES.flatMap((name) => {
    const text = entry?.[name]
    const { label } = TEST_TEXTS[name]
    if (text) return [{ label, value: <span className="break-words whitespace-pre-wrap">{text}</span> }]
    return name === 'preparation' && isRead ? [{ label, value: <NoValue word={unknown} /> }] : []
  })
}

/** On paper for the patient: the test, and how to prepare as far as the catalog says it. */
export function PrintedTest({ name, entry }: { name: string; entry: CatalogEntry | undefined }) {
  const texts = [entry?.preparation, entry?.sample && `Sample: ${entry.sample}`, entry?.remarks].filter(Boolean)
  return (
    <section>
      <h2 className="text-[16px]/6 font-control">Your test</h2>
      <p className={texts.length > 0 ? 'font-heading' : undefined}>{name}</p>
      {texts.map((text) => (
        <p key={text} className="whitespace-pre-wrap">
          {text}
        </p>
      ))}
    </section>
  )
}

/** On paper for the patient: a company's number, hours and how to cancel, without the team's own note. */
export function PrintedPartner({ partner, title }: { partner: Partner | undefined; title: string }) {
  if (!partner) return null
  const { name, phone_number, hours, email, how_to_cancel } = partner
  return (
    <section>
      <h2 className="text-[16px]/6 font-control">{title}</h2>
      <p>{[name, phone_number, email].filter(Boolean).join(', ')}</p>
      {hours && <p>{hours}</p>}
      {how_to_cancel && <p className="whitespace-pre-wrap">{how_to_cancel}</p>}
    </section>
  )
}
