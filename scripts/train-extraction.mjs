// Trains the models of src/contents/extract on labelled pages: npm run build && node scripts/train-extraction.mjs <folder>.
// Needed after any change of the features; src/bench/extraction-pages.ts says what the folder holds.
import { trainFromFolder } from '../dist/bench/train-extraction.js'

const folder = process.argv[2]
if (!folder) {
  console.error('Name the folder of labelled pages.')
  process.exit(2)
}
trainFromFolder(folder, 'src/contents/extract/models')
