import { Building2, FlaskConical, IdCard, type LucideIcon } from 'lucide-react'
import type { CatalogEntry, CatalogKind } from '#lib/domains/catalog/catalog.ts'

interface KindLabels {
  one: string
  many: string
  icon: LucideIcon
  id: string
}

export const KIND: Readonly<Record<CatalogKind, KindLabels>> = {
  lab: { one: 'lab', many: 'labs', icon: Building2, id: 'A whole number, such as 12.' },
  lab_test: { one: 'lab test', many: 'lab tests', icon: FlaskConical, id: 'A UUID from the service.' },
  lab_account: { one: 'lab account', many: 'lab accounts', icon: IdCard, id: 'A UUID from the service.' },
}

export const ORIGIN: Readonly<Record<CatalogEntry['origin'], { label: string; hint: string }>> = {
  seed: { label: 'Sandbox', hint: 'From the sandbox.' },
  learned: { label: 'Learned', hint: 'Read from the service’s answers.' },
  person: { label: 'Named here', hint: 'Named by a person. Automatic names don’t replace it.' },
}

export const capital = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
