import { useState } from 'react'
import { Segments } from '../../parts/segments.tsx'
import { CrawlForm } from './crawl-form.tsx'
import { FileDrop } from './file-drop.tsx'

/** New pages for the index: from the web, or from files. */
export function AddSource() {
  const [kind, setKind] = useState<'crawl' | 'file'>('crawl')
  return (
    <section className="card add-source" aria-label="Add pages">
      <header>
        <h2>Add pages</h2>
        <Segments
          label="Where they come from"
          value={kind}
          options={[
            { value: 'crawl', label: 'From the web' },
            { value: 'file', label: 'From files' },
          ]}
          choose={setKind}
        />
      </header>
      {kind === 'crawl' ? <CrawlForm /> : <FileDrop />}
    </section>
  )
}
