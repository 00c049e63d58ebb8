import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { getImport, sendImport } from '../../api/imports.ts'
import { createWebset } from '../../api/websets.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { plural } from '../../parts/words.ts'
import { ColumnMapping } from './column-mapping.tsx'
import { entityOf, entityTypes, type EntityType } from './draft.ts'
import { guessRoles, mapTable, readCsv, type CsvTable, type Role } from './read-csv.ts'

/** A list of one's own: what its columns are is said here, and its rows become the items of a new webset. */
export function ImportDialog({ close }: { close: () => void }) {
  const [table, setTable] = useState<CsvTable | null>(null)
  const read = useMutation({ mutationFn: readCsv, onSuccess: setTable })
  return (
    <Dialog
      title="Import a list"
      description="The rows of a CSV become the items of a new webset, to be enriched and kept up to date."
      isOpen
      close={close}
    >
      {table ? (
        <Mapping key={table.name} table={table} another={() => setTable(null)} close={close} />
      ) : (
        <label
          className="drop"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            const file = event.dataTransfer.files[0]
            if (file) read.mutate(file)
          }}
        >
          <Upload size={22} aria-hidden />
          <strong>{read.isPending ? 'Reading…' : 'Choose a CSV file, or drop it here'}</strong>
          <span className="quiet small">
            Its first line names the columns. One of them should hold web addresses.
          </span>
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            className="visually-hidden"
            aria-label="CSV file"
            onChange={(event) => {
              const file = event.target.files?.[0]
              if (file) read.mutate(file)
            }}
          />
        </label>
      )}
      {read.isError && <Failure error={read.error} />}
    </Dialog>
  )
}

interface MappingProps {
  readonly table: CsvTable
  readonly another: () => void
  readonly close: () => void
}

function Mapping({ table, another, close }: MappingProps) {
  const [roles, setRoles] = useState<readonly Role[]>(() => guessRoles(table))
  const [title, setTitle] = useState(table.name)
  const [entityType, setEntityType] = useState<EntityType>('company')
  const [isListOnly, setIsListOnly] = useState(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const mapped = mapTable(table, roles)
  const send = useMutation({
    async mutationFn() {
      const entity = entityOf({ entityType, entityDescription: '', query: title })
      if (!mapped) return null
      const { id } = await sendImport({ title, entity, ...mapped })
      await readWhole(id)
      if (isListOnly) return null
      return createWebset({ title, import: [{ source: 'import', id }] })
    },
    async onSuccess(webset) {
      await queries.invalidateQueries({ queryKey: ['imports'] })
      close()
      if (webset) await navigate({ to: '/websets/$id', params: { id: webset.id } })
    },
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <p className="small">
        <strong>{plural(table.rows.length, 'row')}</strong> in “{table.name}”.{' '}
        <button type="button" className="link" onClick={another}>
          Another file
        </button>
      </p>
      <ColumnMapping table={table} roles={roles} change={setRoles} />
      <div className="draft-row">
        <label className="grow">
          Title
          <input required value={title} onChange={(event) => setTitle(event.target.value)} />
        </label>
        <label>
          What the rows are
          <select value={entityType} onChange={(event) => setEntityType(event.target.value as EntityType)}>
            {Object.entries(entityTypes).map(([type, name]) => (
              <option key={type} value={type}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={isListOnly}
          onChange={(event) => setIsListOnly(event.target.checked)}
        />
        Make no webset of it: keep it as a list, to leave out or to search within
      </label>
      {mapped === null && (
        <p className="notice unsure">Say which column holds the addresses, or at least the names.</p>
      )}
      {mapped !== null && mapped.leftOut > 0 && (
        <p className="notice unsure">
          {plural(mapped.leftOut, 'row')} left out: nothing stands in the column that tells rows apart.
        </p>
      )}
      {send.isError && <Failure error={send.error} />}
      {send.isPending && (
        <p className="quiet small" role="status">
          Sending and reading {plural(table.rows.length, 'row')}…
        </p>
      )}
      <div className="actions">
        <button
          type="submit"
          className="primary"
          disabled={!mapped || mapped.rows === 0 || title.trim() === '' || send.isPending}
        >
          Import
        </button>
      </div>
    </form>
  )
}

const pollMs = 400
/** Larger lists are read on while their webset is already open, and show there how far they are. */
const patienceMs = 8000

/** Waits until a list is read, for a while; rejects with what is wrong with it. */
async function readWhole(id: string): Promise<void> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline;) {
    const { status, failedMessage } = await getImport(id)
    if (status === 'completed') return
    if (status === 'failed') throw new Error(failedMessage ?? 'The list could not be read.')
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
