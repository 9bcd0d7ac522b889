import { Check, Minus } from 'lucide-react'
import { Tag } from '#components/ui/display/pill.tsx'
import { can, ROLE_LABELS, ROLES, type Role } from '#lib/domains/staff/roles.ts'
import { PERMISSION_LIST, PERMISSIONS } from '#lib/kernel/permissions.ts'

const ROWS = PERMISSION_LIST.map((permission) => ({ permission, words: PERMISSIONS[permission] }))

/** The very table by which the server decides, in words. */
export function RolesTable({ own }: { own: Role | null }) {
  return (
    <div className="p-4 rail:p-6">
      <p className="max-w-[70ch] pb-4 text-base text-ink-2">
        What each role can do. The server enforces this table. If you need more, ask an administrator.
      </p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with keys
        tabIndex={0}
        aria-label="Permissions"
        className="max-w-[980px] rounded-card border border-line bg-surface shadow-1 max-rail:hidden"
      >
        <table className="w-full border-collapse">
          <caption className="sr-only">Permissions of each role</caption>
          <thead>
            <tr>
              <th scope="col" className="border-b border-line px-4 py-2.5 text-left align-bottom font-control">
                Permission
              </th>
              {ROLES.map((role) => (
                <th
                  key={role}
                  scope="col"
                  className="w-[120px] border-b border-line px-2 py-2.5 align-bottom font-control"
                >
                  {ROLE_LABELS[role].label}
                  {role === own && (
                    <span className="block">
                      <Tag>Yours</Tag>
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(({ permission, words }) => (
              <tr key={permission} className="hover:bg-hover">
                <th scope="row" className="border-t border-line px-4 py-2 text-left font-text">
                  {words}
                </th>
                {ROLES.map((role) => (
                  <Cell key={role} may={can(role, permission)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <dl className="rounded-card border border-line bg-surface shadow-1 rail:hidden">
        {ROWS.map(({ permission, words }) => (
          <div key={permission} className="border-b border-line px-4 py-2.5 last:border-b-0">
            <dt className="font-control">{words}</dt>
            <dd className="text-ink-2">
              {ROLES.filter((role) => can(role, permission))
                .map((role) => ROLE_LABELS[role].label)
                .join(', ')}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Cell({ may }: { may: boolean }) {
  return (
    <td className="border-t border-line text-center" data-tone={may ? 'ok' : undefined}>
      {may ? (
        <Check className="inline text-tone-fg stroke-[2.2]" />
      ) : (
        <Minus className="inline text-ink-3 stroke-[1.6]" />
      )}
      <span className="sr-only">{may ? 'Yes' : 'No'}</span>
    </td>
  )
}
