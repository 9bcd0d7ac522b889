import { Check, ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import {
  Button,
  ComboBox,
  FieldError,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  Text,
} from 'react-aria-components'
import { Button as ActionButton } from '#components/ui/button/button.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { labelStyle } from '#components/ui/field/field.tsx'
import { KNOWN_PROVIDERS, providerName } from '#lib/domains/connections/providers.ts'
import { isNamedLike, plainSigns } from '#lib/utils/text/typed-text.ts'

interface PickerProps {
  label: string
  placeholder: string
  hint?: ReactNode
  options: readonly SourceOption[]
  isDisabled?: boolean
  problem: string | undefined
}

function SourceItem({ source: { slug, name } }: { source: SourceOption }) {
  return (
    <ListBoxItem
      id={slug}
      textValue={name}
      className="flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2.5 py-1 outline-none data-focused:bg-hover max-rail:min-h-11"
    >
      {({ isSelected }) => (
        <>
          <span className="min-w-0 flex-1">
            <Verbatim className="block truncate">{name}</Verbatim>
            <Verbatim className="block truncate font-mono text-xs text-ink-3">{slug}</Verbatim>
          </span>
          <Check data-tone="ok" className={isSelected ? 'size-4 shrink-0 text-tone-fg' : 'size-4 shrink-0 opacity-0'} />
        </>
      )}
    </ListBoxItem>
  )
}

function SourceGroup({ title, sources }: { title: string; sources: readonly SourceOption[] }) {
  if (sources.length === 0) return null
  return (
    <ListBoxSection>
      <Header className="px-2.5 pt-1.5 pb-1 text-xs font-control text-ink-3">{title}</Header>
      {sources.map((source) => (
        <SourceItem key={source.slug} source={source} />
      ))}
    </ListBoxSection>
  )
}

/** The list below the box: what matches by name or by slug, and the slug itself where none is known. */
function Sources({ options, text }: { options: readonly SourceOption[]; text: string }) {
  const typed = typedSlug(text, options)
  return (
    <Popover className="w-(--trigger-width) min-w-60 overflow-hidden rounded-pop border border-line-2 bg-surface shadow-3">
      <ListBox
        className="max-h-80 overflow-y-auto p-1.5 outline-none"
        renderEmptyState={() => <p className="px-2.5 py-2 text-ink-3">No source matches.</p>}
      >
        <SourceGroup title="This patient’s sources" sources={options.filter(({ mine }) => mine)} />
        <SourceGroup title="Other sources" sources={options.filter(({ mine }) => !mine)} />
        {typed && <SourceGroup title="Use as typed" sources={[typed]} />}
      </ListBox>
    </Popover>
  )
}

/** Matches the name, and the slug, which is no part of the text that is put into the box. */
function matching(options: readonly SourceOption[], text: string) {
  const typed = typedSlug(text, options)
  return (name: string, input: string) => {
    if (isNamedLike([name], input) || name === typed?.name) return true
    return options.some((option) => option.name === name && isNamedLike([name, option.slug], input))
  }
}

/** With several options, Tab would select or clear the highlighted one; here it only moves focus. */
const leave = (event: KeyboardEvent) => event.key === 'Tab' && event.stopPropagation()

interface BoxProps {
  placeholder: string
  several?: boolean
  ref?: Ref<HTMLInputElement>
}

function Box({ placeholder, several = false, ref }: BoxProps) {
  return (
    <span className="relative flex min-w-0 flex-1 items-center">
      <Input
        {...(ref && { ref })}
        placeholder={placeholder}
        {...(several && { onKeyDownCapture: leave })}
        className={`${boxStyle} h-8 truncate pr-9 pl-2.5 text-sm max-rail:h-11 max-rail:text-lg`}
      />
      <Button className="absolute right-1 grid size-6 place-items-center rounded-tag text-ink-3 hover:bg-hover max-rail:size-9">
        <ChevronDown />
      </Button>
    </span>
  )
}

function Words({ hint }: { hint: ReactNode }) {
  return (
    <>
      {hint && (
        <Text slot="description" className="text-xs text-ink-3">
          {hint}
        </Text>
      )}
      <FieldError data-tone="bad" className="text-sm font-control text-tone-fg" />
    </>
  )
}

interface SourcePickerProps extends PickerProps {
  value: string | null
  onChange: (slug: string | null) => void
}

export function SourcePicker({ label, placeholder, hint, options, problem, value, onChange }: SourcePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const chosen = value ? nameOf(options, value) : ''
  const [typed, setTyped] = useState({ value, text: chosen })
  // The box doesn't sync its text when both text and value are controlled.
  if (typed.value !== value) setTyped({ value, text: chosen })
  const { text } = typed
  const match = matching(options, text)
  const known = value && !options.some(({ slug }) => slug === value)
  const all = known ? [...options, { slug: value, name: nameOf(options, value), mine: false }] : options
  return (
    <ComboBox
      menuTrigger="focus"
      defaultFilter={match}
      inputValue={text}
      onInputChange={(next) => setTyped({ value, text: next })}
      value={value}
      onChange={(key) => {
        if (key === value) setTyped({ value, text: chosen })
        else onChange(key === null ? null : String(key))
      }}
      onBlur={() => {
        if (text.trim() === '' && value) onChange(null)
        else setTyped({ value, text: chosen })
      }}
      validate={() => problem ?? null}
      validationBehavior="aria"
      className="flex min-w-0 flex-col gap-1.5"
    >
      <Label className={labelStyle}>{label}</Label>
      <span className="flex items-center gap-1.5">
        <Box ref={input} placeholder={placeholder} />
        {value && (
          <ActionButton
            slot={null}
            aria-label="Clear source"
            onPress={() => {
              onChange(null)
              input.current?.focus()
            }}
          >
            Clear
          </ActionButton>
        )}
      </span>
      <Words hint={hint} />
      <Sources options={all} text={text} />
    </ComboBox>
  )
}

interface SourceListPickerProps extends PickerProps {
  value: readonly string[]
  onChange: (slugs: string[]) => void
}

/** Several sources; each stands below the box with a button that takes it out again. */
export function SourceListPicker(props: SourceListPickerProps) {
  const { label, placeholder, hint, options, isDisabled = false, problem, value, onChange } = props
  const [text, setText] = useState('')
  const match = matching(options, text)
  const unknown = value.filter((chosen) => !options.some(({ slug }) => slug === chosen))
  const all = [...options, ...unknown.map((slug) => ({ slug, name: nameOf(options, slug), mine: false }))]
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ComboBox
        selectionMode="multiple"
        menuTrigger="focus"
        defaultFilter={match}
        inputValue={text}
        onInputChange={setText}
        value={value}
        onChange={(keys) => {
          // It says so of unchanged keys too, whenever its list closes.
          if (keys.join() === value.join()) return
          setText('')
          onChange(keys.map(String))
        }}
        isDisabled={isDisabled}
        validate={() => problem ?? null}
        validationBehavior="aria"
        className="flex min-w-0 flex-col gap-1.5"
      >
        <Label className={labelStyle}>{label}</Label>
        <Box placeholder={placeholder} several />
        <Words hint={hint} />
        <Sources options={all} text={text} />
      </ComboBox>
      {value.length > 0 && (
        <ul aria-label={`${label}: chosen`} className="flex flex-wrap gap-1.5">
          {value.map((slug) => (
            <li key={slug}>
              <button
                type="button"
                disabled={isDisabled}
                onClick={() => onChange(value.filter((each) => each !== slug))}
                aria-label={`Remove ${nameOf(options, slug)}`}
                className="inline-flex h-6 items-center gap-1 rounded-tag border border-line-2 bg-sunken pr-1 pl-2 text-xs font-medium text-ink-2 hover:bg-hover disabled:text-ink-3 max-rail:h-10 max-rail:px-3 max-rail:text-sm"
              >
                <Verbatim>{nameOf(options, slug)}</Verbatim>
                <X className="size-3.5 stroke-2" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export interface SourceOption {
  slug: string
  name: string
  /** The person has it connected. */
  mine: boolean
}

interface Connected {
  name: string
  slug: string
}

/** The person's own sources first, by the name the service gives them; then every other one that is known. */
export function sourceOptions(connected: readonly Connected[]): SourceOption[] {
  const mine = connected.map(({ name, slug }) => ({ name, slug, mine: true }))
  const slugs = new Set(mine.map(({ slug }) => slug))
  const others = KNOWN_PROVIDERS.filter(({ slug }) => !slugs.has(slug)).map(({ name, slug }) => ({
    name,
    slug,
    mine: false,
  }))
  return [...mine, ...others.sort((one, other) => one.name.localeCompare(other.name, 'en'))]
}

export function nameOf(options: readonly SourceOption[], slug: string): string {
  return options.find((option) => option.slug === slug)?.name ?? providerName(slug)
}

/** Offers typed text as a slug: the set of sources may grow (spec, "Versioning" 2). */
export function typedSlug(text: string, options: readonly SourceOption[]): SourceOption | null {
  const slug = plainSigns(text).toLowerCase().replaceAll(/[ -]+/g, '_')
  if (!/^[a-z0-9_]{2,}$/.test(slug) || options.some((option) => option.slug === slug)) return null
  return { slug, name: providerName(slug), mine: false }
}
