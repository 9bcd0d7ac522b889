'use client'
import { Download, Printer } from 'lucide-react'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { comparedRows } from './compare-file.ts'
import type { Compared } from './compare-tests.ts'

interface CompareToolsProps {
  environment: string
  names: { a: string; b: string }
  text: string
  onSearch: (text: string) => void
  compared: Compared
}

/** Finds markers in both tests, and takes the comparison elsewhere: as a file, or on paper. */
export function CompareTools({ environment, names, text, onSearch, compared }: CompareToolsProps) {
  const { only_a, only_b, both } = compared
  const count = only_a.length + only_b.length + both.length
  const save = async () => {
    const [{ csvFile }, { fileName }] = await Promise.all([
      import('#lib/utils/text/csv.ts'),
      import('#lib/domains/audit/list-export.ts'),
    ])
    await saveFile(fileName('lab-test-comparison', environment), csvFile(comparedRows(compared, names)))
    toast({ kind: 'done', title: 'Exported.', text: countOf(count, 'row') })
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-4 py-2.5 rail:px-6 print:hidden">
      <SearchBox label="Name, slug, LOINC or provider ID" value={text} onSearch={onSearch} />
      <p role="status" className="text-ink-3">
        {text !== '' && `${countOf(count, 'match', 'matches')}`}
      </p>
      <span className="ml-auto flex flex-wrap gap-2">
        <Button isDisabled={count === 0} onPress={() => void save()}>
          <Download aria-hidden="true" className="size-4" strokeWidth={1.9} />
          Export CSV
        </Button>
        <Button onPress={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" strokeWidth={1.8} />
          Print
        </Button>
      </span>
    </div>
  )
}
