import type { FoundItem } from './results.ts'
import type { OpenPage } from '../../parts/report.tsx'
import { SiteIcon } from '../../parts/site-icon.tsx'
import { shortAddress } from '../../parts/words.ts'

/** A thing that was found, by name; opens its page beside. */
export const ItemLink = ({ item, openPage }: { item: FoundItem; openPage: OpenPage }) => (
  <button type="button" className="item-link" onClick={() => openPage(item.url)}>
    <SiteIcon url={item.url} />
    <span>
      <strong>{item.name}</strong>
      <span className="quiet small">{shortAddress(item.url)}</span>
    </span>
  </button>
)
