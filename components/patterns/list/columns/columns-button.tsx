import { Columns3 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import type { ColumnsChoice } from './use-columns.ts'

const loadPanel = () => import('./columns-panel.tsx')
const ColumnsPanel = lazyPart(loadPanel, 'ColumnsPanel')

/** Opens the choice of columns; its code comes when somebody is about to. */
export function ColumnsButton(choice: ColumnsChoice) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        icon={Columns3}
        ref={trigger}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onHoverStart={() => void loadPanel()}
        onPress={() => setOpen(true)}
      >
        <span className="max-rail:sr-only">Columns</span>
      </Button>
      {isOpen && <ColumnsPanel {...choice} trigger={trigger} onClose={() => setOpen(false)} />}
    </>
  )
}
